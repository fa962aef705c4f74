import Foundation
import Interface
import LuaRuntime
import LuaScreens
import Testing

@testable import AppSession

private let isLuvInstalled = ["x86_64", "aarch64"].contains {
  FileManager.default.fileExists(atPath: "/usr/lib/\($0)-linux-gnu/lua/5.4/luv.so")
}

/// Behaviour of luv's callbacks beyond Tests/Scripts/luv.test.lua.
@Suite("luv", .enabled(if: isLuvInstalled, "install it: apt-get install lua-luv"))
@MainActor
struct LuvTests {
  private func launch(_ lines: String, lua: LuaState.Options = .init()) throws -> (AppSession, () -> [String]) {
    var configuration = ScriptHost.Configuration(script: "luv.lua", lua: lua)
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.luahost.luvtest" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController {} }
        self.window:makeKeyAndVisible()
        \(lines)
      end
      return app
      """
    let session = AppSession(configuration, storage: .memory)
    var problems: [String] = []
    session.onProblem = { problems.append($0.description) }
    try session.load()
    try session.launch()
    return (session, { problems })
  }

  /// Runs the session's loop until a condition is met, or for some seconds.
  private func run(_ session: AppSession, until isMet: @escaping () -> Bool) {
    let loop = session.loop
    let limit = loop.timers.after(10) { loop.stop() }
    loop.run { if isMet() { loop.stop() } }
    limit.cancel()
  }

  @Test("an endless loop in a luv callback is stopped, and other callbacks run")
  func endlessLoop() throws {
    let (session, problems) = try launch(
      """
      local uv = require "luv"
      local one, other = uv.new_timer(), uv.new_timer()
      one:start(1, 0, function() while true do pcall(error) end end)
      other:start(2, 0, function() done = true end)
      """, lua: .init(timeLimit: 0.2))
    let host = try session.running
    var isDone = false
    run(session) {
      try? host.evaluate("return done", name: "test") { stack, _ in isDone = stack.truth(-1) }
      return isDone
    }
    #expect(isDone)
    #expect(problems().count == 1 && problems()[0].contains("time limit exceeded"), "\(problems())")
    session.kill()
  }

  @Test("work that is due at once is complete when a launch has settled, even if the loop does not run")
  func settling() throws {
    let (session, problems) = try launch("require 'luv'.new_timer():start(0, 0, function() done = true end)")
    session.settle()
    try session.running.evaluate("assert(done)", name: "test") { _, _ in }
    #expect(problems() == [])
    session.kill()
  }

  @Test("signal handles do not replace the host's signal handlers")
  func signals() throws {
    let (session, problems) = try launch(
      """
      local uv = require "luv"
      local signal = uv.new_signal()
      signal:start("sigterm", print)
      signal:stop()
      """)
    try session.loop.takeSignals()
    defer { session.loop.returnSignals() }
    try session.running.evaluate(
      "local s = require 'luv'.new_signal() s:start('sigterm', print) s:stop()", name: "test"
    ) { _, _ in }
    var hasHeard = false
    let source = session.loop.watch(.terminate) { hasHeard = true }
    defer { source.cancel() }
    session.loop.timers.after(0.05) { kill(getpid(), SIGTERM) }
    run(session) { hasHeard }
    #expect(hasHeard)
    #expect(problems() == [])
    session.kill()
  }

  @Test("the sandbox refuses luv by name; without file access it is not found either")
  func sandbox() throws {
    let (session, problems) = try launch("require 'luv'", lua: .init(capabilities: []))
    #expect(problems().first?.contains("luv requires") == true, "\(problems())")
    session.kill()
  }

  @Test("if luv is not installed, the message names the package")
  func missing() throws {
    let (session, problems) = try launch("package.cpath = '/nowhere/?.so' require 'luv'")
    #expect(problems().first?.contains("apt-get install lua-luv") == true, "\(problems())")
    #expect(problems().first?.contains("/nowhere/luv.so") == true)
    session.kill()
  }

  @Test("a hundred launches that use luv leak no descriptor")
  func descriptors() throws {
    func open() throws -> Int { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
    func round() throws {
      let (session, _) = try launch(
        "local uv = require 'luv' uv.new_timer():start(1000, 0, print) uv.new_tcp():bind('127.0.0.1', 0) uv.fs_stat('/', print)"
      )
      session.kill()
    }
    try round()
    let before = try open()
    for _ in 0..<100 { try round() }
    // Other tests open descriptors meanwhile.
    #expect(try open() < before + 60)
  }
}
