import Foundation
import Testing

/// Control-C at the prompt in a terminal interrupts the line, and nothing else.
@Suite("Interrupting lines of the prompt", .inRunOfItsOwn, .serialized)
struct InterruptTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.interrupt" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { view = ui.Label { text = "Ready" } } }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  static let lines = [
    "while true do end", "while true do pcall(function() while true do end end) end",
    "coroutine.wrap(function() while true do end end)()", "('x'):rep(1e4):find(('.-'):rep(40) .. 'y')",
    "local function f() return f() end f()", "ui.sleep(100)", "ui.task(function() ui.sleep(100) end):wait()",
    "ui.run { 'sleep', '100' }", "ui.await(function() end)",
    "io.read()", "io.read 'a'", "for line in io.lines() do end", "while true do pcall(io.read) end",
    "os.execute 'sleep 100'", "io.popen('sleep 100'):read()", "for line in io.popen('sleep 100'):lines() do end",
    "io.popen(\"trap '' INT; sleep 4\"):read()",
  ]

  @Test("Control-C soon ends any line with its traceback, and the app keeps running", arguments: lines)
  func prompt(line: String) async throws {
    let process = try TerminalProcess(Self.app, arguments: ["repl"])
    #expect(try await process.outputs("> "))
    process.type("\(line)\r")
    // While a line is edited, Control-C is a key.
    #expect(try await process.eventually { process.sendsSignals })
    try await Task.sleep(for: .milliseconds(400))
    let start = ContinuousClock.now
    process.type("\u{3}")
    #expect(try await process.outputs("error: interrupted"), "\(process.output)")
    #expect(try await process.outputs("stack traceback:"))
    #expect(ContinuousClock.now - start < .seconds(3))
    process.type("'go' .. 'es on'\r")
    // Control-D quits only while a line is edited.
    #expect(try await process.outputs("\"goes on\"\r\n\u{1b}[?2004h"), "\(process.output)")
    process.type("\u{4}")
    #expect(try await process.ended()?.end == .code(0))
  }

  @Test(
    "Control-C ends an endless launch, and nothing else",
    arguments: [
      "function app:didFinishLaunching() while true do end end return app",
      "function app:didFinishLaunching() io.read() end return app",
      "function app:didFinishLaunching() os.execute 'sleep 100' end return app",
    ])
  func launch(rest: String) async throws {
    let process = try TerminalProcess(
      "local app = require 'luahost'.Application { identifier = 'org.example.launch' } print 'begun' \(rest)",
      arguments: ["repl"])
    #expect(try await process.outputs("begun"))
    try await Task.sleep(for: .milliseconds(300))
    process.type("\u{3}")
    #expect(try await process.outputs("interrupted"), "\(process.output)")
    #expect(try await process.outputs("> "))
    process.type("'go' .. 'es on'\r")
    // Control-Q quits while a line is edited.
    #expect(try await process.outputs("\"goes on\"\r\n\u{1b}[?2004h"), "\(process.output)")
    process.type("unfinished\u{11}")
    #expect(try await process.ended()?.end == .code(0))
  }

  @Test("interrupting a script before it creates its app leaves no app", arguments: ["while true do end", "io.read()"])
  func loading(rest: String) async throws {
    let process = try TerminalProcess("print 'begun' \(rest)", arguments: ["repl"])
    #expect(try await process.outputs("begun"))
    try await Task.sleep(for: .milliseconds(300))
    process.type("\u{3}")
    #expect(try await process.ended()?.end == .code(1))
    #expect(process.output.contains("interrupted") && process.output.contains("app.lua:1: in main chunk"))
  }

  @Test("the time limit of a line pauses while the process is stopped")
  func standingStill() async throws {
    let process = try TerminalProcess(Self.app, arguments: ["repl"])
    #expect(try await process.outputs("> "))
    process.type("t = os.clock() while os.clock() - t < 1 do end return 'do' .. 'ne'\r")
    try await Task.sleep(for: .milliseconds(400))
    process.signal(SIGSTOP)
    try await Task.sleep(for: .seconds(8))
    process.signal(SIGCONT)
    #expect(try await process.outputs("\"done\""), "\(process.output)")
  }

  @Test(
    "in the overlay Control-C also interrupts lines; while none runs, the key is the app's",
    arguments: ["while true do end", "ui.sleep(100)", "os.execute 'sleep 100'", "io.popen('sleep 100'):read()"])
  func overlay(line: String) async throws {
    let process = try TerminalProcess(Self.app)
    #expect(try await process.outputs("Ready"))
    // F12, as xterm sends it.
    process.type("\u{1b}[24~")
    #expect(try await process.outputs("Escape closes"))
    process.type("\(line)\r")
    try await Task.sleep(for: .milliseconds(400))
    process.type("\u{3}")
    #expect(try await process.outputs("error: interrupted"), "\(process.output.suffix(500))")
    process.type("\u{1b}[24~")
    try await Task.sleep(for: .milliseconds(200))
    process.type("\u{3}")
    #expect(try await process.outputs("again to quit"))
    process.type("\u{3}")
    #expect(try await process.ended()?.end == .code(0))
  }
}
