import Interface

/// A list of commands of the screen and the app, searchable by parts of their titles.
@MainActor
final class CommandPalette: OverlayController, TableViewDataSource {
  private unowned let application: Application
  private let commands: [KeyCommand]
  private var found: [(command: KeyCommand, matches: Set<Int>)]
  /// The command that was run.
  private(set) var chosen: KeyCommand?
  /// The command that is previewed.
  private var previewed: KeyCommand?
  private let field = TextField()
  private let table = FoundCommands()

  init(_ commands: [KeyCommand], of application: Application) {
    self.application = application
    self.commands = commands
    found = commands.map { ($0, []) }
  }

  override func loadView() {
    let box = loadBox(isAtTop: true, width: 60)
    box.borderTitle = "Commands"
    field.placeholder = "Search commands"
    field.onChange = { [weak self] _ in self?.search() }
    table.placeholder = "No matches"
    table.selectionLooksFocused = true
    table.dataSource = self
    table.height = min(12, max(1, commands.count))
    table.selectRow(IndexPath(section: 0, row: 0))
    table.onChange = { [weak self] _ in self?.run() }
    box.addSubview(field)
    if application.screenSize.height >= Self.minimumHeightForGap {
      let gap = View()
      gap.height = 1
      box.addSubview(gap)
    }
    box.addSubview(table)
  }

  private static let minimumHeightForGap = 16

  override func viewWillDisappear(_ animated: Bool) {
    super.viewWillDisappear(animated)
    preview(nil)
  }

  private func preview(_ command: KeyCommand?) {
    previewed?.preview?(false)
    previewed = command
    command?.preview?(true)
  }

  /// Finds the commands that match the typed text, best match first. Equal matches keep their order.
  private func search() {
    var fitting: [(ranking: CommandRanking, place: Int)] = []
    for (place, command) in commands.enumerated() {
      if let ranking = CommandRanking(command.title, for: field.text) { fitting.append((ranking, place)) }
    }
    fitting.sort { ($0.ranking, $0.place) < ($1.ranking, $1.place) }
    found = fitting.map { (commands[$0.place], $0.ranking.matches) }
    table.reloadData()
    table.deselectRow(nil)
    select(0)
  }

  private func select(_ row: Int) {
    let path = IndexPath(section: 0, row: row)
    table.selectRow(path)
    table.scrollToRow(path)
    preview(found.indices.contains(row) ? found[row].command : nil)
  }

  private func run() {
    guard let row = table.indexPathsForSelectedRows.first?.row, found.indices.contains(row) else { return }
    let command = found[row].command
    chosen = command
    close()
    application.run(command)
  }

  private func move(by step: Int) {
    guard let row = table.indexPathsForSelectedRows.first?.row, !found.isEmpty else { return }
    select((row + step + found.count) % found.count)
  }

  override var keyBindings: [KeyBinding] {
    [
      KeyBinding("Run the command", [.enter: { self.run() }]),
      KeyBinding(
        "Choose",
        [
          .up: { self.move(by: -1) }, .down: { self.move(by: 1) }, .control("p"): { self.move(by: -1) },
          .control("n"): { self.move(by: 1) },
        ]),
    ] + super.keyBindings
  }

  // MARK: Rows

  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { found.count }
  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    let (command, matches) = found[path.row]
    return .styled(
      title(of: command, matching: matches), detail: command.input.map { Text($0.description) }, accessory: nil)
  }

  /// Returns a command's title with the matching letters emphasized.
  private func title(of command: KeyCommand, matching matches: Set<Int>) -> Text {
    guard !matches.isEmpty else { return Text(command.title) }
    let emphasized = AttributedString.Attributes(looks: [.role(.accent), .style(Style(attributes: .bold))])
    return Text(
      AttributedString(
        parts: command.title.enumerated().map { index, character in
          (String(character), matches.contains(index) ? emphasized : .init())
        }))
  }
}

/// The rows of the palette. The search field keeps keyboard focus, so that all letters go to it.
@MainActor
private final class FoundCommands: TableView {
  override var canBecomeFirstResponder: Bool { false }
}
