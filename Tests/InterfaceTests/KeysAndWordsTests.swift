import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Keys and accessibility of a screen")
@MainActor
struct KeysAndWordsTests {
  @Test("a key goes to the view first, then to the screen's commands, then to the app's")
  func order() throws {
    let (shown, field, page) = TestApplication.form()
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

  @Test("accessibility elements are in reading order, with names, roles and values")
  func words() {
    let (shown, field, page) = TestApplication.form()
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
        "Name, text field, Ada, focused", "Save, button", "Sound, switch, off, unavailable", "one, row",
        "two, row, selected",
      ])
  }

  @Test("setting an element's value has the effect of user input")
  func values() throws {
    let (shown, field, _) = TestApplication.form()
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
