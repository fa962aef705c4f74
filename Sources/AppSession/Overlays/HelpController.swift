import Interface

/// The keys of the screen and of what has them now.
@MainActor
final class HelpController: OverlayController {
  private let list = ScrollView()
  private let sections: [(title: String, keys: [KeyHelp])]

  init(_ sections: [(title: String, keys: [KeyHelp])]) {
    self.sections = sections.filter { !$0.keys.isEmpty }
  }

  override func loadView() {
    let box = loadBox(width: 60)
    box.borderTitle = "Keys"
    let width = min(26, sections.flatMap(\.keys).map(\.keys.cellWidth).max() ?? 0)
    for (index, section) in sections.enumerated() {
      let title = Label()
      title.text = (index == 0 ? "" : "\n") + section.title
      title.role = .header
      list.addSubview(title)
      for help in section.keys {
        let row = HStack()
        row.spacing = 2
        // Heard as one thing.
        for (text, columns, spoken) in [(help.keys, width, ""), (help.title, nil, "\(help.keys): \(help.title)")] {
          let label = Label()
          label.text = text
          label.width = columns
          label.accessibilityLabel = spoken
          row.addSubview(label)
        }
        list.addSubview(row)
      }
    }
    box.addSubview(list)
  }

  override var keyBindings: [KeyBinding] {
    [
      KeyBinding(nil, .keys(HostCommand.help.keys + [.enter, .character("q")])) { [self] _ in
        close()
        return true
      },
      KeyBinding(
        nil, trying: [.character("j"): { self.list.keyPressed(.down) }, .character("k"): { self.list.keyPressed(.up) }]),
    ] + super.keyBindings
  }
}
