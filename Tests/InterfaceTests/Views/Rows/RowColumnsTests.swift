import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Row columns")
@MainActor
struct RowColumnsTests {
  private final class Source: TableViewDataSource {
    var asked: [String] = []
    var makesViews = false
    var rows = 3
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int {
      asked.append("rows")
      return rows
    }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      guard makesViews else { return .columns([.text("name \(path.row)"), .text("\(path.row)")]) }
      let button = Button()
      button.title = "press \(path.row)"
      return .columns([.text("name \(path.row)"), .view(button)])
    }
    func tableView(_ table: TableView, didSortByColumn column: Int, isAscending: Bool) -> Bool {
      asked.append("sort \(column) \(isAscending)")
      return true
    }
  }

  private let source = Source()
  private let table = TableView()
  private let shown: TestApplication

  init() {
    table.dataSource = source
    table.columns = [
      TableColumn("Name", isSortable: true), TableColumn("Size", width: .cells(8), alignment: .right, isSortable: true),
    ]
    shown = TestApplication(view: table, width: 30, height: 8)
  }

  private func mouse(_ action: MouseEvent.Action, _ x: Int, _ y: Int) {
    shown.application.handle(.mouse(MouseEvent(action, at: Point(x: x, y: y))))
  }

  @Test(
    "flexible columns share the remaining width, none below its minimum",
    arguments: [
      (30, [10, 10, 8]), (31, [11, 10, 8]), (20, [5, 5, 8]), (18, [4, 4, 8]), (10, [4, 3, 8]), (0, [4, 3, 8]),
    ])
  func sharing(room: Int, widths: [Int]) {
    var columns = RowColumns()
    columns.columns = [
      TableColumn("Name"), TableColumn("Two", minimumWidth: 3), TableColumn("Size", width: .cells(8)),
    ]
    let places = columns.places(in: room)
    #expect(places.map(\.count) == widths)
    #expect(places[0].lowerBound == 0 && places[1].lowerBound == places[0].upperBound + 1)
  }

  @Test("any number of flexible columns uses exactly the available width, however small")
  func manySharing() {
    for count in 1...12 {
      for room in 0...90 {
        var columns = RowColumns()
        columns.columns = (0..<count).map { TableColumn("\($0)", minimumWidth: 1 + $0 % 5) }
        let places = columns.places(in: room)
        let least = columns.columns.reduce(count - 1) { $0 + $1.minimumWidth }
        #expect(places.last?.upperBound == max(room, least))
        #expect(zip(columns.columns, places).allSatisfy { $0.minimumWidth <= $1.count })
      }
    }
  }

  @Test("a click on the border above a title has no name, as it does not sort")
  func clickOnBorder() throws {
    table.border = .rounded
    _ = shown.text
    let naming = try #require(InputNaming(shown.application))
    #expect(naming.click(at: Point(x: 4, y: 1)) == [.tap("Name")])
    #expect(naming.click(at: Point(x: 4, y: 0)).isEmpty)
    mouse(.press(button: 1), 4, 0)
    mouse(.release(button: 1), 4, 0)
    #expect(source.asked.allSatisfy { !$0.hasPrefix("sort") })
  }

  @Test("dragging a column's right edge resizes it without sorting")
  func dragging() throws {
    _ = shown.text
    mouse(.press(button: 1), 21, 0)
    mouse(.drag(button: 1), 12, 0)
    #expect(table.columnPlaces == [0..<10, 11..<19])
    mouse(.drag(button: 1), 1, 5)
    #expect(table.columnPlaces[0] == 0..<4)
    mouse(.drag(button: 1), 18, 0)
    mouse(.release(button: 1), 18, 0)
    #expect(table.columnPlaces[0] == 0..<16 && table.sortColumn == nil)
    let coder = StateCoder()
    table.encodeBuiltInState(with: coder)
    let other = TableView()
    other.columns = table.columns
    other.decodeBuiltInState(with: coder)
    #expect(other.columnState.changedWidths == ["Name": 16])
  }

  @Test("a press on a title that is released elsewhere, and a click beside the titles, do nothing")
  func notClicked() {
    _ = shown.text
    mouse(.press(button: 1), 3, 0)
    mouse(.release(button: 1), 3, 2)
    #expect(table.sortColumn == nil && table.indexPathsForSelectedRows.isEmpty)
    mouse(.press(button: 1), 3, 2)
    mouse(.release(button: 1), 3, 0)
    #expect(table.sortColumn == nil && table.indexPathsForSelectedRows.isEmpty)
    mouse(.press(button: 1), 0, 0)
    mouse(.release(button: 1), 0, 0)
    #expect(table.sortColumn == nil)
    mouse(.press(button: 1), 3, 1)
    mouse(.release(button: 1), 3, 1)
    #expect(table.indexPathsForSelectedRows == [IndexPath(section: 0, row: 0)])
  }

  @Test("after a relaunch the same column is scrolled to, wherever it is and whenever it is added")
  func restoredOffset() {
    let columns = [("A", 20), ("B", 20), ("C", 20), ("D", 20)].map { TableColumn($0.0, width: .cells($0.1)) }
    table.columns = columns
    _ = shown.text
    table.columnOffset = 26
    let coder = StateCoder()
    table.encodeBuiltInState(with: coder)
    let other = TableView()
    let otherShown = TestApplication(view: other, width: 30, height: 8)
    other.decodeBuiltInState(with: coder)
    _ = otherShown.text
    // Killed before the columns were added.
    let again = StateCoder()
    other.encodeBuiltInState(with: again)
    other.decodeBuiltInState(with: again)
    other.columns = [columns[2], columns[0], columns[1], columns[3]]
    _ = otherShown.text
    #expect(other.columnOffset == 47)
    other.columnOffset = 3
    _ = otherShown.text
    #expect(other.columnOffset == 3)
  }

  @Test("a restored sort order is reported once, before rows are requested, even if its column comes later")
  func restoredSorting() throws {
    try shown.key("^", "right", "enter", "enter")
    let coder = StateCoder()
    table.encodeBuiltInState(with: coder)
    let (other, source) = (TableView(), Source())
    other.decodeBuiltInState(with: coder)
    other.dataSource = source
    #expect(other.rowCount(inSection: 0) == 3 && source.asked == ["rows"])
    other.columns = table.columns
    #expect(other.rowCount(inSection: 0) == 3 && other.sortColumn == 1 && !other.sortAscending)
    other.reloadData()
    #expect(other.rowCount(inSection: 0) == 3)
    #expect(source.asked == ["rows", "sort 1 false", "rows", "rows"])
  }

  @Test("controls in columns are laid out, focused in row order, and part of the accessibility elements")
  func controls() throws {
    source.makesViews = true
    source.rows = 20
    table.reloadData()
    #expect(shown.text[1] == "  name 0               press 0" || shown.text[1].hasPrefix("› name 0"))
    table.contentOffset = 5
    _ = shown.text
    table.contentOffset = 2
    _ = shown.text
    let titles = table.focusableViews.compactMap { ($0 as? Button)?.title }
    #expect(titles == (2..<9).map { "press \($0)" })
    let words = shown.application.keyWindow?.accessibilityElements.map(\.text) ?? []
    #expect(words.contains("name 2, row, Size press 2"))
    #expect(words.contains("press 2, button"))
    #expect(words.contains("Name, button, sorts by it"))
    try shown.automation.tap("press 4")
    #expect((shown.firstResponder as? Button)?.title == "press 4")
  }

  /// Rows with a view each, which count how often they are created.
  private final class Views: TableViewDataSource {
    var made = 0
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { 3_000 }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      made += 1
      let (label, field) = (Label(), Checkbox())
      label.text = "row \(path.row)"
      field.accessibilityLabel = "ticked \(path.row)"
      let row = HStack()
      for view in [label, field] { row.addSubview(view) }
      return .view(row)
    }
  }

  @Test("a search matches views' text and accessibility labels, and creates no view twice")
  func searchedViews() throws {
    let views = Views()
    table.columns = []
    table.dataSource = views
    _ = shown.text
    func found(_ text: String) -> Int? {
      table.search(for: text)
      while table.isSearching { shown.application.timers.advance(to: shown.application.timers.now + 0.01) }
      return table.search?.outcome == .found ? table.focusedIndexPath?.row : nil
    }
    views.made = 0
    #expect(found("ROW 2900") == 2900)
    #expect(views.made <= 3_010)
    views.made = 0
    #expect(found("ticked 2950") == 2950)
    #expect(found("nowhere") == nil)
    #expect(views.made <= 200)
    let words = shown.application.keyWindow?.accessibilityElements.map(\.text) ?? []
    #expect(words.contains { $0.hasPrefix("row 2950 ticked 2950") })
    #expect(words.contains { $0.hasPrefix("ticked 2950, checkbox") })
    #expect(words.count < 30)
  }

  @Test("keys in a row's views count for that row, which is reported")
  func keysInCells() throws {
    let views = Views()
    table.columns = []
    table.dataSource = views
    _ = shown.text
    try shown.key("tab", "tab")
    #expect(table.focusedIndexPath?.row == 1 && shown.firstResponder is Checkbox)
  }

  @Test("on a screen with one row the titles are omitted")
  func small() {
    shown.application.resize(to: Size(width: 30, height: 1))
    #expect(shown.text.first?.hasPrefix("› name 0") == true)
  }
}
