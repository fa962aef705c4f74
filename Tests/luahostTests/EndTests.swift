import Foundation
import Testing

/// A process that is asked to exit does so in time, whatever its script does and whether or not its terminal reads.
@Suite("Process exit", .inRunOfItsOwn)
struct EndTests {
  /// Returns an app that shows when it is ready, and runs some code soon afterwards.
  private static func app(_ busy: String, before: String = "") -> String {
    """
    local ui = require "luahost"
    \(before)
    local app = ui.Application { identifier = "org.example.busy" }
    function app:didFinishLaunching()
      self.label = ui.Label { text = "Ready" }
      local root = ui.ViewController { restorationIdentifier = "root" }
      root.view = ui.VStack { self.label }
      self.window = ui.Window { rootViewController = root }
      self.window:makeKeyAndVisible()
      ui.after(0.05, function() \(busy) end)
    end
    function app:shouldSaveApplicationState() return true end
    function app:willTerminate() print "ended in order" end
    return app
    """
  }

  /// Runs an app until it is busy, asks it to exit, and returns the process and its end.
  private func end(
    _ script: String, by ask: (TerminalProcess) -> Void
  ) async throws -> (process: TerminalProcess, end: TerminalProcess.End?) {
    let process = try TerminalProcess(script)
    #expect(try await process.outputs("Ready"), "\(process.output)")
    try await Task.sleep(for: .milliseconds(300))
    ask(process)
    let ended = try await process.ended()
    // Two seconds, and what a busy machine adds; the script's own time limit was not exceeded.
    #expect(ended.map { $0.after < .seconds(15) } == true, "\(script): \(String(describing: ended))")
    #expect(!process.output.contains("time limit exceeded"), "\(process.output)")
    #expect(process.isLineAsBefore)
    #expect(!process.isOnAlternateScreen)
    return (process, ended?.end)
  }

  @Test(
    "an interruptible script is interrupted, and the app exits in order",
    arguments: [
      "while true do end", "while true do pcall(error) end",
      "string.find(('a'):rep(40), ('a?'):rep(40) .. ('a'):rep(41))",
    ])
  func busy(_ busy: String) async throws {
    let (process, end) = try await end(Self.app(busy)) { $0.signal(busy.contains("pcall") ? SIGHUP : SIGTERM) }
    #expect(end == .code(0))
    #expect(process.output.contains("ended in order"), "\(process.output)")
  }

  @Test(
    "scripts and their programs that read the terminal read nothing, and the keys remain the app's",
    arguments: ["io.read()", "io.stdin:read(1)", "os.execute 'cat'", "io.popen('cat'):read()"])
  func readsTerminal(read: String) async throws {
    let process = try TerminalProcess(Self.app("local value = \(read) self.label.text = 'value ' .. tostring(value)"))
    #expect(try await process.outputs("value \(read.contains("execute") ? "true" : "nil")"), "\(process.output)")
    process.type("\u{11}")
    #expect(try await process.ended()?.end == .code(0))
    #expect(process.isLineAsBefore)
  }

  @Test("Control-Q exits a busy app in order; a pasted one does not")
  func controlQ() async throws {
    let (process, end) = try await end(Self.app("while true do end")) { $0.type("abc\u{11}") }
    #expect(end == .code(0))
    #expect(process.output.contains("ended in order"), "\(process.output)")

    let other = try TerminalProcess(
      Self.app("local t = os.clock() while os.clock() < t + 0.8 do end self.label.text = 'Done'"))
    #expect(try await other.outputs("Ready"))
    try await Task.sleep(for: .milliseconds(200))
    other.type("\u{1b}[200~\u{11}\u{1b}[201~")
    #expect(try await other.outputs("Done"), "\(other.output)")
    other.type("\u{11}")
    #expect(try await other.ended()?.end == .code(0))
  }

