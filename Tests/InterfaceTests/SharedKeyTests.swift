import TestApplication
import Testing

@testable import Interface

/// Keys shared by rows, texts and commands, and the order in which commands get them.
@Suite("Shared keys")
@MainActor
struct SharedKeyTests {
  private func table(_ count: Int = 100) -> TableView {
    let table = TableView()
    table.rows = (0..<count).map { "row \($0)" }
    return table
  }

  @Test("rows accept a pager's keys")
  func rows() throws {
    let table = table()
    let shown = TestApplication(view: table, height: 10)
    table.becomeFirstResponder()
    _ = shown.text
    for (key, row) in [
      ("j", 1), ("j", 2), ("k", 1), ("ctrl+d", 6), ("ctrl+u", 1), ("ctrl+f", 10), ("space", 19), ("ctrl+b", 10),
      ("G", 99), ("j", 99), ("space", 99), ("g", 0), ("k", 0), ("ctrl+u", 0),
    ] {
      try shown.key(key)
      #expect(table.focusedIndexPath?.row == row, "\(key)")
      #expect(shown.firstResponder === table && table.indexPathsForSelectedRows.isEmpty)
    }
  }

  @Test("Space selects and deselects where several rows can be selected")
  func space() throws {
    let table = table()
    table.allowsMultipleSelection = true
    let shown = TestApplication(view: table)
    table.becomeFirstResponder()
    try shown.key("j", "space")
    #expect(table.indexPathsForSelectedRows == [IndexPath(section: 0, row: 1)])
    try shown.key("space")
    #expect(table.indexPathsForSelectedRows.isEmpty)
  }

  @Test("fields and text views accept a shell's control keys", arguments: [true, false])
  func texts(isField: Bool) throws {
    let view: TextInput = isField ? TextField() : TextView()
    view.text = "abcd"
    let shown = TestApplication(view: view)
    view.becomeFirstResponder()
    func expect(_ key: String, _ text: String, at place: Int) throws {
      try shown.key(key)
      #expect(view.text == text && view.selectedRange.location == place, "\(key)")
    }
    try expect("ctrl+t", "abdc", at: 4)
    try expect("ctrl+b", "abdc", at: 3)
    try expect("ctrl+b", "abdc", at: 2)
    try expect("ctrl+t", "adbc", at: 3)
    try expect("ctrl+a", "adbc", at: 0)
    try expect("ctrl+t", "adbc", at: 0)
    try expect("ctrl+d", "dbc", at: 0)
    try expect("ctrl+f", "dbc", at: 1)
    try expect("ctrl+e", "dbc", at: 3)
    try expect("ctrl+d", "dbc", at: 3)
    try expect("ctrl+f", "dbc", at: 3)
  }

  @Test("a visible controller's command for such a key comes first", arguments: ["j", "G", "ctrl+d", "space", "/"])
  func commands(name: String) throws {
    let table = table()
    let shown = TestApplication(view: table)
    var count = 0
    shown.root.keyCommands = [KeyCommand(title: "Own", input: KeyPress(name: name)) { count += 1 }]
    table.becomeFirstResponder()
    try shown.key(name)
    #expect(count == 1 && table.focusedIndexPath?.row == 0)
    let field = TextField()
    field.text = "abc"
    let form = TestApplication(view: field)
    form.root.keyCommands = [KeyCommand(title: "Own", input: .control("b")) { count += 1 }]
    try form.key("ctrl+b", "j")
    #expect(count == 2 && field.text == "abcj")
  }

  @Test("a command's letter is text in a field and in a search")
  func letters() throws {
    let table = table()
    let shown = TestApplication(view: table)
    var count = 0
    shown.root.keyCommands = [KeyCommand(title: "Own", input: .character("j")) { count += 1 }]
    table.becomeFirstResponder()
    try shown.key("/", "j")
    #expect(count == 0 && table.search?.text == "j")
  }

  /// A split view with a field on each side, the left one in a navigation controller.
  private func split() throws -> (
    shown: TestApplication, left: ViewController, right: ViewController, fields: [TextField]
  ) {
    let (left, right, navigation, split) = (
      ViewController(), ViewController(), NavigationController(), SplitViewController()
    )
    let fields = [TextField(), TextField()]
    left.view = fields[0]
    right.view = fields[1]
    try navigation.setViewControllers([left])
    try split.setViewControllers([navigation, right])
    return (TestApplication(split, width: 90, height: 20), left, right, fields)
  }

