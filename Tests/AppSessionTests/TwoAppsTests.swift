import Foundation
import Interface
import Loop
import LuaScreens
import Testing

@testable import AppSession

@Suite("Two scripted apps in one process")
@MainActor
struct TwoAppsTests {
  private static func script(_ name: String) -> String {
    """
    local ui = require "luahost"
    local Counter = ui.ViewController:subclass "Counter"
    function Counter:loadView()
      self.label = ui.Label { text = "\(name) 0" }
      self.view = ui.VStack { self.label, ui.Button { title = "Fail", action = function() error("\(name) failed") end } }
    end
    function Counter:encodeRestorableState(coder) coder:encode("n", self.n or 0) end
    function Counter:decodeRestorableState(coder) self:show(coder:decodeInteger "n") end
    function Counter:show(n) self.n = n; local _ = self.view; self.label.text = "\(name) " .. n end
    local app = ui.Application { identifier = "org.example.\(name)", theme = "\(name == "one" ? "dark" : "light")" }
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = Counter { restorationIdentifier = "\(name)" } }
      ui.every(1, function() self.window.rootViewController:show((self.window.rootViewController.n or 0) + 1) end)
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    return app
    """
  }

  @MainActor
  private final class App {
    let session: AppSession
    var problems: [String] = []

    init(_ name: String, loop: MainLoop) throws {
      var configuration = ScriptHost.Configuration(script: "\(name).lua", screenSize: Size(width: 30, height: 4))
      configuration.source = TwoAppsTests.script(name)
      session = AppSession(configuration, storage: .memory, loop: loop)
      session.onProblem = { [unowned self] in problems.append("\($0)") }
      try session.load()
      try session.launch()
    }

    var screen: String { get throws { try session.running.application.render().text } }
    var events: [String] { get throws { try session.running.log.events.map(\.description) } }
  }

  @Test("two apps share the loop and keep timers, events, problems, themes and states apart across kills")
  func sideBySide() throws {
    let loop = MainLoop(.virtual)
    let (one, two) = (try App("one", loop: loop), try App("two", loop: loop))
    loop.advance(by: 3)
    #expect(try one.screen.hasPrefix("one 3") && two.screen.hasPrefix("two 3"))

    try one.session.running.turn { try Automation(one.session.running.application).tap("Fail") }
    #expect(one.problems.count == 1 && one.problems.first?.contains("one failed") == true && two.problems.isEmpty)
    #expect(try one.session.running.application.theme.name == "dark")
    #expect(try two.session.running.application.theme.name == "light")

    for app in [one, two] { try app.session.running.application.savePendingChanges() }
    one.session.kill()
    loop.advance(by: 4)
    #expect(try two.screen.hasPrefix("two 7"))
    try one.session.relaunch()
    #expect(try one.screen.hasPrefix("one 3"))
    loop.advance(by: 1)
    #expect(try one.screen.hasPrefix("one 4") && two.screen.hasPrefix("two 8"))
    #expect(try !one.events.contains { $0.hasPrefix("two") } && !two.events.contains { $0.hasPrefix("one") })
    #expect(try one.events.contains("one decodeRestorableState"))
  }

  @Test(
    "inspecting another app's objects during a turn does not change which app owns them")
  func nested() throws {
    let loop = MainLoop(.virtual)
    let (one, two) = (try App("one", loop: loop), try App("two", loop: loop))
    try one.session.running.turn {
      try two.session.running.turn {
        try two.session.running.evaluate("app.window.rootViewController:show(50)", name: "two") { _, _ in }
      }
      try one.session.running.evaluate(
        "local ui = require 'luahost'; local made = ui.ViewController {}; local _ = made.view", name: "one"
      ) { _, _ in }
    }
    #expect(try one.events.last == "<ViewController> viewDidLoad" && two.events.last != "<ViewController> viewDidLoad")
    #expect(try two.screen.hasPrefix("two 50"))
  }
}
