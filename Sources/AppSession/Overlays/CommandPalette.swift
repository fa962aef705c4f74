import Interface

/// A list of commands of the screen and the app, searchable by parts of their titles.
@MainActor
final class CommandPalette: OverlayController, TableViewDataSource {
  private unowned let application: Application
  private let commands: [KeyCommand]
  private var found: [KeyCommand]
  private let field = TextField()
  private let table = FoundCommands()

  init(_ commands: [KeyCommand], of application: Application) {
    self.application = application
    self.commands = commands
    found = commands
  }

  override func loadView() {
    let box = loadBox(isAtTop: true, width: 60)
    box.borderTitle = "Commands"
    field.placeholder = "Search commands"
    field.onChange = { [weak self] _ in self?.search() }
    table.placeholder = "No matches"
    table.dataSource = self
    table.height = min(12, max(1, commands.count))
    table.selectRow(IndexPath(section: 0, row: 0))
    table.onChange = { [weak self] _ in self?.run() }
    box.addSubview(field)
    box.addSubview(table)
  }

  /// Finds the commands that match the typed text, best match first. Equal matches keep their order.
  private func search() {
    var fitting: [(ranking: CommandRanking, place: Int)] = []
    for (place, command) in commands.enumerated() {
      if let ranking = CommandRanking(command.title, for: field.text) { fitting.append((ranking, place)) }
    }
    fitting.sort { ($0.ranking, $0.place) < ($1.ranking, $1.place) }
    found = fitting.map { commands[$0.place] }
    table.reloadData()
    table.deselectRow(nil)
    table.selectRow(IndexPath(section: 0, row: 0))
    table.scrollToRow(IndexPath(section: 0, row: 0))
  }

  private func run() {
    guard let row = table.indexPathsForSelectedRows.first?.row, found.indices.contains(row) else { return }
    let command = found[row]
    close()
    application.run(command)
  }

  private func move(by step: Int) {
    guard let row = table.indexPathsForSelectedRows.first?.row, !found.isEmpty else { return }
    let path = IndexPath(section: 0, row: (row + step + found.count) % found.count)
    table.selectRow(path)
    table.scrollToRow(path)
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
    .text(found[path.row].title, detail: found[path.row].input?.description, accessory: nil)
  }
}

/// The rows of the palette. The search field keeps keyboard focus, so that all letters go to it.
@MainActor
private final class FoundCommands: TableView {
  override var canBecomeFirstResponder: Bool { false }
}
