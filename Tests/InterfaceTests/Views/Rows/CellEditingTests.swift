import Seeded
import StateRestoration
import TestApplication
import Testing

@testable import Interface

/// A sheet of texts, some of which cannot be edited. A text with "!" is not accepted.
@MainActor
private final class Sheet: TableViewDataSource {
  struct Row {
    var name: Int
    var texts: [String]
  }
  var rows: [Row]
  var commits = 0
  init(rows: Int, columns: Int) {
    self.rows = (0..<rows).map { row in Row(name: row, texts: (0..<columns).map { "\(row)\($0)" }) }
  }

  static func isEditable(_ name: Int, _ column: Int) -> Bool { (name + column) % 3 != 0 }

  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { rows.count }
  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    .columns(rows[path.row].texts.map { .text($0) })
  }
  func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
    .integer(Int64(rows[path.row].name))
  }
  func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? {
    rows.firstIndex { .integer(Int64($0.name)) == identifier }.map { IndexPath(section: 0, row: $0) }
  }
  func tableView(_ table: TableView, canEditCellAt path: IndexPath, column: Int) -> Bool {
    Self.isEditable(rows[path.row].name, column)
  }
  func tableView(_ table: TableView, commitEditAt path: IndexPath, column: Int, text: String) -> Bool {
    commits += 1
    guard !text.contains("!") else { return false }
    rows[path.row].texts[column] = text
    return true
  }
}

@Suite("Editing cells")
@MainActor
struct CellEditingTests {
  private let sheet = Sheet(rows: 6, columns: 4)
  private let table = TableView()
  private let shown: TestApplication

  init() {
    Self.prepare(table, sheet)
    shown = TestApplication(view: table, width: 40, height: 8)
    table.becomeFirstResponder()
  }

  private static func prepare(_ table: TableView, _ sheet: Sheet) {
    table.columns = "abcd".map { TableColumn(Text(String($0)), identifier: String($0), width: .cells(8)) }
    table.selectionMode = .cell
    table.dataSource = sheet
  }

  private func type(_ text: String) throws { for character in text { try shown.key("\(character)") } }

  @Test("Enter and F2 begin, Enter commits, Escape cancels, and Tab goes on to the next cell that can be edited")
  func keys() throws {
    try shown.key("right", "enter")
    #expect(table.isEditingCell && table.cellEdit?.field.text == "01")
    try type("x")
    try shown.key("enter")
    #expect(sheet.rows[0].texts[1] == "01x" && !table.isEditingCell && table.isFirstResponder)
    try shown.key("f2", "y", "escape")
    #expect(sheet.rows[0].texts[1] == "01x" && !table.isEditingCell && sheet.commits == 1)
    try shown.key("f2", "z", "tab")
    #expect(sheet.rows[0].texts[1] == "01xz" && table.cellEdit?.field.text == "02")
    try shown.key("tab")
    // Neither the last cell of the first row nor the third of the second can be edited.
    #expect(table.cellEdit.map { [$0.path.row, $0.column == "a" ? 0 : 9] } == [1, 0] && sheet.commits == 2)
    try shown.key("shift+tab")
    #expect(table.cellEdit?.field.text == "02" && table.focusedRow?.row == 0 && table.focusedColumn == 2)
  }

  @Test("Enter chooses a cell that cannot be edited")
  func choosing() throws {
    try shown.key("enter", "f2")
    #expect(!table.isEditingCell)
  }

