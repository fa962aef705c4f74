import StateRestoration
import TestApplication
import Testing

@testable import Interface

@Suite("Automation")
@MainActor
struct AutomationTests {
  private let switches = [Switch(), Switch(), Switch()]

  private var shown: TestApplication {
    let stack = VStack()
    for (number, view) in switches.enumerated() {
      let row = HStack()
      let label = Label()
      label.text = "Number \(number + 1)"
      row.addSubview(label)
      row.addSubview(view)
      stack.addSubview(row)
    }
    return TestApplication(view: stack, width: 24, height: 8)
  }

  private var isOn: [Bool] { switches.map(\.isOn) }

  @Test("a place whose number is out of range does not exist", arguments: [.min, 0, 4, .max])
  func noSuchPlace(_ number: Int) {
    #expect(throws: AutomationError.self) { try shown.automation.tap("Number 2", number: number) }
  }

  @Test("the text beside a control without a title names it")
  func label() throws {
    try shown.automation.tap("Number 2")
    #expect(isOn == [false, true, false])
  }

  @Test("a path that ends in a class counts all of its views, with an identifier or without")
  func number() throws {
    let shown = shown
    let path = shown.automation.path(to: switches[2]).description
    #expect(path.hasSuffix("/<Switch>"))
    try shown.automation.tap(path, number: 3)
    #expect(isOn == [false, false, true])
    switches[1].restorationIdentifier = "second"
    try shown.automation.tap(path, number: 3)
    #expect(isOn == [false, false, false])
    try shown.automation.tap(path, number: 2)
    #expect(isOn == [false, true, false])
  }

  @Test("a selection focuses its view, and has no effect on a view that the user cannot use")
  func selection() throws {
    let (stack, field, table, radio) = (VStack(), TextField(), TableView(), RadioGroup())
    table.rows = ["one", "two", "three"]
    table.restorationIdentifier = "table"
    stack.addSubview(field)
    stack.addSubview(table)
    radio.items = ["a", "b"]
    radio.restorationIdentifier = "radio"
    stack.addSubview(radio)
    let shown = TestApplication(view: stack, width: 24, height: 12)
    field.becomeFirstResponder()
    try shown.automation.select("table", row: 1)
    #expect(table.isFirstResponder && table.indexPathsForSelectedRows == [IndexPath(section: 0, row: 1)])
    try shown.key("down", "enter")
    #expect(table.indexPathsForSelectedRows == [IndexPath(section: 0, row: 2)])
    try shown.automation.select("radio", row: 1)
    #expect(radio.isFirstResponder && radio.selectedIndex == 1)

    table.isEnabled = false
    try shown.automation.select("table", row: 0)
    #expect(radio.isFirstResponder && table.indexPathsForSelectedRows == [IndexPath(section: 0, row: 2)])
    table.isEnabled = true
    table.isHidden = true
    #expect(throws: AutomationError.self) { try shown.automation.select("table", row: 0) }
    table.isHidden = false
    try shown.application.keyWindow?.rootViewController?.present(AlertController())
    #expect(throws: AutomationError.self) { try shown.automation.select("table", row: 0) }
    #expect(table.indexPathsForSelectedRows == [IndexPath(section: 0, row: 2)])
  }

  @Test("a tap of a title that is scrolled out of sight scrolls to it; one that cannot be shown is an error")
  func clippedTitle() throws {
    let (stack, scroll, rows, table) = (VStack(), ScrollView(), VStack(), TableView())
    for number in 1...30 {
      let button = Button()
      button.title = "Button \(number)"
      button.onChange = { [pressed] _ in pressed.titles.append("Button \(number)") }
      rows.addSubview(button)
    }
    scroll.addSubview(rows)
    table.rows = (1...20).map { "row \($0)" }
    table.height = 4
    let segments = SegmentedControl()
    segments.segments = (1...9).map { "segment \($0)" }
    for view in [scroll, table, segments] as [View] { stack.addSubview(view) }
    let shown = TestApplication(view: stack, width: 30, height: 12)
    for title in ["Button 12", "Button 25", "Button 1"] {
      try shown.automation.tap(title)
      #expect(pressed.titles.last == title)
    }
    #expect(table.indexPathsForSelectedRows.isEmpty)
    #expect(throws: AutomationError.self) { try shown.automation.tap("segment 9") }
  }

  private let pressed = Pressed()
  private final class Pressed { var titles: [String] = [] }

  @Test("a row of a picker's wheel can be selected")
  func pickerRow() throws {
    let picker = PickerView()
    picker.components = [["a", "b", "c"], ["d", "e"]]
    picker.accessibilityIdentifier = "picker"
    let shown = TestApplication(view: picker)
    try shown.automation.select("picker", row: 2)
    try shown.automation.select("picker", row: 1, section: 1)
    #expect(picker.selectedRows == [2, 1])
    #expect(throws: AutomationError.self) { try shown.automation.select("picker", row: 2, section: 1) }
  }

  @Test("a click that a control handles is not passed on to its superview")
  func handledClicks() throws {
    final class Outer: VStack {
      var actions: [MouseEvent.Action] = []
      override func mouseEvent(_ event: MouseEvent) -> Bool {
        actions.append(event.action)
        return false
      }
    }
    let outer = Outer()
    let (text, choices, toggles) = (TextView(), RadioGroup(), ToggleGroup())
    (text.height, choices.items, toggles.items) = (1, ["a"], ["b"])
    let controls = [TextField(), text, Slider(), Stepper(), choices, toggles, DatePicker(), Button()] as [View]
    let label = Label()
    label.text = "label"
    for view in controls + [label] { outer.addSubview(view) }
    let shown = TestApplication(view: outer, width: 30, height: 12)
    for view in controls {
      let place = view.convertToWindow(.zero)
      shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: place)))
      shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: place)))
      #expect(outer.actions.isEmpty, "\(view.className)")
    }
    let place = label.convertToWindow(.zero)
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: place)))
    shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: place)))
    #expect(outer.actions == [.press(button: 1), .release(button: 1)])
  }
}