  @Test("the primary side of a split view is focused at first")
  func initialFocus() throws {
    let (shown, _, _, fields) = try split()
    #expect(shown.firstResponder === fields[0])
  }

  @Test("commands of both sides of a split view work, those of the focused side first")
  func bothSides() throws {
    let (shown, left, right, fields) = try split()
    var heard: [String] = []
    left.keyCommands = [
      KeyCommand(title: "Left", input: .control("l")) { heard.append("left") },
      KeyCommand(title: "Both", input: .control("o")) { heard.append("left both") },
    ]
    right.keyCommands = [
      KeyCommand(title: "Right", input: .control("r")) { heard.append("right") },
      KeyCommand(title: "Both", input: .control("o")) { heard.append("right both") },
    ]
    for field in fields {
      shown.application.keyWindow?.makeFirstResponder(field)
      try shown.key("ctrl+l", "ctrl+r", "ctrl+o")
      let window = try #require(shown.application.keyWindow)
      let titles = window.commandSources.flatMap(window.commands).map(\.title)
      #expect(Set(titles) == ["Left", "Right", "Both"])
    }
    #expect(heard == ["left", "right", "left both", "left", "right", "right both"])
  }

  @Test("commands below a presented controller do not work")
  func presented() throws {
    let (shown, left, _, _) = try split()
    var count = 0
    left.keyCommands = [KeyCommand(title: "Left", input: .control("l")) { count += 1 }]
    let over = ViewController()
    over.view = TextField()
    try left.present(over)
    try shown.key("ctrl+l")
    #expect(count == 0)
  }

  @Test("an empty table can be focused first, and rows that load later do not change that")
  func emptyTable() {
    let (table, field) = (TableView(), TextField())
    let column = VStack()
    column.addSubview(field)
    column.addSubview(table)
    let shown = TestApplication(view: column)
    #expect(shown.firstResponder === field)
    let (empty, button) = (TableView(), Button())
    let other = VStack()
    other.addSubview(empty)
    other.addSubview(button)
    let second = TestApplication(view: other)
    #expect(second.firstResponder === empty)
    table.rows = ["a"]
    empty.rows = ["a"]
    _ = (shown.text, second.text)
    #expect(shown.firstResponder === field && second.firstResponder === empty)
  }

  @Test(
    "an alert focuses its first field, else cancel if an action is destructive, else the primary action")
  func alerts() throws {
    typealias Action = AlertController.Action
    let cases: [(styles: [Action.Style], title: String)] = [
      ([Action.Style.destructive, .cancel], "1"), ([.cancel, .default], "1"), ([.default, .cancel], "0"),
      ([.cancel], "0"), ([.destructive, .default, .cancel], "2"),
    ]
    for (styles, title) in cases {
      let shown = TestApplication(view: Button(), height: 14)
      let alert = AlertController()
      for (index, style) in styles.enumerated() { alert.addAction(Action(title: "\(index)", style: style)) }
      try shown.root.present(alert)
      #expect((shown.firstResponder as? Button)?.title == title)
    }
    let shown = TestApplication(view: Button(), height: 14)
    let alert = AlertController()
    let field = TextField()
    alert.addTextField(field)
    alert.addAction(Action(title: "OK"))
    try shown.root.present(alert)
    #expect(shown.firstResponder === field)
  }

  @Test("modifiers are parsed in any case, and so is a letter with Ctrl and without Shift")
  func names() {
    #expect(KeyPress(name: "Ctrl+S") == .control("s") && KeyPress(name: "CTRL+s") == .control("s"))
    #expect(KeyPress(name: "ctrl+shift+s") == .control("S") && KeyPress(name: "shift+s") == .character("S"))
    #expect(KeyPress(name: "alt+S") == .alt("S") && KeyPress(name: "S") == .character("S"))
    for key in [KeyPress.control("s"), .control("S"), .alt("S"), .character("S"), .key(.tab, .shift), .control("/")] {
      #expect(KeyPress(name: key.name) == key)
    }
    #expect(KeyPress.control("S").description == "Ctrl+Shift+S" && KeyPress.control("s").description == "Ctrl+S")
  }
}
