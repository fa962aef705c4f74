import Interface

/// Help on the keys of the screen and of the focused view.
@MainActor
final class HelpController: OverlayController {
  private let list = ScrollView()
  private let sections: [(title: String, keys: [KeyHelp])]

  init(_ sections: [(title: String, keys: [KeyHelp])]) {
    self.sections = sections.filter { !$0.keys.isEmpty }
  }

  override func loadView() {
    let keys = sections.flatMap(\.keys)
    let column = min(26, keys.map(\.keys.cellWidth).max() ?? 0)
    let titles = keys.map(\.title.cellWidth).max() ?? 0
    let texts = [column + HelpRow.gap + titles] + sections.map(\.title.cellWidth)
    // Add the border, the padding and the scroll bar.
    let box = loadBox(width: (texts.max() ?? 0) + 5)
    box.borderTitle = "Keys"
    for (index, section) in sections.enumerated() {
      let title = Label()
      title.text = (index == 0 ? "" : "\n") + section.title
      title.role = .header
      list.addSubview(title)
      for help in section.keys {
        list.addSubview(HelpRow(help, column: column, titles: titles))
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

/// Keys and their description side by side. Text that is too long wraps within its column.
private final class HelpRow: View {
  /// The number of cells between the columns.
  static let gap = 2
  private let keys = Label()
  private let title = Label()
  private let column: Int
  private let titles: Int

  /// - Parameters:
  ///   - column: the preferred width of the key column, in cells.
  ///   - titles: the width of the longest title, in cells.
  init(_ help: KeyHelp, column: Int, titles: Int) {
    self.column = column
    self.titles = titles
    super.init()
    keys.text = help.keys
    title.text = help.title
    // Screen readers announce both labels as one.
    keys.accessibilityLabel = ""
    title.accessibilityLabel = "\(help.keys): \(help.title)"
    addSubview(keys)
    addSubview(title)
  }

  /// Returns the widths of the two columns for a total width.
  private func columns(in width: Int) -> (keys: Int, title: Int) {
    let keys = max(1, min(column, max(width * 2 / 5, width - Self.gap - titles)))
    return (keys, max(1, width - keys - Self.gap))
  }

  override func sizeThatFits(_ proposal: Size) -> Size {
    let columns = columns(in: proposal.width)
    let wanted = keys.fittingSize(in: Size(width: columns.keys, height: proposal.height))
    let titleSize = title.fittingSize(in: Size(width: columns.title, height: proposal.height))
    let width = columns.keys + Self.gap + min(columns.title, titleSize.width)
    return Size(width: min(proposal.width, width), height: max(wanted.height, titleSize.height))
  }

  override func layoutSubviews() {
    let columns = columns(in: bounds.width)
    keys.frame = Rect(x: 0, y: 0, width: columns.keys, height: bounds.height)
    title.frame = Rect(x: columns.keys + Self.gap, y: 0, width: columns.title, height: bounds.height)
  }
}