  @Test("a text that is not accepted stays, with the focus, until it is corrected or canceled")
  func refusal() throws {
    try shown.key("right", "f2", "!", "enter")
    #expect(table.cellEdit?.field.text == "01!" && table.cellEdit?.field.isFirstResponder == true)
    try shown.key("tab", "up", "down")
    #expect(table.cellEdit?.field.text == "01!" && sheet.rows[0].texts[1] == "01")
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 4, y: 4))))
    shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: 4, y: 4))))
    #expect(table.cellEdit?.field.isFirstResponder == true && table.focusedRow?.row == 0)
    try shown.key("backspace", "enter")
    #expect(!table.isEditingCell && sheet.rows[0].texts[1] == "01")
  }

  @Test("a click elsewhere commits, a double click begins")
  func mouse() throws {
    func click(_ x: Int, _ y: Int) {
      shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: x, y: y))))
      shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: x, y: y))))
    }
    _ = shown.text
    click(21, 2)
    click(21, 2)
    #expect(!table.isEditingCell && table.focusedColumn == 2, "the third cell of the second row cannot be edited")
    click(3, 2)
    click(3, 2)
    #expect(table.cellEdit?.field.text == "10")
    try type("x")
    click(12, 3)
    #expect(sheet.rows[1].texts[0] == "10x" && !table.isEditingCell && table.focusedRow?.row == 2)
  }

  @Test("the edit follows its row and its column, and ends when one of them is gone")
  func changes() throws {
    try shown.key("right", "f2", "x")
    sheet.rows.reverse()
    table.columns = table.columns.reversed()
    _ = shown.text
    #expect(table.cellEdit?.path.row == 5 && table.cellEdit?.field.text == "01x")
    sheet.rows.removeLast()
    table.reloadData()
    _ = shown.text
    #expect(!table.isEditingCell && table.isFirstResponder)
    try shown.key("home", "right", "f2")
    #expect(table.isEditingCell)
    table.columns = Array(table.columns.prefix(1))
    _ = shown.text
    #expect(!table.isEditingCell && table.isFirstResponder)
    sheet.rows = []
    table.reloadData()
    try shown.key("f2", "enter", "tab")
    #expect(!table.isEditingCell)
  }

  @Test("an edit waits for the rows of an emptied table")
  func emptied() throws {
    try shown.key("right", "f2", "x")
    let rows = sheet.rows
    sheet.rows = []
    table.reloadData()
    _ = shown.text
    #expect(!table.isEditingCell)
    sheet.rows = rows.reversed()
    table.reloadData()
    _ = shown.text
    #expect(table.cellEdit?.path.row == 5 && table.cellEdit?.field.text == "01x")
  }

  @Test("the field is drawn over its cell, at every size and scroll position")
  func drawing() throws {
    try shown.key("down", "f2", "x")
    #expect(shown.text[2].contains("10x"))
    shown.application.handle(.resize(Size(width: 12, height: 3)))
    #expect(shown.text.contains { $0.contains("10x") })
    table.contentOffset = 4
    #expect(!shown.text.contains { $0.contains("10x") })
    try type("y")
    #expect(shown.text.contains { $0.contains("10xy") })
    shown.application.handle(.resize(Size(width: 1, height: 1)))
    _ = shown.text
    #expect(table.cellEdit?.field.text == "10xy")
  }

  @Test("the line of key hints stays while the edited cell is scrolled out of sight")
  func hints() throws {
    table.maxHeight = 3
    let stack = VStack()
    stack.addSubview(table)
    stack.addSubview(Button())
    let shown = TestApplication(view: stack, width: 60, height: 12)
    shown.application.hintedCommands = [.help]
    table.becomeFirstResponder()
    try shown.key("right", "f2")
    #expect(shown.text.last?.contains("cancel") == true)
    table.restorationIdentifier = "table"
    try shown.automation.scroll("table", rows: 4)
    stack.superview?.setNeedsLayout()
    #expect(table.cellEdit?.field.isFirstResponder == true)
    #expect(shown.text.last?.contains("cancel") == true && table.cellEdit?.field.frame.isEmpty == true)
  }

  @Test("while rows are focused, F2 edits the first cell of the row that can be edited")
  func rows() throws {
    table.selectionMode = .row
    try shown.key("f2")
    #expect(table.cellEdit?.column == "b")
  }

  @Test("random keys, changes and kills have the effects that they have on a plain sheet", arguments: 1...15)
  func random(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    let sheet = Sheet(rows: 4, columns: 3)
    var table = TableView()
    Self.prepare(table, sheet)
    table.columns = Array(table.columns.prefix(3))
    var shown = TestApplication(view: table, width: 30, height: Int.random(in: 3...8, using: &random))
    table.becomeFirstResponder()
    var (model, row, column, text) = (sheet.rows.map(\.texts), 0, 0, String?.none)
    func isEditable(_ row: Int, _ column: Int) -> Bool { Sheet.isEditable(row, column) }
    func commit() -> Bool {
      guard let given = text else { return true }
      if given != model[row][column], given.contains("!") { return false }
      model[row][column] = given
      text = nil
      return true
    }
    for step in 0..<200 {
      let keys = [
        "enter", "f2", "escape", "tab", "shift+tab", "up", "down", "left", "right", "x", "!", "backspace", "kill",
      ]
      let key = keys.randomElement(using: &random) ?? "x"
      switch key {
      case "enter", "f2":
        if text != nil {
          if key == "enter" { _ = commit() }
        } else if isEditable(row, column) {
          text = model[row][column]
        }
      case "escape": text = nil
      case "tab", "shift+tab":
        // Without an edit, Tab leaves the table.
        guard text != nil else { continue }
        let forward = key == "tab"
        if commit() {
          var place = row * 3 + column + (forward ? 1 : -1)
          while (0..<12).contains(place), !isEditable(place / 3, place % 3) { place += forward ? 1 : -1 }
          if (0..<12).contains(place) { (row, column, text) = (place / 3, place % 3, model[place / 3][place % 3]) }
        }
      case "up", "down":
        // Up in the first row focuses a column title.
        if key == "up", row == 0 { continue }
        if commit() { row = min(3, max(0, row + (key == "up" ? -1 : 1))) }
      case "left", "right":
        // In the field they move the insertion point.
        guard text == nil else { continue }
        column = min(2, max(0, column + (key == "left" ? -1 : 1)))
      case "x", "!":
        guard let old = text else { continue }
        text = old + key
      case "backspace":
        guard let old = text else { continue }
        text = String(old.dropLast())
      default:
        let coder = StateCoder()
        table.encodeBuiltInState(with: coder)
        let isFieldFocused = table.cellEdit?.field.isFirstResponder == true
        #expect(isFieldFocused == (text != nil), "seed \(seed), step \(step)")
        table = TableView()
        Self.prepare(table, sheet)
        table.columns = Array(table.columns.prefix(3))
        table.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
        shown = TestApplication(view: table, width: 30, height: 6)
        _ = shown.text
        (table.cellEdit?.field ?? table).becomeFirstResponder()
      }
      if key != "kill" { try shown.key(key) }
      #expect(sheet.rows.map(\.texts) == model, "seed \(seed), step \(step): \(key)")
      #expect(table.cellEdit?.field.text == text, "seed \(seed), step \(step): \(key)")
      #expect(table.focusedRow?.row == row && table.focusedColumn == column, "seed \(seed), step \(step): \(key)")
    }
  }
}
