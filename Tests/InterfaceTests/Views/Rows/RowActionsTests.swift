import TestApplication
import Testing

@testable import Interface

@Suite("Row actions")
struct RowActionsTests {
  private var shown: RowActions {
    RowActions(
      row: IndexPath(section: 0, row: 0),
      actions: [RowAction(title: "Keep") {}, RowAction(title: "漢字", isDestructive: true) {}])
  }

  @Test("actions are at the right, a cell apart, and each is hit on its own cells")
  func places() {
    let page = shown.page(width: 20)
    #expect(page.places.map(\.columns) == [7..<13, 14..<20])
    #expect([6, 7, 12, 13, 14, 19, 20].map(page.item) == [nil, 0, 0, nil, 1, 1, nil])
    #expect([0, 19].map(page.itemBeyond) == [nil, nil])
  }

  @Test("of actions wider than the row, the selected one is visible; a click on a mark selects the next one")
  @MainActor
  func overflow() throws {
    let root = ViewController()
    let table = TableView()
    let source = Actions()
    table.dataSource = source
    root.view = table
    let app = TestApplication(root, width: 20, height: 3)
    app.application.theme = .terminal
    try app.key("right")
    #expect(app.text[0] == "[Delete forever]   ›")
    try app.key("right")
    #expect(app.text[0] == "‹ [Flag] [Archive]")
    func click(_ x: Int) {
      for action in [MouseEvent.Action.press(button: 1), .release(button: 1)] {
        app.application.handle(.mouse(MouseEvent(action, at: Point(x: x, y: 0))))
      }
    }
    click(0)
    #expect(app.text[0] == "[Delete forever]   ›" && source.performed.isEmpty)
    click(19)
    click(10)
    #expect(source.performed == ["Archive"])
    try app.key("right")
    try app.automation.tap("Archive")
    #expect(source.performed == ["Archive", "Archive"])
  }

  @MainActor
  private final class Actions: TableViewDataSource {
    var performed: [String] = []
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { 1 }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      .text("row", detail: nil, accessory: nil)
    }
    func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] {
      ["Delete forever", "Flag", "Archive"].map { title in RowAction(title: title) { self.performed.append(title) } }
    }
  }

  @Test("arrows move between actions and close them left of the first; other keys pass on")
  func keys() {
    var shown = shown
    func press(_ key: KeyPress) -> RowActions.Outcome? { shown.handle(key) }
    #expect([press(.right), press(.right)] == [.stays, .stays])
    #expect(shown.selected == 1)
    #expect(press(.enter) == .performs && press(.space) == .performs)
    #expect(press(.left) == .stays && shown.selected == 0)
    #expect(press(.left) == .closes && press(.escape) == .closes)
    #expect(press(.down) == nil && press(.character("x")) == nil)
  }
}