  /// Long operations in the library, the collector and the host, between and during calls of the script.
  private static let long = [
    "local t = {} for i = 1, 1e6 do t[i] = i * 7919 % 1000003 end while true do table.sort(t, function(a, b) return a > b end) end",
    "keep = {} for i = 1, 1e6 do keep[i] = {} end while true do collectgarbage() end",
    "local t = {} for i = 1, 3e6 do t[i] = i end while true do for key in pairs(t) do end end",
    "local t = {} for i = 1, 3e6 do t[i] = i end for i = 1, 3e6 do t[i] = nil end while true do next(t) end",
    "self.stack:addSubview(ui.Label { text = ('word and word '):rep(1e6) })",
    "self.stack:addSubview(ui.TextView { text = ('word and word '):rep(1e6) })",
    "self.stack:addSubview(ui.TableView { dataSource = { numberOfSections = function() return 1e9 // 1 | 0 end, "
      + "numberOfRowsInSection = function() return 1 end, cellForRow = function() return '' end } })",
  ]

  @Test(
    "a long script is stopped in time, and text typed before is saved", .inRunOfItsOwn, .serialized, arguments: long
  )
  func takesLong(_ busy: String) async throws {
    let script = Self.app("")
      .replacingOccurrences(
        of: "local root = ui",
        with: """
          local field = ui.TextField { restorationIdentifier = "field" }
          function field.onChange() if field.text == "typed!" then \(busy) end end
          local root = ui
          """
      )
      .replacingOccurrences(
        of: "ui.VStack { self.label }", with: "ui.VStack { self.label, field }\nself.stack = root.view"
      )
      .replacingOccurrences(of: "ui.after", with: "field:becomeFirstResponder()\nui.after")
    let process = try TerminalProcess(script)
    #expect(try await process.outputs("Ready"))
    process.type("typed")
    #expect(try await process.outputs("typed"))
    // Until autosave has run.
    try await Task.sleep(for: .milliseconds(800))
    process.type("!")
    try await Task.sleep(for: .milliseconds(700))
    process.type("\u{11}")
    let ended = try await process.ended()
    #expect(ended.map { $0.after < .seconds(15) } == true, "\(process.output)")
    #expect(ended?.end == .code(0) || ended?.end == .code(1) && process.output.contains("the last save is kept"))
    #expect(process.isLineAsBefore && !process.isOnAlternateScreen)
    let saved = try await CommandRun(["archive", "show", process.folder.appendingPathComponent("state").path])
    #expect(saved.output.contains("typed"), "\(saved)")
  }

  @Test("Control-Q works even while the script is busy with the exit itself")
  func busyAtTheEnd() async throws {
    let script = Self.app("").replacingOccurrences(of: "print \"ended in order\"", with: "while true do end")
    let (process, end) = try await end(script) { $0.type("\u{11}") }
    #expect(end == .code(0))
    #expect(process.output.contains("willTerminate: the app is exiting"), "\(process.output)")
  }

  @Test("a script that cannot be interrupted is abandoned, and the message names its place")
  func stuck() async throws {
    let (process, end) = try await end(Self.app("os.execute \"trap '' TERM; sleep 60\"")) { $0.signal(SIGTERM) }
    #expect(end == .code(1))
    #expect(process.output.contains("timer: the callback ran longer than"), "\(process.output)")
    #expect(process.output.contains("it waits in execute at"))
    #expect(!process.output.contains("ended in order"))
  }

  @Test(
    "a script that waits for a program stops waiting, and the app exits in order",
    arguments: ["io.popen('sleep 60'):read('a')", "os.execute 'sleep 60'", "io.popen('sleep 60', 'w'):close()"])
  func waits(_ wait: String) async throws {
    let (process, end) = try await end(Self.app(wait)) { $0.signal(SIGTERM) }
    #expect(end == .code(0))
    // The call may return partial output or raise an error, depending on which comes first.
    #expect(process.output.contains("ended in order"), "\(process.output)")
  }

  @Test("an app that prolongs every callback exits nevertheless, with a message")
  func everyCallback() async throws {
    let script = Self.app(
      """
      local Busy = ui.ViewController:subclass "Busy"
      function Busy:encodeRestorableState() while true do pcall(error) end end
      for i = 1, 100 do self.window.rootViewController:addChild(Busy { restorationIdentifier = "b" .. i }) end
      """)
    let (process, end) = try await end(script) { $0.signal(SIGTERM) }
    #expect(end == .code(1))
    #expect(process.output.contains("encodeRestorableState: the callback ran longer than"), "\(process.output)")
  }

