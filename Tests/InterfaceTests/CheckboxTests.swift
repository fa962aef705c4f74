import Shown
import Testing

@testable import Interface

@Suite("Checkbox")
@MainActor
struct CheckboxTests {
  private let checkbox = Checkbox()
  private let shown: Shown
  private let changes = Changes()

  private final class Changes { var count = 0 }

  init() {
    checkbox.title = "Wrap lines"
    shown = Shown(view: checkbox, width: 20, height: 1)
    checkbox.onChange = { [changes] _ in changes.count += 1 }
  }

  @Test("it is ticked by a click anywhere on it and by the space bar, and says so each time")
  func ticking() throws {
    #expect(shown.text == ["[ ] Wrap lines"])
    try shown.automation.tap("Wrap lines")
    #expect(checkbox.isOn && shown.text == ["[x] Wrap lines"])
    try shown.key("space")
    #expect(!checkbox.isOn && changes.count == 2)
  }

  @Test("it is cut where there is no room, and cannot be ticked while it is disabled")
  func limits() throws {
    shown.application.resize(to: Size(width: 8, height: 1))
    #expect(shown.text == ["[ ] Wra…"])
    checkbox.isEnabled = false
    try? shown.automation.tap("Wrap lines")
    #expect(!checkbox.isOn && changes.count == 0)
  }

  @Test("in words it is a checkbox with a name and a value, which can be said")
  func words() {
    let element = shown.application.keyWindow?.accessibilityElements.first
    #expect(element?.text.hasPrefix("Wrap lines, checkbox, off") == true, "\(element?.text ?? "none")")
    #expect(checkbox.enterValue("on") && checkbox.isOn && !checkbox.enterValue("perhaps"))
  }
}
