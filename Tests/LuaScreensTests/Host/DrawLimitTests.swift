import Interface
import LuaRuntime
import Testing

@testable import LuaScreens

@Suite("Draw methods that exceed the time limit")
@MainActor
struct DrawLimitTests {
  private static let script = """
    calls = 0
    Slow = ui.View:subclass "Slow"
    function Slow:draw(canvas)
      calls = calls + 1
      if slow then while true do end end
      canvas:put(1, 1, "drawn")
    end
    slow = true
    function app:didFinishLaunching()
      page = ui.ViewController { view = ui.VStack { Slow(), Slow(), ui.Label { text = "beside" } } }
      self.window.rootViewController = page
      self.window:makeKeyAndVisible()
    end
    """

  @Test("an endless draw method is called once for all views that have it, until the app is reloaded")
  func once() throws {
    let app = try ScriptedApp(Self.script, lua: LuaState.Options(timeLimit: 0.2))
    for _ in 0..<3 { #expect(app.application.render().text.contains("beside")) }
    #expect(try app.eval("return calls") == "1")
    #expect(app.problems.count { $0.contains("time limit") } == 1)
    try app.eval("slow = false page.view:addSubview(Slow()) page.view.subviews[1]:setNeedsDisplay()")
    _ = app.application.render()
    #expect(try app.eval("return calls") == "1")
    try app.relaunch(Self.script.replacing("slow = true", with: "slow = false"))
    #expect(app.application.render().text.contains("drawn"))
  }

  @Test("a draw method that fails with another error is called again")
  func otherErrors() throws {
    let app = try ScriptedApp(
      Self.script.replacing("while true do end", with: "error 'once'"), lua: LuaState.Options(timeLimit: 0.2))
    _ = app.application.render()
    try app.eval("slow = false page.view.subviews[1]:setNeedsDisplay()")
    #expect(app.application.render().text.contains("drawn"))
  }
}