  @Test(
    "an app exits while its script is loaded, and without a screen",
    arguments: ["while true do end", "io.popen('sleep 60'):read('a')"],
    [["--headless"], ["--plain"], ["repl"], []])
  func everywhere(_ busy: String, arguments: [String]) async throws {
    let process = try TerminalProcess(Self.app("", before: busy), arguments: arguments)
    // Until the process handles the signals they have their default effect.
    try await Task.sleep(for: .milliseconds(700))
    process.signal(SIGTERM)
    let ended = try await process.ended()
    #expect(ended?.end == .code(0) && !process.output.contains("the app is exiting"), "\(process.output)")
    #expect(ended.map { $0.after < .seconds(15) } == true)
    #expect(process.isLineAsBefore && !process.isOnAlternateScreen)
  }

  @Test("the time limit ends an uninterruptible call, and the terminal is restored")
  func overdue() async throws {
    let process = try TerminalProcess(Self.app("io.popen('sleep 60'):read('a')"))
    #expect(try await process.outputs("Ready"))
    let ended = try await process.ended()
    #expect(ended?.end == .code(1))
    #expect(process.output.contains("timer: the callback ran longer than"), "\(process.output)")
    #expect(process.isLineAsBefore && !process.isOnAlternateScreen)
    // A cursor move after the message would have the shell's prompt written over it.
    try await Task.sleep(for: .milliseconds(500))
    process.read()
    let message = try #require(process.output.range(of: "luahost: timer", options: .backwards))
    #expect(!process.output[message.upperBound...].contains("\u{1b}"), "\(process.output[message.upperBound...])")
  }

  // MARK: Terminals that do not read

  /// An app that redraws its whole screen again and again.
  private static let restless = app(
    """
    local n = 0
    local function tick()
      n = n + 1
      local lines = {}
      for i = 1, 60 do lines[i] = string.rep(tostring((n + i) % 10), 190) end
      self.label.text = "turn " .. n .. " " .. table.concat(lines, " ")
      ui.after(0.01, tick)
    end
    tick()
    """)

  @Test("an app whose terminal does not read keeps running, skips frames, and later shows the latest one")
  func stalled() async throws {
    let process = try TerminalProcess(Self.restless, columns: 200, rows: 60)
    #expect(try await process.outputs("Ready"))
    try await Task.sleep(for: .milliseconds(1500))
    let before = process.output
    #expect(try await process.outputs("turn 1") || process.output != before)
    process.type("\u{11}")
    #expect(try await process.ended()?.end == .code(0))
    #expect(process.output.contains("ended in order"))
  }

  @Test(
    "an app whose terminal does not read exits on a signal",
    arguments: [[], ["--plain"], ["repl"], ["--headless"]])
  func stalledEnd(_ arguments: [String]) async throws {
    let print = "for i = 1, 1e5 do print(('x'):rep(1000)) end"
    let script = arguments.isEmpty ? Self.restless : Self.app(print)
    let process = try TerminalProcess(script, arguments: arguments, columns: 200, rows: 60)
    try await Task.sleep(for: .milliseconds(1000))
    process.signal(SIGTERM)
    let ended = try await process.ended(reads: false)
    #expect(ended != nil && ended?.end != .signal(SIGTERM), "\(String(describing: ended))")
    #expect(ended.map { $0.after < .seconds(15) } == true, "\(String(describing: ended))")
    #expect(process.isLineAsBefore)
  }

  @Test("a pipe without a reader does not terminate the app")
  func brokenPipe() async throws {
    let folder = FileManager.default.temporaryDirectory.appendingPathComponent("luahost-pipe-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let file = folder.appendingPathComponent("app.lua").path
    try Self.app("").replacingOccurrences(of: "print \"ended in order\"", with: "for i = 1, 1e5 do print(i) end")
      .write(toFile: file, atomically: true, encoding: .utf8)
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/bin/bash")
    process.arguments = [
      "-c", "\"$0\" --headless --state-dir \"$1/state\" \"$1/app.lua\" | head -1 >\"$1/out\"; exit ${PIPESTATUS[0]}",
      try CommandRun.command(), folder.path,
    ]
    try await withCheckedThrowingContinuation { (ended: CheckedContinuation<Void, any Error>) in
      process.terminationHandler = { _ in ended.resume() }
      do { try process.run() } catch { ended.resume(throwing: error) }
    }
    #expect(process.terminationReason == .exit && process.terminationStatus == 0)
  }
}
