import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Views")
@MainActor
struct ViewTests {
  private func label(_ text: String) -> Label {
    let label = Label()
    label.text = text
    return label
  }

  private func stack(_ stack: StackView, _ views: View...) -> StackView {
    for view in views { stack.addSubview(view) }
    return stack
  }

  @Test("stacks lay views out in sequence, and spacers push them apart")
  func stacks() {
    let row = stack(HStack(), label("left"), Spacer(), label("right"))
    let column = stack(VStack(), row, Spacer(), label("bottom"))
    #expect(
      TestApplication(view: column, width: 12, height: 4).application.render().lines == [
        "left   right", "", "", "bottom",
      ])
  }

  @Test("a hidden view takes no space, and too small a screen still shows the focused view")
  func smallScreens() {
    let hidden = label("hidden")
    hidden.isHidden = true
    let field = TextField()
    field.text = "field"
    let column = stack(VStack(), label("1"), hidden, label("2"), label("3"), label("4"), field)
    let shown = TestApplication(view: column, width: 10, height: 3)
    #expect(shown.text.contains("field"))
    #expect(!shown.text.contains("hidden"))
    for size in [Size(width: 0, height: 0), Size(width: 1, height: 1), Size(width: 500, height: 300)] {
      shown.application.resize(to: size)
      _ = shown.application.render()
    }
  }

  @Test("Tab and Shift-Tab cycle through focusable views, except disabled and hidden ones")
  func focus() throws {
    let (one, two, three) = (Button(), TextField(), Switch())
    one.title = "one"
    let disabled = Button()
    disabled.isEnabled = false
    let shown = TestApplication(view: stack(VStack(), one, disabled, two, three))
    #expect(shown.firstResponder === one)
    try shown.key("tab")
    #expect(shown.firstResponder === two)
    try shown.key("tab", "tab")
    #expect(shown.firstResponder === one)
    try shown.key("shift+tab")
    #expect(shown.firstResponder === three)
    try shown.key("space")
    #expect(three.isOn)
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: two.convertToWindow(.zero))))
    #expect(shown.firstResponder === two)
  }

  @Test("text editing supports words, ends, selection, undo, paste and grapheme clusters")
  func textEditing() throws {
    let field = TextField()
    let shown = TestApplication(view: stack(VStack(), field))
    try shown.automation.type("hello wörld")
    try shown.key("ctrl+left", "backspace")
    #expect(field.text == "hellowörld")
    try shown.key("alt+z")
    #expect(field.text == "hello wörld")
    try shown.key("home", "shift+right", "shift+right")
    #expect(field.selectedRange == .init(location: 0, length: 2))
    try shown.automation.type("J")
    #expect(field.text == "Jllo wörld")
    shown.application.handle(.paste("a\nb👨‍👩‍👧"))
    #expect(field.text == "Ja b👨‍👩‍👧llo wörld")
    try shown.key("backspace")
    #expect(field.text == "Ja bllo wörld")
    field.selectedRange = .init(location: 1000, length: -5)
    #expect(field.selectedRange.location <= field.text.count)
  }

  @Test("controls keep their values within their bounds")
  func bounds() throws {
    let slider = Slider()
    slider.minimumValue = 0
    slider.maximumValue = 10
    slider.value = 99
    #expect(slider.value == 10)
    slider.value = .nan
    #expect(!slider.value.isNaN)
    let progress = ProgressView()
    progress.progress = 7
    #expect(progress.progress == 1)
  }

  @Test("a scroll view shows a part, and keeps its offset within its content")
  func scrolling() throws {
    let scroll = ScrollView()
    for line in 1...50 { scroll.addSubview(label("line \(line)")) }
    let shown = TestApplication(view: scroll, height: 5)
    #expect(shown.text.first == "line 1                       ┃")
    try shown.key("pagedown")
    #expect(shown.text.first == "line 5                       │")
    scroll.contentOffset = Point(x: 0, y: 10_000)
    #expect(shown.text.last == "line 50                      ┃")
    shown.application.handle(.mouse(MouseEvent(.wheel(rows: -3), at: Point(x: 1, y: 1))))
    #expect(shown.text.last == "line 47                      │")
  }

  /// Rows identified by their items.
  final class Items: TableViewDataSource {
    var items: [String]
    var asked: Set<Int> = []
    var chosen: [Int] = []

    init(_ items: [String]) { self.items = items }

    func numberOfSections(in table: TableView) -> Int { 1 }
    func tableView(_ table: TableView, numberOfRowsInSection section: Int) -> Int { items.count }
    func tableView(_ table: TableView, cellForRowAt path: IndexPath) -> TableCell {
      asked.insert(path.row)
      return .text(items[path.row], detail: nil, accessory: nil)
    }
    func tableView(_ table: TableView, titleForHeaderInSection section: Int) -> Text? { nil }
    func tableView(_ table: TableView, canEditRowAt path: IndexPath) -> Bool { true }
    func tableView(_ table: TableView, commitDeleteAt path: IndexPath) -> Bool {
      items.remove(at: path.row)
      return true
    }
    func tableView(_ table: TableView, moveRowAt from: IndexPath, to: IndexPath) -> Bool {
      items.insert(items.remove(at: from.row), at: to.row)
      return true
    }
    func tableView(_ table: TableView, modelIdentifierForRowAt path: IndexPath) -> StateValue? {
      .string(items[path.row])
    }
    func tableView(_ table: TableView, indexPathForModelIdentifier identifier: StateValue) -> IndexPath? {
      items.firstIndex { .string($0) == identifier }.map { IndexPath(section: 0, row: $0) }
    }
    func tableView(_ table: TableView, trailingSwipeActionsForRowAt path: IndexPath) -> [RowAction] { [] }
    func tableView(_ table: TableView, didSelectRowAt path: IndexPath) { chosen.append(path.row) }
  }

  @Test("a table creates only visible rows")
  func rowsOnDemand() throws {
    let items = Items((0..<1_000_000).map { "row \($0)" })
    let table = TableView()
    table.dataSource = items
    let shown = TestApplication(view: table, height: 5)
    #expect(shown.text.map { $0.dropLast().trimmed } == ["› row 0", "  row 1", "  row 2", "  row 3", "  row 4"])
    #expect(shown.text.map(\.last) == ["┃", "│", "│", "│", "│"])
    try shown.key("end")
    #expect(shown.text.last?.dropLast().trimmed == "› row 999999")
    #expect(shown.text.last?.last == "┃")
    #expect(items.asked.count < 30)
    try shown.key("enter")
    #expect(items.chosen == [999_999])
  }

  @Test("selection and scroll position follow their items, even if these moved between launches")
  func modelIdentifiers() throws {
    let items = Items((0..<100).map { "item \($0)" })
    let table = TableView()
    table.dataSource = items
    let shown = TestApplication(view: table, height: 5)
    table.selectRow(IndexPath(section: 0, row: 40))
    table.scrollToRow(IndexPath(section: 0, row: 42))
    let top = shown.text.first
    let coder = StateCoder()
    table.encodeBuiltInState(with: coder)

    items.items.insert(contentsOf: ["new a", "new b"], at: 0)
    let other = TableView()
    other.dataSource = items
    other.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    let again = TestApplication(view: other, height: 5)
    #expect(again.text.first == top)
    #expect(other.indexPathsForSelectedRows == [IndexPath(section: 0, row: 42)])

    items.items.removeAll { $0 == "item 40" }
    let third = TableView()
    third.dataSource = items
    third.decodeBuiltInState(with: StateCoder(decoding: coder.encodedState()))
    _ = TestApplication(view: third, height: 5)
    #expect(third.indexPathsForSelectedRows == [])
  }

  @Test("keys delete and move rows while the table is edited")
  func editing() throws {
    let items = Items(["a", "b", "c"])
    let table = TableView()
    table.dataSource = items
    table.isEditing = true
    let shown = TestApplication(view: table)
    try shown.key("down", "alt+down")
    #expect(items.items.count == 3)
    try shown.key("delete")
    #expect(items.items.count == 2)
  }
}
