import StateRestoration
import TestApplication
import Testing

@testable import Interface

@MainActor
@Suite("Editing and selecting rows")
struct TableUseTests {
  /// Rows that can be deleted and moved.
  private final class Items: TableViewDataSource {
    var names = ["a", "b", "c", "d", "e"]
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { names.count }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      .text(names[path.row], detail: nil, accessory: nil)
    }
    func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool {
      names.remove(at: path.row)
      return true
    }
    func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool {
      names.insert(names.remove(at: from.row), at: to.row)
      return true
    }
    func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
      [RowAction(title: "Keep") {}, RowAction(title: "Drop", isDestructive: true) {}]
    }
  }

  private let items = Items()
  private let table = TableView()
  private let shown: TestApplication

  init() {
    table.dataSource = items
    shown = TestApplication(view: table, width: 30, height: 8)
  }

  private var selectedRows: [Int] { table.indexPathsForSelectedRows.map(\.row) }

  @Test("while a table is edited Delete and Backspace delete rows, letters do not")
  func deleting() throws {
    table.isEditing = true
    try shown.key("d", "x")
    #expect(items.names.count == 5)
    try shown.key("delete")
    #expect(items.names == ["b", "c", "d", "e"])
    try shown.key("backspace")
    #expect(items.names == ["c", "d", "e"])
  }

  @Test("accessibility elements include a table's editing mode, and a row's focused action instead of the row")
  func words() throws {
    func words() -> [String] { shown.application.keyWindow?.accessibilityElements.map(\.text) ?? [] }
    #expect(words().first == "a, row, focused")
    table.isEditing = true
    #expect(words().prefix(2) == ["table, editing", "a, row, focused"])
    try shown.key("right")
    #expect(words().filter { $0.hasSuffix("focused") } == ["Keep, button, focused"])
    table.accessibilityLabel = "Letters"
    #expect(words().first == "Letters, table, lines 1 to 5 of 5, editing")
  }

  @Test("dragging the handle moves a row as far as the mouse moves")
  func dragging() {
    table.isEditing = true
    _ = shown.text
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 29, y: 0))))
    func drag(_ x: Int, _ y: Int) {
      shown.application.handle(.mouse(MouseEvent(.drag(button: 1), at: Point(x: x, y: y))))
    }
    drag(20, 1)
    #expect(items.names == ["b", "a", "c", "d", "e"])
    // Beside the table and below its last row.
    drag(35, 3)
    #expect(items.names == ["b", "c", "d", "a", "e"])
    drag(35, 40)
    #expect(items.names == ["b", "c", "d", "e", "a"])
    drag(2, -3)
    shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: 20, y: -3))))
    #expect(items.names == ["a", "b", "c", "d", "e"])
    #expect(selectedRows.isEmpty)
  }

  @Test("Shift with the arrows extends and shrinks a selection, beside the rows selected already")
  func extending() throws {
    table.allowsMultipleSelection = true
    try shown.key("enter", "down", "down", "shift+down", "shift+down")
    #expect(selectedRows == [0, 2, 3, 4])
    try shown.key("shift+up")
    #expect(selectedRows == [0, 2, 3])
    try shown.key("shift+home")
    #expect(selectedRows == [0, 1, 2])
    try shown.key("down", "shift+down")
    #expect(selectedRows == [0, 1, 2])
  }

  @Test("while a table is edited Shift extends the selection and Alt moves the row")
  func extendingWhileEditing() throws {
    table.allowsMultipleSelection = true
    table.isEditing = true
    try shown.key("shift+down")
    #expect(selectedRows == [0, 1] && items.names.first == "a")
    try shown.key("alt+down")
    #expect(items.names == ["a", "c", "b", "d", "e"])
  }

  @Test("a focused row action differs from the focused row and the other actions in every theme")
  func focusedActions() throws {
    for theme in Theme.all {
      shown.application.requiredTheme = theme
      try shown.key("right")
      let grid = shown.application.render()
      let line = grid.lines[0]
      let columns = ["Keep", "Drop"].map { title in
        line.distance(from: line.startIndex, to: line.range(of: title)?.lowerBound ?? line.startIndex)
      }
      let styles = [0] + columns
      #expect(grid[styles[1], 0].style.attributes != grid[styles[2], 0].style.attributes || theme.name != "monochrome")
      #expect(grid[styles[1], 0].style != grid[styles[0], 0].style)
      #expect(grid[styles[1], 0].style == theme[.focused].over(theme[.text]))
      try shown.key("left")
    }
  }

  @Test("a visible focused row stays visible on a smaller screen")
  func smaller() throws {
    try shown.key("end")
    shown.application.resize(to: Size(width: 20, height: 2))
    #expect(shown.text.contains { $0.hasPrefix("› e") })
  }
}

