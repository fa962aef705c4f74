import Seeded
import StateRestoration
import TestApplication
import Testing

@testable import Interface

/// Rows with identifiers, in sections.
@MainActor
private final class Items: TableViewDataSource {
  var sections: [[Int]]
  init(_ sections: [[Int]]) { self.sections = sections }

  func numberOfSections(in table: TableView) -> Int { sections.count }
  func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { sections[section].count }
  func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? { section == 1 ? "Others" : nil }
  func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
    .text("\(sections[path.section][path.row])", detail: nil, accessory: nil)
  }
  func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
    .integer(Int64(sections[path.section][path.row]))
  }
  func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? {
    guard case .integer(let item) = identifier else { return nil }
    for (section, items) in sections.enumerated() {
      if let row = items.firstIndex(of: Int(item)) { return IndexPath(section: section, row: row) }
    }
    return nil
  }
}

/// A selection follows its items whatever happens to the rows, compared with a plain set of items.
@Suite("Selection of changing rows")
@MainActor
struct FollowedSelectionTests {
  private static func table(_ items: Items) -> (TableView, TestApplication) {
    let table = TableView()
    table.dataSource = items
    table.allowsMultipleSelection = true
    let shown = TestApplication(view: table, width: 20, height: 8)
    table.becomeFirstResponder()
    return (table, shown)
  }

  private static func selected(_ table: TableView, _ items: Items) -> Set<Int> {
    Set(table.indexPathsForSelectedRows.map { items.sections[$0.section][$0.row] })
  }

  /// The model: the selected items, the focused one and the anchor of an extension.
  private struct Model {
    var items: [Int]
    var selected: Set<Int> = []
    var focused = 0
    var extended: (anchor: Int, others: Set<Int>)?

    /// Performs a key. The position in the list is that of the item.
    mutating func press(_ key: String) {
      let place = items.firstIndex(of: focused) ?? 0
      let target = key.hasSuffix("down") ? min(place + 1, items.count - 1) : max(place - 1, 0)
      switch key {
      case "down", "up":
        if target != place { extended = nil }
        focused = items[target]
      case "shift+down", "shift+up":
        let beginning = extended ?? (focused, selected)
        let anchor = items.firstIndex(of: beginning.anchor) ?? 0
        (extended, focused) = (beginning, items[target])
        selected = beginning.others.union(items[min(anchor, target)...max(anchor, target)])
      case "space":
        extended = nil
        if selected.remove(focused) == nil { selected.insert(focused) }
      default:
        extended = nil
        selected = selected.count == items.count ? [] : Set(items)
      }
    }
  }

  @Test("random keys, changes of rows and kills leave the selection that a set of items has", arguments: 1...12)
  func random(seed: Int) throws {
    var random = SeededGenerator(state: UInt64(seed))
    // The first seeds have many rows, all but a few of which are selected.
    let isLarge = seed <= 4
    let count = isLarge ? 12_000 : 30
    var next = count
    let items = Items([Array(0..<count / 2), Array(count / 2..<count)])
    var (table, shown) = Self.table(items)
    var model = Model(items: items.sections.flatMap { $0 })
    if isLarge {
      try shown.key("ctrl+a")
      model.press("ctrl+a")
    }
    for step in 0..<(isLarge ? 60 : 250) {
      let key =
        ["down", "up", "shift+down", "shift+up", "space", "down", "down"].randomElement(using: &random) ?? "down"
      var what = key
      switch Int.random(in: 0..<10, using: &random) {
      case 0:
        what = "shuffle"
        items.sections[0].shuffle(using: &random)
      case 1:
        what = "delete"
        guard items.sections[0].count > 2 else { continue }
        // The focused item stays, as which row is focused afterwards is not the subject.
        items.sections[0].removeAll { $0 != model.focused && $0 % 97 == step % 97 }
      case 2:
        what = "insert above"
        items.sections[0].insert(next, at: 0)
        next += 1
      case 3:
        what = "append"
        items.sections[1].append(next)
        next += 1
      case 4:
        what = "kill"
        let coder = StateCoder()
        table.encodeBuiltInState(with: coder)
        let saved = coder.encodedState()
        #expect(saved.count < 400_000, "seed \(seed), step \(step)")
        if Bool.random(using: &random) {
          what = "kill, and other rows at the next launch"
          items.sections[0].shuffle(using: &random)
        }
        (table, shown) = Self.table(items)
        table.decodeBuiltInState(with: StateCoder(decoding: saved))
      case 5 where !isLarge:
        what = "ctrl+a"
        try shown.key(what)
        model.press(what)
      default:
        try shown.key(key)
        model.press(key)
      }
      table.reloadData()
      model.items = items.sections.flatMap { $0 }
      model.selected.formIntersection(model.items)
      #expect(Self.selected(table, items) == model.selected, "seed \(seed), step \(step): \(what)")
      table.reloadIfNeeded()
      let focused = table.focusedRow.map { items.sections[$0.section][$0.row] }
      #expect(focused == model.focused, "seed \(seed), step \(step): \(what)")
      // A selection whose items moved ends its extension, also where the model does not know.
      if table.selection.extended == nil { model.extended = nil }
    }
  }

  @Test("the anchor of an extension survives a relaunch, also with rows that come late")
  func anchor() throws {
    let items = Items([Array(0..<20)])
    let (table, shown) = Self.table(items)
    try shown.key("space", "down", "down", "down", "shift+down", "shift+down", "shift+down")
    #expect(Self.selected(table, items) == [0, 3, 4, 5, 6])
    let coder = StateCoder()
    table.encodeBuiltInState(with: coder)
    let empty = Items([[]])
    let (later, screen) = Self.table(empty)
    later.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    _ = screen.text
    empty.sections = items.sections
    later.reloadData()
    _ = screen.text
    later.reloadData()
    try screen.key("shift+up", "shift+up", "shift+up", "shift+up")
    #expect(Self.selected(later, items) == [0, 2, 3])
  }

  @Test("all of a million rows are selected and saved at once")
  func million() throws {
    let rows = Million()
    let table = TableView()
    table.dataSource = rows
    table.allowsMultipleSelection = true
    let shown = TestApplication(view: table, width: 20, height: 8)
    table.becomeFirstResponder()
    try shown.key("ctrl+a")
    #expect(table.selection.rows.count == 1_000_000 && table.selection.rows.ranges.count == 1)
    try shown.key("down", "space")
    rows.asked = 0
    let coder = StateCoder()
    table.encodeBuiltInState(with: coder)
    #expect(coder.encodedState().count < 1_000 && rows.asked < 20)
    let (other, again) = (Million(), TableView())
    again.dataSource = other
    again.allowsMultipleSelection = true
    again.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    again.reloadIfNeeded()
    #expect(again.selection.rows == table.selection.rows && other.asked < 50)
    #expect(!again.selection.contains(IndexPath(section: 0, row: 1)))
    try shown.key("ctrl+a", "ctrl+a")
    #expect(table.selection.rows.isEmpty)
    try shown.key("home", "down", "shift+end")
    table.reloadData()
    try shown.key("shift+up")
    #expect(table.selection.rows.ranges == [RowRange(section: 0, rows: 1..<999_999)])
  }

  private final class Million: TableViewDataSource {
    var asked = 0
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { 1_000_000 }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      .text("\(path.row)", detail: nil, accessory: nil)
    }
    func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
      asked += 1
      return .integer(Int64(path.row))
    }
    func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? {
      guard case .integer(let row) = identifier else { return nil }
      return IndexPath(section: 0, row: Int(row))
    }
  }
}
