import StateRestoration
import Testing

@testable import Interface

@Suite("Help, commands and words")
@MainActor
struct OverlayTests {
  private func screen() -> (shown: Shown, field: TextField, page: ViewController) {
    let page = ViewController()
    page.restorationIdentifier = "page"
    let field = TextField()
    field.placeholder = "Name"
    let button = Button()
    button.title = "Save"
    let stack = VStack()
    stack.addSubview(field)
    stack.addSubview(button)
    page.view = stack
    return (Shown(page, width: 60, height: 20), field, page)
  }

  @Test("a key goes to the view first, then to the commands of the screen, then to those of the app")
  func order() throws {
    let (shown, field, page) = screen()
    var ran: [String] = []
    page.keyCommands = [
      KeyCommand(title: "Letter", input: KeyPress(.character("x"))) { ran.append("letter") },
      KeyCommand(title: "Page", input: KeyPress(.character("s"), modifiers: .control)) { ran.append("page") },
    ]
    shown.application.keyCommands = [
      KeyCommand(title: "App", input: KeyPress(.character("s"), modifiers: .control)) { ran.append("app") },
      KeyCommand(title: "Other", input: KeyPress(.function(5))) { ran.append("other") },
    ]
    try shown.key("x", "ctrl+s", "f5")
    #expect(field.text == "x")
    #expect(ran == ["page", "other"])
    try shown.key("tab", "x")
    #expect(ran == ["page", "other", "letter"])
  }

  @Test("what presents hears no keys, the app does")
  func modal() throws {
    let (shown, _, page) = screen()
    var ran: [String] = []
    page.keyCommands = [KeyCommand(title: "Page", input: KeyPress(.function(5))) { ran.append("page") }]
    shown.application.keyCommands = [KeyCommand(title: "App", input: KeyPress(.function(6))) { ran.append("app") }]
    let sheet = ViewController()
    try page.present(sheet)
    try shown.key("f5", "f6", "ctrl+p")
    #expect(ran == ["app"])
    #expect(!shown.text.joined().contains("Page"))
    #expect(shown.text.joined().contains("App"))
  }

  @Test("the help is no part of the app: not in its tree, its events or its saved state; the keys come back")
  func help() throws {
    let (shown, field, _) = screen()
    let events = shown.application.log.events.count
    let tree = shown.automation.tree
    try shown.key("f1")
    #expect(shown.text.joined(separator: "\n").contains("Select all"))
    #expect(shown.application.log.events.count == events)
    #expect(shown.automation.tree == tree)
    #expect(shown.firstResponder !== field)
    let coder = StateCoder()
    shown.root.encodeBuiltInState(with: coder)
    #expect(coder.decodeValue(forKey: "focus") == FocusPlace(of: field, in: shown.root)?.value)
    try shown.key("escape")
    #expect(shown.firstResponder === field)
    #expect(shown.application.log.events.count == events)
  }

  @Test("a question mark is text where text is typed, and help elsewhere")
  func questionMark() throws {
    let (shown, field, _) = screen()
    try shown.key("?")
    #expect(field.text == "?")
    try shown.key("tab", "?")
    #expect(shown.application.keyWindow?.overlay is HelpController)
  }

  @Test("the palette finds commands by letters in their order; an error in one is told")
  func palette() throws {
    struct Broken: Error {}
    let (shown, _, page) = screen()
    var problems: [Problem] = []
    shown.application.context.onProblem = { problems.append($0) }
    var ran = false
    page.keyCommands = [
      KeyCommand(title: "Duplicate line") { ran = true }, KeyCommand(title: "Delete everything") { throw Broken() },
    ]
    try shown.key("ctrl+p")
    try shown.automation.type("duln")
    #expect(shown.text.contains { $0.contains("Duplicate line") })
    #expect(!shown.text.contains { $0.contains("Delete everything") })
    try shown.key("enter")
    #expect(ran)
    #expect(shown.application.keyWindow?.overlay == nil)
    try shown.key("ctrl+p", "down", "enter")
    #expect(problems.count == 1)
    #expect(problems.first?.summary.contains("Delete everything") == true)
  }

  @Test("a screen is said in reading order: names, kinds, values")
  func words() {
    let (shown, field, page) = screen()
    let row = HStack()
    let label = Label()
    label.text = "Sound"
    let control = Switch()
    row.addSubview(label)
    row.addSubview(control)
    page.view.addSubview(row)
    let table = TableView()
    table.rows = ["one", "two"]
    table.selectRow(IndexPath(section: 0, row: 1))
    page.view.addSubview(table)
    control.isEnabled = false
    field.text = "Ada"
    let texts = shown.application.keyWindow?.accessibilityElements.map(\.text)
    #expect(
      texts == [
        "Name, text field, Ada, has the keys", "Save, button", "Sound, switch, off, cannot be used now", "one, row",
        "two, row, selected",
      ])
  }

  @Test("a value in words does what the hand would")
  func values() throws {
    let (shown, field, _) = screen()
    var changes = 0
    field.onChange = { _ in changes += 1 }
    let elements = try #require(shown.application.keyWindow?.accessibilityElements)
    #expect(shown.automation.enter("Grace", into: elements[0]))
    #expect(field.text == "Grace")
    #expect(changes > 0)
    #expect(!shown.automation.enter("x", into: elements[1]))
    let slider = Slider()
    slider.maximumValue = 200
    #expect(slider.enterValue("50%"))
    #expect(slider.value == 100)
    #expect(!slider.enterValue("much"))
    #expect(!slider.enterValue("nan"))
    let segments = SegmentedControl()
    segments.segments = ["Day", "Week"]
    #expect(segments.enterValue("week"))
    #expect(segments.selectedSegmentIndex == 1)
    #expect(!segments.enterValue("year"))
  }
}
