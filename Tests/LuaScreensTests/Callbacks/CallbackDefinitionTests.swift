import Interface
import LuaRuntime
import Testing

@testable import LuaScreens

@Suite("Definitions of callbacks")
@MainActor
struct CallbackDefinitionTests {
  @Test("the trace of a life cycle, from launch to exit and restoration, names only callbacks that are defined")
  func trace() throws {
    let app = try ScriptedApp(
      """
      Screen = ui.ViewController:subclass "Screen"
      function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
      \(ScriptedApp.registeringModel)
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
        end
        self.window:makeKeyAndVisible()
      end
      """)
    try app.application.enterBackground()
    try app.relaunch()
    try app.application.terminate()
    let defined = Set(
      app.host.lua.hostClasses.flatMap { $0.callbacks.map(\.name) }
        + [RestorationCallbacks.objectWithRestorationIdentifierPath.name])
    let traced = Set(app.host.log.events.map(\.callback))
    #expect(traced.count > 10)
    #expect(traced.subtracting(defined) == [])
  }

  @Test("a result of another type is an error with the place of the function")
  func results() throws {
    let app = try ScriptedApp(
      """
      list = ui.TableView { restorationIdentifier = "list" }
      list.dataSource = { numberOfRowsInSection = function() return "many" end }
      pages = ui.PageViewController { viewControllers = { ui.ViewController() } }
      pages.dataSource = { viewControllerAfter = function() return "next" end }
      function app:didFinishLaunching()
        self.window.rootViewController = ui.ViewController { view = list }
        self.window:makeKeyAndVisible()
      end
      """)
    _ = app.application.render()
    #expect(app.problems.contains { $0.contains("the number of rows: expected an integer, got a string") })
    try app.eval("pages:goForward()")
    let message = "the result of viewControllerAfter: expected a ViewController or nil, got a string"
    #expect(app.problems.contains { $0.contains("app.lua:") && $0.contains(message) }, "\(app.problems)")
  }
}
