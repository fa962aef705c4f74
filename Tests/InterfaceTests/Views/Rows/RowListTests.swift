// Without @testable, like a list in another module.
import Interface
import TestApplication
import StateRestoration
import Testing

@Suite("Custom row list")
@MainActor
struct RowListTests {
  /// Nested items that expand, like an outline's.
  private final class Tree: RowListSource {
    var items: [(name: String, depth: Int)] = [("fruit", 0), ("apple", 1), ("pear", 1), ("tools", 0)]
    var chosen: [String] = []
    var asked = 0

    func lines() -> RowLines {
      var lines = RowLines()
      lines.appendSection(rowCount: items.count)
      return lines
    }
    func cellForRow(at path: IndexPath) -> TableCell {
      asked += 1
      return .text(items[path.row].name, detail: "\(items[path.row].depth)", accessory: nil)
    }
    func leadingTextForRow(at path: IndexPath) -> Text {
      Text(String(repeating: "  ", count: items[path.row].depth))
    }
    func nameForRow(at path: IndexPath) -> StateValue? { .string(items[path.row].name) }
    func indexPath(forName name: StateValue) -> IndexPath? {
      items.firstIndex { .string($0.name) == name }.map { IndexPath(section: 0, row: $0) }
    }
    func didSelectRow(at path: IndexPath) { chosen.append(items[path.row].name) }
  }

  /// A custom control on top of the list, with a key that expands and collapses.
  private final class Outline: RowList {
    var opened = 0
    override var keyBindings: [KeyBinding] {
      super.keyBindings + [KeyBinding("Open", [.character("o"): { self.opened += 1 }])]
    }
  }

  private let tree = Tree()
  private let list = Outline()
  private let shown: TestApplication

  init() {
    list.rowSource = tree
    shown = TestApplication(view: list, width: 20, height: 6)
    list.becomeFirstResponder()
  }

  @Test("the mouse wheel over a list without rows does not scroll the rows that come later")
  func wheelOverNoRows() {
    let items = tree.items
    tree.items = []
    list.reloadData()
    shown.application.handle(.mouse(MouseEvent(.wheel(rows: 3), at: Point(x: 3, y: 1))))
    tree.items = items + items + items
    list.reloadData()
    #expect(shown.text.first?.contains("fruit") == true && list.contentOffset == 0)
  }

  @Test("a list without room is one element with its number of lines, which focuses it")
  func noRoom() throws {
    let stack = VStack()
    let field = TextField()
    stack.addSubview(field)
    stack.addSubview(list)
    let shown = TestApplication(view: stack, width: 20, height: 1)
    field.becomeFirstResponder()
    let window = try #require(shown.application.keyWindow)
    let element = try #require(window.accessibilityElements.last)
    #expect(element.text == "table, 4 lines")
    try shown.automation.activate(element)
    #expect(list.isFirstResponder && tree.chosen.isEmpty)
    #expect(window.accessibilityElements.contains { $0.label == "fruit" })
  }

  @Test("a row is chosen if the mouse is pressed and released on it")
  func clicks() {
    func mouse(_ action: MouseEvent.Action, _ y: Int) {
      shown.application.handle(.mouse(MouseEvent(action, at: Point(x: 3, y: y))))
    }
    for (pressed, released) in [(1, 2), (1, 5), (5, 1), (2, 2)] {
      mouse(.press(button: 1), pressed)
      mouse(.release(button: 1), released)
    }
    #expect(tree.chosen == ["pear"])
  }

  @Test("a custom list draws, moves, searches and selects like a table, and has its own keys")
  func use() throws {
    let drawn = shown.text
    #expect(
      drawn.map { $0.split(separator: " ") } == [
        ["›", "fruit", "0"], ["apple", "1"], ["pear", "1"], ["tools", "0"],
      ])
    #expect(drawn[1].hasPrefix("    apple ") && drawn[1].count == 20)
    try shown.key("down", "enter", "o")
    #expect(tree.chosen == ["apple"] && list.opened == 1)
    #expect(list.focusedRow == IndexPath(section: 0, row: 1))
    try shown.key("/", "t", "o", "enter")
    #expect(list.focusedRow == IndexPath(section: 0, row: 3))
    #expect(list.keyHelp.map(\.title).contains("Open") && list.keyHelp.map(\.title).contains("Search"))
    try shown.automation.tap("pear")
    #expect(tree.chosen == ["apple", "pear"])
    #expect(list.indexPathsForSelectedRows == [IndexPath(section: 0, row: 2)])
  }

  @Test("a selection follows its item by name into the next launch, even if the item comes late")
  func places() throws {
    list.selectRow(IndexPath(section: 0, row: 2))
    let coder = StateCoder()
    list.encodeBuiltInState(with: coder)
    let (other, later) = (Tree(), Outline())
    other.items = [("fruit", 0), ("tools", 0)]
    later.rowSource = other
    later.decodeBuiltInState(with: coder)
    #expect(later.indexPathsForSelectedRows.isEmpty)
    other.items = [("fruit", 0), ("fig", 1), ("apple", 1), ("pear", 1), ("tools", 0)]
    later.reloadData()
    #expect(later.indexPathsForSelectedRows == [IndexPath(section: 0, row: 3)])
    #expect(later.focusedRow == IndexPath(section: 0, row: 3))
  }

  @Test("only visible rows are requested, of a hundred or a million")
  func onDemand() {
    func asked(_ count: Int) -> Int {
      tree.items = Array(repeating: ("row", 0), count: count)
      list.reloadData()
      list.contentOffset = count / 2
      tree.asked = 0
      _ = shown.application.keyWindow?.accessibilityElements
      _ = shown.text
      return tree.asked
    }
    let (hundred, million) = (asked(100), asked(1_000_000))
    #expect(hundred == million && hundred <= 18)
  }

  @Test("a list without a data source is empty, and safely accepts all keys and clicks")
  func empty() throws {
    let alone = RowList()
    let shown = TestApplication(view: alone, width: 10, height: 3)
    alone.becomeFirstResponder()
    alone.isEditing = true
    try shown.key("down", "enter", "/", "delete", "alt+up", "right", "end")
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: .zero)))
    shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: .zero)))
    #expect(alone.indexPathsForSelectedRows.isEmpty && alone.sectionCount == 0 && alone.focusedRow == nil)
  }
}
