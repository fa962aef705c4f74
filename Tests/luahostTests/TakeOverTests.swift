import Foundation
import Testing

/// Two processes that want the same session.
@Suite("Taking over a running session", .serialized)
struct TakeOverTests {
  /// An app with one field. Its process number distinguishes its first screen from later ones.
  private static let script = """
    local ui = require "luahost"
    local pid = io.open("/proc/self/stat"):read "n"
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.title = "My note"
      self.field = ui.TextField { restorationIdentifier = "field" }
      self.label = ui.Label { text = "" }
      self.view = ui.VStack { self.label, self.field }
    end
    function Note:viewDidAppear()
      self.field:becomeFirstResponder()
      self.label.text = ("ready-%d"):format(pid)
    end
    function Note:viewControllerWithRestorationIdentifierPath() return Note {} end
    local app = ui.Application { identifier = "org.example.takeover" }
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:shouldSaveApplicationState()
      self:ignoreSnapshotOnNextApplicationLaunch()
      return true
    end
    function app:shouldRestoreApplicationState() return true end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Note { restorationIdentifier = "note", restorationClass = Note }
      end
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// Starts a process that holds the session, with this text typed and saved.
  private func holder(typing text: String = "precious") async throws -> TerminalProcess {
    let process = try TerminalProcess(Self.script)
    #expect(try await process.outputs("ready-\(process.process)"), "\(process.output)")
    process.type(text)
    #expect(try await process.outputs(text), "\(process.output)")
    return process
  }

  private func state(_ process: TerminalProcess) -> String { process.folder.appendingPathComponent("state").path }
  private func app(_ process: TerminalProcess) -> String { process.folder.appendingPathComponent("app.lua").path }

  private func run(_ arguments: [String]) async throws -> CommandRun { try await CommandRun(arguments) }

  private func sessions(_ process: TerminalProcess) async throws -> [[String: Any]] {
    let list = try await run(["sessions", "--json", "--state-dir", state(process)])
    #expect(list.status == 0)
    let found = try JSONSerialization.jsonObject(with: Data(list.output.utf8)) as? [[String: Any]]
    return try #require(found)
  }

  @Test("the question names the holder; Enter takes over, and the old holder prints where the session continues")
  func enter() async throws {
    let first = try await holder()
    let second = try TerminalProcess(Self.script, beside: first)
    #expect(try await second.outputs("Continue here"), "\(second.output)")
    for text in ["\(first.process)", first.terminal, "since", "last key"] { #expect(second.output.contains(text)) }
    second.type("x\r")
    #expect(try await second.outputs("ready-\(second.process)"), "\(second.output)")
    #expect(second.output.contains("precious"))
    #expect(try await first.ended()?.end == .code(0))
    first.read()
    #expect(first.output.contains("Continued on \(second.terminal).\r\n"), "\(first.output)")
    #expect(first.isLineAsBefore && !first.isOnAlternateScreen)
    second.signal(SIGTERM)
    #expect(try await second.ended()?.end == .code(0))
    #expect(second.isLineAsBefore)
  }

  @Test("n starts the first free session beside it; q exits with 4")
  func besideAndQuit() async throws {
    let first = try await holder()
    let second = try TerminalProcess(Self.script, beside: first)
    #expect(try await second.outputs("Continue here"))
    second.type("n")
    #expect(try await second.outputs("ready-\(second.process)"), "\(second.output)")
    #expect(!second.output.contains("precious"))
    let third = try TerminalProcess(Self.script, beside: first)
    #expect(try await third.outputs("Continue here"))
    third.type("n\r")
    #expect(try await third.outputs("ready-\(third.process)"), "\(third.output)")
    let names = try await sessions(first).compactMap { $0["session"] as? String }
    #expect(names == ["main", "main-2", "main-3"])
    let fourth = try TerminalProcess(Self.script, beside: first)
    #expect(try await fourth.outputs("Continue here"))
    fourth.type("q")
    #expect(try await fourth.ended()?.end == .code(4))
    #expect(fourth.output.contains("another process (\(first.process)) holds this session"), "\(fourth.output)")
    #expect(fourth.isLineAsBefore)
    #expect(try await first.ended(within: .milliseconds(200)) == nil)
  }

  @Test("with --plain, the answer is a line, and any other line asks again")
  func lines() async throws {
    let first = try await holder()
    let second = try TerminalProcess(Self.script, arguments: ["--plain"], beside: first)
    for (count, line) in ["help", "1", "next", nil].enumerated() {
      try await second.expect("the question is asked again") {
        second.output.components(separatedBy: "Quit\r\n").count == count + 2
      }
      if let line { second.enter(line) }
    }
    #expect(try await first.ended(within: .milliseconds(200)) == nil)
    second.enter("")
    #expect(try await second.outputs("precious"), "\(second.output)")
    #expect(try await first.ended()?.end == .code(0))
    second.enter("quit")
    #expect(try await second.ended()?.end == .code(0))
  }

  @Test("a holder on another machine is named, and cannot be taken over")
  func otherMachine() async throws {
    let first = try await holder()
    let lock = state(first) + "/main.lock"
    let boot = try String(contentsOfFile: "/proc/sys/kernel/random/boot_id", encoding: .utf8).prefix(36)
    let text = try #require(String(data: Data(contentsOf: URL(fileURLWithPath: lock)), encoding: .isoLatin1))
    let other = text.replacingOccurrences(of: boot, with: String(boot.reversed()))
    let handle = try #require(FileHandle(forWritingAtPath: lock))
    try handle.write(contentsOf: try #require(other.data(using: .isoLatin1)))
    let second = try TerminalProcess(Self.script, beside: first)
    #expect(try await second.outputs("Quit"), "\(second.output)")
    #expect(second.output.contains("another machine") && !second.output.contains("Continue here"))
    second.type("\r")
    #expect(try await second.ended(within: .milliseconds(500)) == nil)
    second.type("q")
    #expect(try await second.ended()?.end == .code(4))
    let run = try await run(["--take-over", "--headless", "--state-dir", state(first), app(first)])
    #expect(run.status == 4 && run.errors.contains("(\(first.process))"))
    #expect(try await first.ended(within: .milliseconds(200)) == nil)
  }

  @Test("without a terminal the exit code is 4 and one line names the holder; --take-over takes over")
  func withoutTerminal() async throws {
    let first = try await holder()
    for arguments in [["--headless"], ["repl"], ["--plain"]] {
      let refused = try await run(arguments + ["--state-dir", state(first), app(first)])
      #expect(refused.status == 4 && refused.output.isEmpty, "\(refused)")
      #expect(refused.errors.contains("\(first.process)") && refused.errors.contains("--take-over"), "\(refused)")
      #expect(refused.errors.split(separator: "\n").count == 1, "\(refused)")
    }
    let taken = try await run(["--headless", "--take-over", "--state-dir", state(first), app(first)])
    #expect(taken.status == 0 && taken.output.contains("precious"), "\(taken)")
    #expect(try await first.ended()?.end == .code(0))
    #expect(first.output.contains("Continued in process "))
  }

  @Test(
    "a holder that waits for a program stops waiting, saves everything and exits in order", .inRunOfItsOwn,
    arguments: ["os.execute 'sleep 100'", "io.popen('sleep 100'):read 'a'", "io.popen('sleep 100', 'w'):close()"])
  func waiting(_ wait: String) async throws {
    let script = Self.script.replacingOccurrences(
      of: "self.label = ui",
      with: "function self.field.onChange(field) if field.text == 'precious!' then \(wait) end end\nself.label = ui")
    let first = try TerminalProcess(script)
    #expect(try await first.outputs("ready-\(first.process)"), "\(first.output)")
    first.type("precious!")
    try await Task.sleep(for: .milliseconds(300))
    let taken = try await run(["--headless", "--take-over", "--state-dir", state(first), app(first)])
    #expect(taken.status == 0 && taken.output.contains("precious!"), "\(taken)")
    #expect(try await first.ended()?.end == .code(0), "\(first.output)")
    #expect(first.output.contains("Continued in process "), "\(first.output)")
    #expect(first.isLineAsBefore && !first.isOnAlternateScreen)
  }

  @Test("a holder that cannot be interrupted leaves its session with the last save", .inRunOfItsOwn)
  func stuck() async throws {
    let script = Self.script.replacingOccurrences(
      of: "self.label = ui",
      with: """
        function self.field.onChange(field)
          if field.text == 'precious!' then os.execute "trap '' TERM; sleep 100" end
        end
        self.label = ui
        """)
    let first = try TerminalProcess(script)
    #expect(try await first.outputs("ready-\(first.process)"), "\(first.output)")
    first.type("precious")
    try await Task.sleep(for: .milliseconds(700))
    first.type("!")
    try await Task.sleep(for: .milliseconds(300))
    let taken = try await run(["--headless", "--take-over", "--state-dir", state(first), app(first)])
    #expect(taken.status == 0 && taken.output.contains("precious"), "\(taken)")
    #expect(try await first.ended()?.end == .code(1), "\(first.output)")
    #expect(first.isLineAsBefore && !first.isOnAlternateScreen)
  }

  @Test(
    "a suspended holder is named while it is waited for, then killed after 4 s; its last save is restored",
    .inRunOfItsOwn)
  func stopped() async throws {
    let first = try await holder()
    try await Task.sleep(for: .milliseconds(700))
    first.signal(SIGSTOP)
    let start = ContinuousClock.now
    let taken = try await run(["repl", "--take-over", "--state-dir", state(first), app(first)])
    #expect(taken.status == 0, "\(taken)")
    #expect((.seconds(3.9)...(.seconds(15))).contains(ContinuousClock.now - start))
    #expect(taken.errors == "luahost: Waiting for process \(first.process) to save and exit…\n")
    #expect(try await first.ended()?.end == .signal(SIGKILL))
    let shown = try await run(["archive", "show", state(first)])
    #expect(shown.output.contains("precious"), "\(shown)")
  }

  @Test("sessions lists each session's holder, and the known facts about free sessions")
  func sessions() async throws {
    let first = try await holder()
    try await Task.sleep(for: .milliseconds(700))
    var session = try #require(try await sessions(first).first)
    #expect(session["pid"] as? Int == Int(first.process) && session["terminal"] as? String == first.terminal)
    #expect(session["identifier"] as? String == "org.example.takeover" && session["title"] as? String == "My note")
    #expect((session["script"] as? String)?.hasSuffix("/app.lua") == true)
    for key in ["since", "lastInput", "savedAt"] {
      let time = try #require(session[key] as? String)
      let date = try #require(ISO8601DateFormatter().date(from: time))
      #expect(abs(date.timeIntervalSinceNow) < 60)
    }
    first.signal(SIGTERM)
    #expect(try await first.ended()?.end == .code(0))
    session = try #require(try await sessions(first).first)
    #expect(Set(session.keys) == ["identifier", "savedAt", "script", "session", "stateDirectory", "title"])
    let text = try await run(["sessions", "--state-dir", state(first)])
    #expect(text.output.contains("not running") && text.output.contains("My note"))
    let none = try await run(["sessions", "--json", "--state-dir", state(first) + "/nothing"])
    #expect(none.output == "[]\n" && none.status == 0)
  }
}
