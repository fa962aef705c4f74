import AppSession
import Foundation
import LuaScreens

@testable import Foresight

/// A small app, a case that uses it, and the losses that are planted in it.
struct EverywhereCase: Sendable, CustomStringConvertible {
  let name: String
  let app: String
  /// The body of the case, with `app` and `t`.
  let steps: String
  /// The events with a loss; empty for an app without any.
  var events: Set<NeutralEvent> = []
  /// Parts of the report.
  var report: [String] = []
  /// Further options of the case, as Lua fields.
  var options = ""

  var description: String { name }

  /// An app with one screen.
  ///
  /// - Parameters:
  ///   - views: the views of the screen.
  ///   - methods: further methods of the screen, or of the application.
  static func app(views: String, methods: String = "", field: String = "") -> String {
    """
    local ui = require "luahost"
    local app
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.label = ui.Label { text = "0" }
      self.view = ui.VStack { self.label, \(views) }
      self.count = 0
    end
    function Screen:show() self.label.text = tostring(self.count) end
    function Screen:add() self.count = self.count + 1 self:show() end
    function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
    app = ui.Application { identifier = "org.example.everywhere" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
      end
      self.window:makeKeyAndVisible()
    end
    \(methods)
    return app
    """
  }

  /// Runs the case.
  ///
  /// - Parameters:
  ///   - events: the events to try; nil for those of ``options``.
  ///   - includesAll: whether the case is a common one, run by `--everywhere`.
  @MainActor
  func run(events: [NeutralEvent]? = nil, includesAll: Bool = false) throws -> TestRunner.Result {
    let chosen = events.map { "events = { \($0.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")) }," } ?? ""
    return try Self.run(
      app: app,
      test: includesAll
        ? "test.case('a case', function(t)\nlocal app = t:launch 'app.lua'\n\(steps)\nend)"
        : "test.everywhere('a case', 'app.lua', { \(chosen) \(options) }, function(app, t)\n\(steps)\nend)",
      includesAll: includesAll)
  }

  /// Runs a test file beside an app.
  @MainActor
  static func run(app: String, test: String, includesAll: Bool = false) throws -> TestRunner.Result {
    let folder = FileManager.default.temporaryDirectory.appending(path: "everywhere-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    try app.write(to: folder.appending(path: "app.lua"), atomically: true, encoding: .utf8)
    let file = folder.appending(path: "app.test.lua")
    try "local test = require 'luahost.test'\n\(test)\n".write(to: file, atomically: true, encoding: .utf8)
    let runner = try TestRunner(file.path)
    runner.onPrint = { _ in }
    EverywhereTests(includesAll: includesAll).install(in: runner)
    return runner.run()
  }
}
