import Testing

@testable import AppSession

@Suite("Control-C where nothing is selected")
struct InterruptRuleTests {
  @Test("the second press soon after the first ends the app")
  func twice() {
    var rule = InterruptRule()
    #expect(rule.pressed(at: 10) == .ask)
    #expect(rule.pressed(at: 11) == .quit)
  }

  @Test("a second press much later asks again, and so does one after another key")
  func apart() {
    var rule = InterruptRule()
    #expect(rule.pressed(at: 10) == .ask)
    #expect(rule.pressed(at: 20) == .ask)
    rule.otherKeyPressed()
    #expect(rule.pressed(at: 21) == .ask)
  }

  @Test("right after copying it never ends the app, however often it is pressed")
  func afterCopying() {
    var rule = InterruptRule()
    #expect(rule.pressed(at: 9) == .ask)
    rule.didCopy(at: 10)
    for time in [10.1, 10.2, 11, 12.9] { #expect(rule.pressed(at: time) == .copied) }
    #expect(rule.pressed(at: 14) == .ask)
  }
}
