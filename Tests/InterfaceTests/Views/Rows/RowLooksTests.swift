import TestApplication
import Testing

@testable import Interface

@Suite("Row appearance")
@MainActor
struct RowLooksTests {
  /// Rows of given cells, some of which can be edited.
  private final class Rows: TableViewDataSource {
    var cells: [TableCell] = []
    var fixed: Set<Int> = []
    var moves = true

    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { cells.count }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell { cells[path.row] }
    func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool { !fixed.contains(path.row) }
    func movesRows(_ table: TableView) -> Bool { moves }
  }

  private let rows = Rows()
  private let table = TableView()

  private func shown(width: Int, _ cells: [TableCell]) -> TestApplication {
    rows.cells = cells
    table.dataSource = rows
    let shown = TestApplication(view: table, width: width, height: 6)
    table.becomeFirstResponder()
    return shown
  }

  @Test("an empty table shows no cursor mark, with and without a placeholder")
  func empty() {
    let shown = shown(width: 20, [])
    #expect(shown.text.isEmpty)
    table.placeholder = "No notes"
    #expect(shown.text.map { $0.trimmingPrefix { $0 == " " } } == ["No notes"])
  }

  @Test(
    "a detail that does not fit is truncated; a short text leaves it room",
    arguments: [
      ("name", "a detail", "› name    a detail"), ("name", "a detail that is long", "› name a detail t…"),
      ("a name that is long", "at 9", "› a name th… at 9"),
      ("a name that is long", "a detail too", "› a name … a deta…"),
    ])
  func details(text: String, detail: String, line: String) {
    let shown = shown(width: 18, [.text(text, detail: detail, accessory: nil)])
    #expect(shown.text.map { $0.count <= 18 } == [true])
    #expect(shown.text[0].replacing("  ", with: " ").hasPrefix(line.prefix(8).replacing("  ", with: " ")))
    #expect(shown.text[0].contains(detail) || shown.text[0].contains(detail.prefix(5)))
  }

  /// The address of the cells of a row on the screen, which stays the same if the row is not drawn again.
  private func address(_ grid: Grid, _ y: Int) -> UnsafePointer<Cell>? {
    grid.rows[y].withUnsafeBufferPointer { $0.baseAddress }
  }

  @Test("a moved focus draws only the two rows that look different")
  func focusDrawsTwoRows() throws {
    let shown = shown(width: 20, (0..<6).map { .styled(Text("row \($0)")) })
    let before = shown.application.render()
    try shown.key("down")
    let after = shown.renderTwice()
    #expect((0..<6).map { address(before, $0) == address(after, $0) } == [false, false, true, true, true, true])
    table.allowsMultipleSelection = true
    table.selectRow(IndexPath(section: 0, row: 4))
    // All rows get marks, and the selected one is focused.
    #expect(shown.renderTwice().lines == ["○ row 0", "○ row 1", "○ row 2", "○ row 3", "● row 4", "○ row 5"])
    table.deselectRow(nil)
    #expect(shown.renderTwice().lines == ["  row 0", "  row 1", "  row 2", "  row 3", "› row 4", "  row 5"])
  }

  @Test("another cell of the source is shown in the next frame, without a reload")
  func asksInEveryFrame() {
    let shown = shown(width: 20, [.styled("one"), .styled("two", detail: "detail"), .styled("three")])
    let before = shown.application.render()
    rows.cells[1] = .styled("two", detail: "changed")
    table.window?.needsDisplay = true
    let after = shown.renderTwice()
    #expect(after.lines[1].hasSuffix("changed"))
    #expect(address(before, 0) == address(after, 0) && address(before, 2) == address(after, 2))
  }

  @Test("the focused cell of a selected row is drawn again when the focus leaves it")
  func focusedCellLeaves() throws {
    table.columns = [TableColumn("A"), TableColumn("B")]
    table.selectionMode = .cell
    let shown = shown(width: 20, (0..<4).map { .columns(["a\($0)", "b\($0)"].map { .styled(Text($0)) }) })
    table.allowsMultipleSelection = true
    table.selectRow(IndexPath(section: 0, row: 0))
    shown.renderTwice("focused")
    for key in ["down", "right", "up", "down", "down"] {
      try shown.key(key)
      shown.renderTwice(key)
    }
  }

  @Test("an accessory stays where the detail is truncated")
  func accessories() {
    let shown = shown(width: 18, [.text("name", detail: "a detail that is long", accessory: ">")])
    #expect(shown.text[0].hasSuffix("… >") && shown.text[0].contains("a det"))
  }

  @Test("an accessory that is too long leaves the detail half of the width")
  func longAccessories() {
    let shown = shown(width: 30, [.text("name", detail: "some detail", accessory: "an accessory without end")])
    #expect(shown.text == ["› name some deta… an accessor…"])
  }

  @Test("a row in editing mode has a handle only if it can be moved")
  func handles() {
    let shown = shown(width: 18, ["one", "two", "three"].map { .text($0, detail: nil, accessory: nil) })
    table.isEditing = true
    #expect(shown.text.map { $0.hasSuffix("≡") } == [true, true, true])
    rows.fixed = [1]
    table.reloadData()
    #expect(shown.text.map { $0.hasSuffix("≡") } == [true, false, true])
    // A press where a handle would be drags nothing.
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 17, y: 1))))
    #expect(table.draggedRow == nil)
    rows.moves = false
    table.reloadData()
    #expect(!shown.text.contains { $0.hasSuffix("≡") })
    rows.moves = true
    rows.cells = [.text("alone", detail: nil, accessory: nil)]
    rows.fixed = []
    table.reloadData()
    #expect(!shown.text.contains { $0.hasSuffix("≡") })
  }

  @Test("styled text on a focused or selected row has that row's colours, and keeps its weight", arguments: Theme.all)
  func contrast(theme: Theme) {
    let text = AttributedString(
      parts: [
        ("brown", .init(looks: [.style(Style(foreground: .palette(3), attributes: .bold))])),
        (" accent", .init(looks: [.role(.accent)])), (" secondary", .init(looks: [.role(.secondary)])),
      ])
    let shown = shown(width: 40, [.styled(Text(text), detail: Text(text.prefix(cells: 5)), accessory: nil)])
    shown.application.requiredTheme = theme
    for _ in 0..<2 {
      let grid = shown.application.render()
      let row = grid[0, 0].style
      let isMarked = row.background != theme[.text].background || row.attributes.contains(.reverse)
      if isMarked {
        for x in 2..<40 {
          #expect(grid[x, 0].style.foreground == row.foreground, "\(theme.name) \(x)")
          #expect(grid[x, 0].style.background == row.background, "\(theme.name) \(x)")
          #expect(!grid[x, 0].style.attributes.contains(.dim))
        }
        #expect(grid[2, 0].style.attributes.contains(.bold))
      }
      table.selectRow(IndexPath(section: 0, row: 0))
    }
  }
}
