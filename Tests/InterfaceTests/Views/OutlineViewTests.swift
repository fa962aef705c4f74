import Seeded
import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Outline view")
@MainActor
struct OutlineViewTests {
  /// An item of the model: a class, distinguished by identity as tables are.
  private final class Item: Hashable {
    var name: String
    var items: [Item]
    init(_ name: String, _ items: [Item] = []) { (self.name, self.items) = (name, items) }
    static func == (left: Item, right: Item) -> Bool { left === right }
    func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
  }

  private final class Model: OutlineViewDataSource {
    var top = Item("")
    var asked = 0
    var reported: [String] = []
    private func item(_ item: AnyHashable?) -> Item { item?.base as? Item ?? top }
    func outlineView(_ outline: OutlineView, numberOfChildrenOfItem item: AnyHashable?) -> Int {
      self.item(item).items.count
    }
    func outlineView(_ outline: OutlineView, child index: Int, ofItem item: AnyHashable?) -> AnyHashable? {
      asked += 1
      let items = self.item(item).items
      return items.indices.contains(index) ? items[index] : nil
    }
    func outlineView(_ outline: OutlineView, isItemExpandable item: AnyHashable) -> Bool {
      !self.item(item).items.isEmpty
    }
    func outlineView(_ outline: OutlineView, cellForItem item: AnyHashable) -> TableCell {
      .text(self.item(item).name, detail: nil, accessory: nil)
    }
    func outlineView(_ outline: OutlineView, persistentObjectForItem item: AnyHashable) -> StateValue? {
      .string(self.item(item).name)
    }
    func outlineView(_ outline: OutlineView, itemForPersistentObject object: StateValue) -> AnyHashable? {
      var items = top.items
      while let item = items.popLast() {
        if .string(item.name) == object { return item }
        items += item.items
      }
      return nil
    }
    func findsItemsByPersistentObject(_ outline: OutlineView) -> Bool { true }
    func outlineView(_ outline: OutlineView, didExpandItem item: AnyHashable) { reported.append("open") }
    func outlineView(_ outline: OutlineView, didCollapseItem item: AnyHashable) { reported.append("close") }
    func outlineView(_ outline: OutlineView, didSelectItem item: AnyHashable) { reported.append("select") }
  }

  private let model = Model()
  private let outline = OutlineView()
  private let shown: TestApplication

  init() {
    model.top = Item("", [Item("fruit", [Item("apple"), Item("pear")]), Item("tools", [Item("saw")])])
    outline.dataSource = model
    shown = TestApplication(view: outline, width: 30, height: 8)
  }