/// A model of lists of which rows are moved from one to another.
@MainActor
@Suite("Moving rows between sections")
struct RowMovingTests {
  private final class Lists: TableViewDataSource {
    var lists: [[String]]
    let hasHeaders: Bool
    let isNamed: Bool
    init(_ lists: [[String]], hasHeaders: Bool, isNamed: Bool) {
      (self.lists, self.hasHeaders, self.isNamed) = (lists, hasHeaders, isNamed)
    }
    func numberOfSections(in table: TableView) -> Int { lists.count }
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { lists[section].count }
    func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? {
      hasHeaders ? Text("List \(section)") : nil
    }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      .text(lists[path.section][path.row], detail: nil, accessory: nil)
    }
    func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
      isNamed ? .string(lists[path.section][path.row]) : nil
    }
    func tableView(_ table: TableView, indexPathForModelIdentifier name: StateValue) -> IndexPath? {
      guard case .string(let name) = name else { return nil }
      for (section, list) in lists.enumerated() {
        if let row = list.firstIndex(of: name) { return IndexPath(section: section, row: row) }
      }
      return nil
    }
    func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool {
      lists[to.section].insert(lists[from.section].remove(at: from.row), at: to.row)
      return true
    }
    func name(at path: IndexPath) -> String { lists[path.section][path.row] }
  }

  @Test(
    "keys move a row through all sections, and focus and selection follow it", arguments: [true, false], [true, false])
  func keys(hasHeaders: Bool, isNamed: Bool) throws {
    let model = Lists([["a", "b"], [], ["c"]], hasHeaders: hasHeaders, isNamed: isNamed)
    let table = TableView()
    table.dataSource = model
    table.allowsMultipleSelection = true
    let shown = TestApplication(view: table, width: 30, height: 10)
    for name in ["b", "c"] { try shown.automation.tap(name) }
    try shown.automation.tap("a")
    try shown.key("enter")
    let selected = Set(table.indexPathsForSelectedRows.map(model.name))
    #expect(selected == ["b", "c"])
    table.isEditing = true
    let expected = [
      [["b", "a"], [], ["c"]], [["b"], ["a"], ["c"]], [["b"], [], ["a", "c"]], [["b"], [], ["c", "a"]],
      [["b"], [], ["c", "a"]],
    ]
    for lists in expected {
      try shown.key("alt+down")
      #expect(model.lists == lists)
      #expect(table.focusedIndexPath.map(model.name) == "a")
      #expect(Set(table.indexPathsForSelectedRows.map(model.name)) == selected)
    }
    for lists in expected.dropLast(2).reversed() + [[["a", "b"], [], ["c"]]] {
      try shown.key("alt+up")
      #expect(model.lists == lists)
      #expect(table.focusedIndexPath.map(model.name) == "a")
      #expect(Set(table.indexPathsForSelectedRows.map(model.name)) == selected)
    }
  }

  @Test(
    "a dragged row comes to the line under the mouse, also beside the only row of a section", arguments: [true, false])
  func dragging(hasHeaders: Bool) {
    let model = Lists([["a"], ["b", "c"]], hasHeaders: hasHeaders, isNamed: true)
    let table = TableView()
    table.dataSource = model
    table.isEditing = true
    let shown = TestApplication(view: table, width: 30, height: 10)
    func line(of name: String) -> Int { shown.text.firstIndex { $0.hasPrefix("› \(name)") } ?? -1 }
    _ = shown.text
    let top = hasHeaders ? 1 : 0
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 29, y: top))))
    for y in Array(top...8) + [3, 2, 0] {
      shown.application.handle(.mouse(MouseEvent(.drag(button: 1), at: Point(x: 29, y: y))))
      let last = hasHeaders ? 4 : 2
      #expect(line(of: "a") == max(top, min(y, last)), "\(y) \(model.lists)")
    }
    // Without a header, the first place of a section looks like the last one of an empty section before it.
    if hasHeaders { #expect(model.lists == [["a"], ["b", "c"]]) }
  }
}

@MainActor
@Suite("Small screens")
struct SmallScreenTests {
  private func sizes(_ shown: TestApplication, _ body: (Size) -> Void) {
    for (width, height) in [(80, 24), (20, 5), (20, 4), (14, 5)] {
      shown.application.resize(to: Size(width: width, height: height))
      _ = shown.application.render()
      body(Size(width: width, height: height))
    }
  }

  @Test("the selected tab keeps its title, and every tab a cell to click on")
  func tabs() throws {
    let names = ["Text", "Values", "Choices", "Tables", "Looking", "Contain"]
    let tabs = TabBarController()
    try tabs.setViewControllers(names.map { Page($0) })
    let shown = TestApplication(tabs, width: 20, height: 5)
    shown.application.theme = .terminal
    for name in names {
      try shown.automation.tap(name)
      #expect(shown.text.last?.contains("●\(name)") == true)
    }
    #expect((shown.text.last ?? "").cellWidth <= 20)
  }

  @Test("an alert's actions stay visible, however long its message is")
  func alerts() throws {
    let root = Page("root")
    let shown = TestApplication(root)
    shown.application.theme = .terminal
    let alert = AlertController()
    alert.title = "Delete the whole list?"
    alert.message = "This cannot be undone, and nobody will be able to bring it back for you."
    for title in ["Cancel", "Delete"] { alert.addAction(.init(title: title)) }
    try root.present(alert)
    sizes(shown) { size in
      let text = shown.application.render().text
      for title in ["Cancel", "Delete"] { #expect(text.contains("[ \(title) ]"), "\(title) at \(size)") }
    }
  }

  @Test("the focused view is visible in forms, scroll views and views that fill the remaining space")
  func focus() throws {
    func field(_ text: String) -> TextField {
      let field = TextField()
      field.text = text
      return field
    }
    let form = VStack()
    form.spacing = 1
    for index in 0..<9 { form.addSubview(field("field \(index)")) }
    let scroll = ScrollView()
    for index in 0..<9 { scroll.addSubview(field("inner \(index)")) }
    let list = TableView()
    list.rows = ["row"]
    list.border = .rounded
    let both = VStack()
    for view in [form, scroll, list] { both.addSubview(view) }
    let shown = TestApplication(view: both, width: 80, height: 40)
    for view in (form.subviews + scroll.subviews + [list]).compactMap({ $0 }) {
      shown.application.resize(to: Size(width: 80, height: 40))
      view.becomeFirstResponder()
      sizes(shown) { size in
        let wanted = (view as? TextField)?.text ?? "› row"
        #expect(shown.application.render().text.contains(wanted), "\(wanted) at \(size)")
      }
    }
  }
}
