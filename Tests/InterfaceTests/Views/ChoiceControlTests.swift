import TestApplication
import StateRestoration
import Testing

@testable import Interface

@Suite("Choice controls")
@MainActor
struct ChoiceControlTests {
  private final class Changes { var count = 0 }
  private let changes = Changes()

  private func shown(_ control: ChoiceControl, height: Int = 8) -> TestApplication {
    control.items = ["Small", "Medium", "Large"]
    control.onChange = { [changes] _ in changes.count += 1 }
    let stack = VStack()
    stack.addSubview(control)
    return TestApplication(view: stack, width: 24, height: height)
  }

  @Test("a radio group starts without a choice; keys, digits and clicks choose, with one notification each")
  func radio() throws {
    let group = RadioGroup()
    let shown = shown(group)
    #expect(group.selectedIndex == nil && shown.text == ["( ) Small", "( ) Medium", "( ) Large"])
    try shown.key("down")
    #expect(group.selectedIndex == 0)
    try shown.key("down", "down")
    #expect(shown.text == ["( ) Small", "( ) Medium", "(●) Large"])
    try shown.key("2")
    try shown.automation.tap("Small")
    try shown.automation.tap("Small")
    #expect(group.selectedIndex == 0 && changes.count == 5)
  }

  @Test("a radio group without room for all items shows the chosen one")
  func shortRadio() throws {
    let group = RadioGroup()
    let shown = shown(group, height: 2)
    group.selectedIndex = 2
    #expect(shown.text == ["( ) Medium", "(●) Large"])
  }