  private func click(_ x: Int, _ y: Int) {
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: x, y: y))))
    shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: x, y: y))))
  }

  @Test("a click on the triangle expands and collapses; a click elsewhere selects")
  func triangle() {
    _ = shown.text
    click(2, 0)
    #expect(model.reported == ["open"] && outline.selectedItem == nil)
    _ = shown.text
    click(2, 0)
    #expect(model.reported == ["open", "close"])
    for x in [0, 1, 3, 4, 20] {
      click(x, 0)
      #expect(!outline.isItemExpanded(model.top.items[0]))
    }
    #expect(outline.selectedItem == AnyHashable(model.top.items[0]))
    // Releasing the mouse beside the triangle does nothing.
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 2, y: 0))))
    shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: 9, y: 0))))
    #expect(!outline.isItemExpanded(model.top.items[0]))
  }

  @Test("a row's accessibility element has its level and whether it is expanded, and can expand it")
  func words() throws {
    outline.expandItem(model.top.items[0])
    let elements = try #require(shown.application.keyWindow?.accessibilityElements)
    #expect(
      elements.map(\.text).prefix(4) == [
        "fruit, row, open, focused", "Close fruit, button", "apple, row, level 2", "pear, row, level 2",
      ])
    let close = try #require(elements.first { $0.label == "Open tools" })
    #expect(try shown.automation.activate(close))
    #expect(outline.isItemExpanded(model.top.items[1]))
  }

  @Test("a million children are loaded as they become visible; a search keeps none of them")
  func million() throws {
    let big = Item("big", (0..<1_000_000).map { Item("child \($0)") })
    model.top = Item("", [big, Item("after")])
    outline.reloadData()
    model.asked = 0
    outline.expandItem(big)
    _ = shown.text
    outline.contentOffset = 500_000
    _ = shown.text
    try shown.key("end")
    #expect(shown.text.last?.contains("after") == true)
    #expect(model.asked < 60)
    model.asked = 0
    outline.reloadData()
    outline.focusedItem = big.items[900_000]
    #expect(outline.focusedIndexPath?.row == 900_001)
    outline.search(for: "child 12345")
    while outline.isSearching { shown.application.timers.advance(to: shown.application.timers.now + 0.01) }
    #expect((outline.focusedItem?.base as? Item)?.name == "child 12345")
    #expect(outline.heldBytes < 100_000)
  }

  @Test(
    "Escape in a search returns to the item where it began, or to its parent if that was collapsed, also after a relaunch",
    arguments: [
      (change: "none", item: "saw"), (change: "reordered", item: "saw"), (change: "moved", item: "saw"),
      (change: "collapsed", item: "tools"), (change: "collapsed and expanded", item: "tools"),
      (change: "removed", item: "tools"),
    ])
  func searchOrigin(change: String, item: String) throws {
    for restarts in [false, true] {
      let run = OutlineViewTests()
      let (outline, model) = (run.outline, run.model)
      let (fruit, tools) = (model.top.items[0], model.top.items[1])
      outline.expandItem(nil, children: true)
      outline.becomeFirstResponder()
      outline.focusedItem = tools.items[0]
      try run.shown.key("/", "p")
      #expect((outline.focusedItem?.base as? Item)?.name == "apple")
      switch change {
      case "reordered": model.top.items.reverse()
      case "moved":
        fruit.items.append(tools.items.removeFirst())
        tools.items = [Item("axe")]
      case "collapsed", "collapsed and expanded": outline.collapseItem(tools)
      case "removed": tools.items = []
      default: break
      }
      outline.reloadData()
      if change == "collapsed and expanded" { outline.expandItem(tools) }
      _ = run.shown.text
      guard restarts else {
        try run.shown.key("escape")
        #expect((outline.focusedItem?.base as? Item)?.name == item, "\(change)")
        continue
      }
      let coder = StateCoder()
      outline.encodeBuiltInState(with: coder)
      let later = OutlineViewTests()
      later.model.top = model.top
      later.outline.becomeFirstResponder()
      later.outline.decodeBuiltInState(with: coder)
      _ = later.shown.text
      try later.shown.key("escape")
      #expect((later.outline.focusedItem?.base as? Item)?.name == item, "\(change), after a relaunch")
    }
  }

  // MARK: Comparison with a plain walk

  private var lines: [String] {
    outline.reloadIfNeeded()
    return (0..<outline.lines.count).map { row in
      let path = IndexPath(section: 0, row: row)
      let leading = outline.rowSource?.leadingTextForRow(at: path) ?? ""
      return leading.string + outline.words(ofRowAt: path).label
    }
  }

  /// - Parameter guides: the lines of the levels above, from the outermost.
  private static func expected(_ item: Item, open: Set<Item>, guides: String = "", isTop: Bool = true) -> [String] {
    item.items.enumerated().flatMap { index, child in
      let isLast = index == item.items.count - 1
      let branch = isTop ? "" : isLast ? "└─" : "├─"
      let sign = child.items.isEmpty ? isTop ? "  " : "─ " : open.contains(child) ? "▾ " : "▸ "
      guard open.contains(child), !child.items.isEmpty else { return [guides + branch + sign + child.name] }
      let below = isTop ? "" : guides + (isLast ? "  " : "│ ")
      return [guides + branch + sign + child.name] + expected(child, open: open, guides: below, isTop: false)
    }
  }

  private static func all(_ item: Item) -> [Item] { item.items.flatMap { [$0] + all($0) } }

  @Test(
    "after random changes and restoration the rows are those of a plain walk of the model",
    arguments: 0..<20)
  func anything(seed: UInt64) throws {
    shown.application.resize(to: Size(width: 160, height: 8))
    _ = shown.text
    var random = SeededGenerator(state: seed)
    var count = 0
    func make() -> Item {
      count += 1
      return Item("item \(count)")
    }
    model.top = Item("", (0..<4).map { _ in make() })
    var open: Set<Item> = []
    var selected: Item?
    outline.reloadData()
    var steps: [String] = []
    for _ in 0..<150 {
      let items = Self.all(model.top)
      let item = items.randomElement(using: &random) ?? model.top
      let choice = Int.random(in: 0..<9, using: &random)
      steps.append("\(choice) \(item.name)")
      switch choice {
      case 0, 1:
        outline.expandItem(item)
        if !item.items.isEmpty { open.insert(item) }
      case 2:
        outline.collapseItem(item)
        open.remove(item)
      case 3, 4:
        let new = make()
        item.items.insert(new, at: Int.random(in: 0...item.items.count, using: &random))
        outline.reloadData()
      case 5 where items.count > 3:
        for parent in [model.top] + items { parent.items.removeAll { $0 === item } }
        for gone in [item] + Self.all(item) {
          open.remove(gone)
          if selected === gone { selected = nil }
        }
        outline.reloadData()
      case 6:
        if items.contains(where: { $0 === item }) {
          outline.selectedItem = item
          selected = item
          // Its ancestors are expanded then.
          var child = item
          while let parent = items.first(where: { $0.items.contains { $0 === child } }) {
            open.insert(parent)
            child = parent
          }
        }
      case 7:
        model.top.items.shuffle(using: &random)
        outline.reloadData()
      default:
        let coder = StateCoder()
        outline.encodeBuiltInState(with: coder)
        outline.collapseItem(nil, children: true)
        outline.expandItem(items.first)
        outline.decodeBuiltInState(with: coder)
      }
      // An item that lost its children is collapsed.
      open = open.filter { !$0.items.isEmpty }
      try #require(lines == Self.expected(model.top, open: open), "\(steps)")
      try #require(outline.selectedItem?.base as? Item === selected, "\(steps)")
    }
  }
}
