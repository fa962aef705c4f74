import Foundation
import Interface
import Loop
import LuaRuntime
import LuaScreens

@testable import AppSession

/// An app with an inline script, on a loop in real time, with a folder of its own.
@MainActor
final class ExternalResourcesApp {
  let session: AppSession
  let folder = NSTemporaryDirectory() + "luahost-outside-\(getpid())-\(UInt32.random(in: 0 ... .max))"
  private(set) var problems: [String] = []
  private(set) var printed = ""

  /// Launches the app of these lines, which have `folder` as a global.
  init(_ script: String, lua: LuaState.Options = .init()) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    var configuration = ScriptHost.Configuration(script: "app.lua", lua: lua)
    configuration.source = """
      local ui = require "luahost"
      folder = "\(folder)"
      local app = ui.Application { identifier = "org.example.outside" }
      function app:willFinishLaunching() self.window = ui.Window() end
      \(script)
      return app
      """
    session = AppSession(configuration, storage: .memory, loop: MainLoop())
    session.onPrint = { [weak self] in self?.printed += String(decoding: $0, as: UTF8.self) }
    // These apps have no screen, which is a problem.
    session.onProblem = { [weak self] in
      if !$0.summary.contains("so nothing is shown") { self?.problems.append($0.description) }
    }
    try session.load()
    try session.launch()
  }

  isolated deinit {
    session.kill()
    try? FileManager.default.removeItem(atPath: folder)
  }

  /// Returns the value of an expression as text.
  func eval(_ source: String) throws -> String {
    var result = ""
    try session.running.turn {
      try session.running.evaluate(source, name: "test", push: { _ in 0 }) { stack, count in
        if count > 0 { result = stack.describe(-count) }
      }
    }
    return result
  }

  /// Runs the loop until a condition is met, and returns whether it was met in time.
  @discardableResult
  func run(within seconds: Double = 10, until isMet: @escaping () -> Bool) -> Bool {
    let end = ContinuousClock.now + .seconds(seconds)
    let tick = session.loop.timers.every(0.005) {}
    defer { tick.cancel() }
    session.loop.run { [session] in
      if isMet() || ContinuousClock.now > end { session.loop.stop() }
    }
    return isMet()
  }

  /// Runs the loop until an expression is true.
  @discardableResult
  func run(within seconds: Double = 10, until expression: String) -> Bool {
    run(within: seconds) { [unowned self] in (try? eval(expression)) == "true" }
  }
}