  @Test("of segments wider than the control, the selected one is visible; clicks on the marks go to the next ones")
  func narrowSegments() throws {
    let control = SegmentedControl()
    let shown = TestApplication(view: control, width: 24, height: 2)
    shown.application.theme = .terminal
    control.segments = ["alpha", "beta", "gamma", "delta", "epsilon"]
    control.selectedSegmentIndex = 0
    func click(_ x: Int) {
      shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: x, y: 0))))
      shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: x, y: 0))))
    }
    #expect(shown.text == ["●alpha  beta  gamma    ›"])
    try shown.key("right", "right", "right")
    #expect(shown.text == ["‹ ●delta  epsilon"])
    click(0)
    #expect(control.selectedSegmentIndex == 2 && shown.text == [" alpha  beta ●gamma    ›"])
    click(23)
    #expect(control.selectedSegmentIndex == 3)
    click(11)
    #expect(control.selectedSegmentIndex == 4 && shown.text == ["‹  delta ●epsilon"])
    #expect(control.tapPoint(forTitle: "delta") == Point(x: 3, y: 0) && control.tapPoint(forTitle: "alpha") == nil)
    control.selectedSegmentIndex = 2
    shown.application.resize(to: Size(width: 6, height: 2))
    #expect(shown.text == ["●gam…"])
  }

  @Test("a pop-up button shows its first item, opens a menu, and Escape leaves the choice unchanged")
  func menu() throws {
    let button = PopUpButton()
    let shown = shown(button)
    #expect(button.selectedIndex == 0 && shown.text == [" Small  ▾"])
    try shown.key("enter")
    #expect(shown.text.contains { $0.contains("Medium") })
    try shown.key("down", "escape")
    #expect(button.selectedIndex == 0 && changes.count == 0 && shown.text == [" Small  ▾"])
    try shown.key("space", "down", "enter")
    #expect(button.selectedIndex == 1 && changes.count == 1 && shown.text == [" Medium ▾"])
  }

  @Test("in a menu letters select items by prefix, a click chooses, and a click elsewhere closes it")
  func menuByLettersAndMouse() throws {
    let button = PopUpButton()
    let shown = shown(button)
    try shown.key("enter", "l", "enter")
    #expect(button.selectedIndex == 2)
    try shown.key("enter")
    try shown.automation.tap("Medium")
    #expect(button.selectedIndex == 1 && shown.text == [" Medium ▾"])
    try shown.key("enter")
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 23, y: 7))))
    #expect(button.selectedIndex == 1 && shown.text == [" Medium ▾"])
  }

  @Test("the click that closes a menu has no effect on the control below it")
  func clickBesideMenu() {
    let button = PopUpButton()
    button.items = ["Small", "Medium"]
    let below = Button()
    below.title = "Send"
    var sent = 0
    below.onChange = { _ in sent += 1 }
    let stack = VStack()
    stack.spacing = 5
    stack.addSubview(button)
    stack.addSubview(below)
    let shown = TestApplication(view: stack, width: 24, height: 8)
    let place = below.convertToWindow(Point(x: 2, y: 0))
    func mouse(_ action: MouseEvent.Action) { shown.application.handle(.mouse(MouseEvent(action, at: place))) }
    func click() {
      mouse(.press(button: 1))
      mouse(.release(button: 1))
    }
    click()
    #expect(sent == 1)
    button.activate()
    #expect(shown.application.keyWindow?.overlay != nil)
    click()
    #expect(shown.application.keyWindow?.overlay == nil && sent == 1)
    mouse(.release(button: 1))
    #expect(sent == 1)
    click()
    #expect(sent == 2)
  }

  @Test("a menu with more items than rows scrolls, and stays on the screen at every position")
  func longMenu() throws {
    let button = PopUpButton()
    let shown = shown(button, height: 6)
    button.items = (1...50).map { "Item \($0)" }
    button.selectedIndex = 40
    try shown.key("enter")
    #expect(shown.text.contains { $0.contains("Item 41") })
    try shown.key("end", "enter")
    #expect(button.selectedIndex == 49)
  }

  @Test("choosing in the menu of a button that was removed meanwhile has no effect")
  func goneButton() throws {
    let button = PopUpButton()
    let shown = shown(button)
    try shown.key("enter", "down")
    button.removeFromSuperview()
    try shown.key("enter")
    #expect(button.selectedIndex == 0 && changes.count == 0)
  }

  @Test("every choice control accepts an item's name by automation, and announces its choice and items")
  func words() throws {
    for control in [RadioGroup(), PopUpButton(), SegmentedControl()] {
      let shown = shown(control)
      let element = try #require(shown.application.keyWindow?.accessibilityElements.first)
      #expect(shown.automation.enter("large", into: element))
      #expect(control.accessibilityValue == "Large, of Small, Medium, Large")
      #expect(!shown.automation.enter("huge", into: element) && control.selectedIndex == 2)
    }
  }

  @Test(
    "a choice, no choice, and a choice whose items come later are restored",
    arguments: [0, 2, nil] as [Int?], [0, 1, 2])
  func restoration(choice: Int?, kind: Int) throws {
    func make() -> ChoiceControl { [RadioGroup(), PopUpButton(), SegmentedControl()][kind] }
    let old = make()
    old.items = ["a", "b", "c"]
    old.selectedIndex = choice
    let coder = StateCoder()
    old.encodeBuiltInState(with: coder)

    let ready = make()
    ready.items = ["a", "b", "c"]
    ready.selectedIndex = 1
    ready.decodeBuiltInState(with: coder)
    #expect(ready.selectedIndex == choice)

    let late = make()
    late.decodeBuiltInState(with: coder)
    let again = StateCoder()
    late.encodeBuiltInState(with: again)
    #expect(again.decodeInteger(forKey: late.stateKey) == choice ?? -1)
    late.items = ["a", "b", "c"]
    #expect(late.selectedIndex == choice)
  }

  @Test("if a chosen item no longer exists, a pop-up button has its first item, other controls none")
  func shrinking() {
    for (control, expected) in [(RadioGroup(), nil), (PopUpButton(), 0), (SegmentedControl(), nil)]
      as [(ChoiceControl, Int?)]
    {
      control.items = ["a", "b", "c"]
      control.selectedIndex = 2
      control.items = ["a"]
      #expect(control.selectedIndex == expected)
    }
  }
}
