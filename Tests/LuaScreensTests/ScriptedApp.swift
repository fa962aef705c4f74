import ArchiveStore
import Interface
import Loop
import LuaRuntime
import LuaScreens
import StateRestoration

/// An app with an inline script, and a store in memory that outlives its launches.
@MainActor
final class ScriptedApp {
  let script: String
  let store: SQLiteArchiveStore
  private let loop = MainLoop(.virtual)
  private(set) var host: ScriptHost
  private(set) var problems: [String] = []
  private(set) var printed = ""

  /// Lua code that creates an application with a window, before the script's own lines.
  static let prologue = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.test", version = "1.0" }
    function app:shouldSaveApplicationState(coder) return true end
    function app:shouldRestoreApplicationState(coder) return true end
    function app:willFinishLaunching() self.window = ui.Window() end

    """

  /// Lua code that registers a plain table, `model`, which saves its field `n`.
  static let registeringModel = """
    model = { n = 0 }
    function model:encodeRestorableState(coder) coder:encode("n", self.n) end
    function model:decodeRestorableState(coder) self.n = coder:decode "n" end
    function app:willFinishLaunching()
      self.window = ui.Window()
      self:registerObjectForStateRestoration(model, "model")
    end
    """

  /// Launches an app from the prologue, these lines and `return app`.
  init(_ script: String, lua: LuaState.Options = .init(), launchOptions: [UInt8] = []) throws {
    self.script = script
    store = try SQLiteArchiveStore()
    host = try Self.load(script, lua: lua, loop: loop)
    begin(launchOptions: launchOptions)
  }

  private static func load(_ script: String, lua: LuaState.Options, loop: MainLoop) throws -> ScriptHost {
    var configuration = ScriptHost.Configuration(script: "app.lua", lua: lua)
    configuration.source = prologue + script + "\nreturn app"
    return try ScriptHost(configuration, loop: loop, onPrint: { _ in })
  }

  private func begin(launchOptions: [UInt8]) {
    host.onPrint = { [weak self] in self?.printed += String(decoding: $0, as: UTF8.self) }
    // Many of these scripts have no screen, which is a problem.
    host.onProblem = { [weak self] in
      if !$0.summary.contains("so nothing is shown") { self?.problems.append($0.description) }
    }
    host.launch(store: store, options: launchOptions)
    save()
  }

  var application: Application { host.application }
  var automation: Automation { Automation(host.application) }

  /// Writes the pending autosave.
  func save() {
    host.turn {}
    application.savePendingChanges()
  }

  /// Ends the app like SIGKILL and launches it again, with another script if one is given.
  func relaunch(_ script: String? = nil, lua: LuaState.Options = .init()) throws {
    host.close(runningFinalizers: false)
    problems = []
    host = try Self.load(script ?? self.script, lua: lua, loop: loop)
    begin(launchOptions: [])
  }

  /// Returns the results of an expression or statements, as `tostring` writes them, separated by commas.
  @discardableResult
  func eval(_ source: String) throws -> String {
    defer { save() }
    return try host.turn {
      try host.evaluate(source, name: "test") { stack, count in
        (0..<count).map { stack.describe(stack.top - count + 1 + $0) }.joined(separator: ", ")
      }
    }
  }

  /// Returns the message of a chunk's error; empty if there is none.
  func failure(_ source: String) -> String {
    do {
      try eval(source)
      return ""
    } catch let error as LuaError {
      return error.message
    } catch {
      return "\(error)"
    }
  }

  func advance(by seconds: Double) {
    host.timers.advance(to: host.timers.now + seconds)
    save()
  }

  /// Handles what processes and workers have sent.
  func poll() {
    loop.advance(by: 0)
    save()
  }

  var events: [String] { host.log.events.map(\.description) }
}
