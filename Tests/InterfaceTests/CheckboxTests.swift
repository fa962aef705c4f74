import TestApplication
import Testing

@testable import Interface

@Suite("Checkbox")
@MainActor
struct CheckboxTests {
  private let checkbox = Checkbox()
  private let shown: TestApplication
  private let changes = Changes()

  private final class Changes { var count = 0 }

  init() {
    checkbox.title = "Wrap lines"
    shown = TestApplication(view: checkbox, width: 20, height: 1)
    checkbox.onChange = { [changes] _ in changes.count += 1 }
  }

  @Test("a click anywhere on it and the space bar toggle a checkbox, with one notification each")
  func ticking() throws {
    #expect(shown.text == ["[ ] Wrap lines"])
    try shown.automation.tap("Wrap lines")
    #expect(checkbox.isOn && shown.text == ["[x] Wrap lines"])
    try shown.key("space")
    #expect(!checkbox.isOn && changes.count == 2)
  }

  @Test("a checkbox is truncated where space is short, and cannot be toggled while disabled")
  func limits() throws {
    shown.application.resize(to: Size(width: 8, height: 1))
    #expect(shown.text == ["[ ] Wra…"])
    checkbox.isEnabled = false
    try? shown.automation.tap("Wrap lines")
    #expect(!checkbox.isOn && changes.count == 0)
  }

  @Test("a checkbox's accessibility element has a name and a settable value")
  func words() {
    let element = shown.application.keyWindow?.accessibilityElements.first
    #expect(element?.text.hasPrefix("Wrap lines, checkbox, off") == true, "\(element?.text ?? "none")")
    #expect(checkbox.enterValue("on") && checkbox.isOn && !checkbox.enterValue("perhaps"))
  }
}
