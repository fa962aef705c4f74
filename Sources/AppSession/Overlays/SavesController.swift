import ArchiveStore
import Interface
import StateRestoration

/// The saves of the session, newest first: a picture of the chosen one, and what each has changed. Enter returns to the
/// chosen one, as `:rollback` does.
///
/// Nothing is read before it is opened, and a picture is made when it is first drawn.
@MainActor
final class SavesController: OverlayController, TableViewDataSource {
  private unowned let session: AppSession
  private let history: SaveHistory
  private let table = SavesTable()
  private let picture = SavePicture()
  private let returnButton = Button()
  private let closeButton = Button()

  /// Lets an application offer its saves.
  static func offer(over application: Application, of session: AppSession) {
    application.hostActions[.saves] = { [unowned application, unowned session] in
      guard let window = application.keyWindow, window.overlay == nil else { return false }
      // The present state is the newest save.
      application.savePendingChanges()
      window.overlay = SavesController(session)
      return true
    }
  }

  private init(_ session: AppSession) {
    self.session = session
    history = SaveHistory(session)
  }

  override func loadView() {
    let content = SavesLayout(picture, table)
    content.border = .rounded
    content.borderTitle = "Saves"
    content.addSubview(picture)
    content.addSubview(table)
    let buttons = HStack()
    buttons.addSubview(returnButton)
    buttons.addSubview(closeButton)
    content.addSubview(buttons)
    returnButton.title = "Return to this save"
    returnButton.isEnabled = !history.saves.isEmpty
    returnButton.onChange = { [weak self] _ in self?.choose() }
    closeButton.title = "Close"
    closeButton.onChange = { [weak self] _ in self?.close() }
    table.placeholder = "There are no saves yet"
    table.dataSource = self
    table.onChange = { [weak self] _ in self?.show() }
    table.selectRow(IndexPath(section: 0, row: 0))
    view = content
    show()
  }

  private var index: Int? {
    table.indexPathsForSelectedRows.first.map(\.row).flatMap { history.saves.indices.contains($0) ? $0 : nil }
  }

  /// Shows the picture of the chosen save.
  private func show() {
    guard let index else { return }
    picture.show(title: history.text(of: index)) { [history] in history.picture(of: index) }
  }

  private func move(by step: Int) {
    guard let index else { return }
    let path = IndexPath(section: 0, row: min(max(0, index + step), history.saves.count - 1))
    table.deselectRow(nil)
    table.selectRow(path)
    table.scrollToRow(path)
    show()
  }

  private func choose() {
    guard let index else { return }
    let number = history.saves[index].number
    close()
    // The app is relaunched, which is no work for a callback of its own.
    session.loop.post { [weak session] in session?.returnTo(save: number) }
  }

  override var keyBindings: [KeyBinding] {
    let page = max(1, table.bounds.height - 1)
    return [
      KeyBinding(
        "Choose a save",
        [
          .up: { self.move(by: -1) }, .down: { self.move(by: 1) }, .left: { self.move(by: -1) },
          .right: { self.move(by: 1) },
        ]),
      KeyBinding(
        nil,
        [
          .pageUp: { self.move(by: -page) }, .pageDown: { self.move(by: page) },
          .home: { self.move(by: -self.history.saves.count) }, .end: { self.move(by: self.history.saves.count) },
          .character("k"): { self.move(by: -1) }, .character("j"): { self.move(by: 1) },
          .character("g"): { self.move(by: -self.history.saves.count) },
          .character("G"): { self.move(by: self.history.saves.count) },
          .function(10): { self.close() },
        ]),
    ] + super.keyBindings
  }

  // MARK: Rows

  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { history.saves.count }
  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    .text(history.text(of: path.row), detail: nil, accessory: nil)
  }
}

/// The rows of saves. The buttons have keyboard focus.
@MainActor
private final class SavesTable: TableView {
  override var canBecomeFirstResponder: Bool { false }
}

/// The upper part of a saved screen, as much as there is room for.
@MainActor
private final class SavePicture: View {
  private var picture: () -> SaveHistory.Picture = { .none("") }
  private var title = ""

  /// Shows a picture. It is made when it is drawn, so that a held key does not wait for the pictures that it passes.
  func show(title: String, _ picture: @escaping () -> SaveHistory.Picture) {
    self.title = title
    self.picture = picture
    setNeedsDisplay()
  }

  override func draw(in canvas: Canvas) {
    let grid: Grid
    switch picture() {
    case .screen(let screen): grid = screen
    case .none(let reason):
      canvas.put(reason.truncated(to: bounds.width), x: 0, y: 0, style: theme[.placeholder])
      return
    }
    for y in 0..<min(bounds.height, grid.size.height) {
      for x in 0..<min(bounds.width, grid.size.width) where !grid[x, y].text.isEmpty {
        let cell = grid[x, y]
        canvas.put(cell.text, x: x, y: y, style: cell.style)
      }
    }
  }

  override var accessibilityRole: AccessibilityRole? {
    switch picture() {
    case .screen: .image
    case .none(let reason): reason.isEmpty ? nil : .text
    }
  }
  override var accessibilityText: String {
    switch picture() {
    case .screen: "picture of save \(title)"
    case .none(let reason): reason
    }
  }
}

/// The picture above, the rows and buttons below it.
@MainActor
private final class SavesLayout: View {
  private let picture: SavePicture
  private let table: SavesTable

  init(_ picture: SavePicture, _ table: SavesTable) {
    self.picture = picture
    self.table = table
    super.init()
  }

  /// The rows of the picture; a line is below it.
  private var pictureHeight: Int { max(0, bounds.height - rowsHeight - 2) }
  private var rowsHeight: Int { min(max(3, bounds.height / 3), max(0, bounds.height - 1)) }

  override func layoutSubviews() {
    picture.frame = Rect(x: 0, y: 0, width: bounds.width, height: pictureHeight)
    let buttons = bounds.height - min(1, bounds.height)
    table.frame = Rect(x: 0, y: buttons - rowsHeight, width: bounds.width, height: rowsHeight)
    subviews.last?.frame = Rect(x: 0, y: buttons, width: bounds.width, height: bounds.height - buttons)
  }

  override func draw(in canvas: Canvas) {
    canvas.fill(bounds)
    guard pictureHeight > 0 else { return }
    canvas.put(String(repeating: "─", count: bounds.width), x: 0, y: pictureHeight, style: theme[.divider])
  }
}
