import Testing

@testable import AppSession

@Suite("Control-C without a selection")
struct InterruptRuleTests {
  @Test("a second press soon after the first exits the app")
  func twice() {
    var rule = InterruptRule()
    #expect(rule.pressed(at: 10) == .ask)
    #expect(rule.pressed(at: 11) == .quit)
  }

  @Test("a press much later, or after another key, asks again")
  func apart() {
    var rule = InterruptRule()
    #expect(rule.pressed(at: 10) == .ask)
    #expect(rule.pressed(at: 20) == .ask)
    rule.otherKeyPressed()
    #expect(rule.pressed(at: 21) == .ask)
  }

  @Test("right after copying, Control-C never quits the app, however often it is pressed")
  func afterCopying() {
    var rule = InterruptRule()
    #expect(rule.pressed(at: 9) == .ask)
    rule.didCopy(at: 10)
    for time in [10.1, 10.2, 11, 12.9] { #expect(rule.pressed(at: time) == .copied) }
    #expect(rule.pressed(at: 14) == .ask)
  }
}
