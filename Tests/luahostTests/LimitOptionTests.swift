@testable import AppSession
import Foundation
import LuaRuntime
import LuaScreens
import Testing

@testable import luahost

@Suite("The options --sandbox and --memory-limit")
@MainActor
struct LimitOptionTests {
  /// Loads and launches a session's app, and evaluates a chunk at a prompt like F12's.
  private func evaluate(_ source: String, in session: AppSession) throws -> String {
    var output: [String] = []
    let prompt = Prompt(session, output: { output.append($0) }, errorOutput: { output.append($0) })
    session.onProblem = { prompt.report($0) }
    try session.load()
    try session.launch()
    _ = prompt.run(source)
    session.kill()
    return output.joined(separator: "\n")
  }

  private func script() throws -> URL {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-options-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    let script = folder.appendingPathComponent("app.lua")
    try """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.options" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController {} }
      self.window:makeKeyAndVisible()
    end
    return app
    """.write(to: script, atomically: true, encoding: .utf8)
    return script
  }

  @Test("sandbox and memory limit apply at the prompt, with a script and without")
  func prompts() throws {
    let script = try script()
    for arguments in [[], [script.path]] {
      func session(_ options: String...) throws -> AppSession {
        var arguments = arguments
        if !arguments.isEmpty { arguments += ["--state-dir", "\(script.path).\(UUID().uuidString)"] }
        return try ReplCommand.parse(options + arguments).makeSession()
      }
      #expect(try evaluate("io ~= nil", in: session()) == "true")
      #expect(try evaluate("io == nil and debug == nil", in: session("--sandbox")) == "true")
      #expect(try evaluate("return #('x'):rep(1 << 28)", in: session("--sandbox")).contains("memory"))
      #expect(try evaluate("return #('x'):rep(1 << 23)", in: session("--memory-limit", "4194304")).contains("memory"))
      #expect(try evaluate("return #('x'):rep(1 << 23)", in: session()) == "8388608")
    }
  }

  @Test("the options apply to the apps of tests, and a test can sandbox its app, which limits memory")
  func tests() throws {
    let script = try script()
    let file = script.deletingLastPathComponent().appendingPathComponent("app.test.lua")
    try """
    local test = require "luahost.test"
    test.case("plain", function(t)
      local app = t:launch "app.lua"
      t:expect(app:eval "return io == nil"):equals(expected.sandbox)
      t:expect(app:eval "return (pcall(string.rep, 'x', 1 << 23))"):equals(expected.enough)
    end)
    test.case("in the sandbox", function(t)
      local app = t:launch("app.lua", { sandbox = true })
      t:expect(app:eval "return io == nil and not pcall(string.rep, 'x', 1 << 28)"):isTrue()
    end)
    """.write(to: file, atomically: true, encoding: .utf8)
    for (options, sandbox, enough) in [
      ([], false, true), (["--sandbox"], true, true), (["--memory-limit", "4194304"], false, false),
    ] {
      let limits = try TestCommand.parse(options + [file.path]).limits.lua
      let runner = try TestRunner(file.path, apps: limits)
      runner.onPrint = { _ in }
      let stack = try runner.lua.stack
      stack.createTable()
      stack.push(sandbox)
      stack.rawSet(-2, "sandbox")
      stack.push(enough)
      stack.rawSet(-2, "enough")
      stack.setGlobal("expected")
      let result = runner.run()
      #expect(result.passed == 2 && result.failed == 0, "\(options)")
    }
  }
}
