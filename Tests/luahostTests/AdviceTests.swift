import ArchiveStore
import Foundation
import Interface
import LuaRuntime
import StateRestoration
import Terminal
import Testing

@testable import luahost

/// Libraries report errors; the command adds which of its options and commands help.
@MainActor
@Suite("Command-line advice")
struct AdviceTests {
  private static let advised: [(error: any Error, advice: String)] = [
    (ArchiveStoreError.locked(path: "/state/main.lock", holder: 12), "--session"),
    (ArchiveStoreError.foreign(path: "/state/main.sqlite"), "--state-dir"),
    (ArchiveStoreError.noSuchSave(7, path: "/state/main.sqlite"), "`luahost archive list`"),
    (LuaError.memory(limit: 1 << 20), "--memory-limit"),
    (TerminalError.notATerminal(stream: "standard output"), "--plain"),
    (TerminalError.notATerminal(stream: "standard output"), "--headless"),
    (TerminalError.incapable(name: "dumb"), "--plain"),
  ]

  @Test("errors are followed by advice")
  func errors() {
    for (error, advice) in Self.advised {
      let message = Advice.message(of: error)
      #expect(message.hasPrefix("\(error)"), "\(message)")
      #expect(message.contains(advice), "\(message)")
      #expect(message.hasSuffix(".") && !message.contains(".."), "\(message)")
    }
    #expect(Advice.message(of: LuaError.closed) == "\(LuaError.closed)")
  }

  @Test("a command of archive advises no option that it does not have")
  func archive() {
    let error = ArchiveStoreError.locked(path: "/state/main.lock", holder: 12)
    let message = Advice.message(of: error, isOfArchive: true)
    #expect(message.contains(" Quit the app first."), "\(message)")
    #expect(!message.contains("--take-over") && !message.contains("--session"), "\(message)")
  }

  @Test("problems are followed by advice about their cause")
  func problems() {
    for (error, advice) in Self.advised {
      let problem = Advice.advise(Problem(error: error, summary: "saving the state", detail: "Saving will be retried."))
      #expect(problem.description.contains("Saving will be retried. "))
      #expect(problem.description.contains(advice), "\(problem)")
    }
    let plain = Problem(.warning, summary: "something", detail: "else")
    #expect(Advice.advise(plain).description == plain.description)
  }

  @Test("the message about a save that crashed the app has the command that restores it")
  func refused() throws {
    let context = ApplicationContext()
    var reported: [Problem] = []
    context.onProblem = { reported.append(Advice.advise($0, source: "my/notes.lua --session work")) }
    context.report(.crashedWhileRestoring(31))
    #expect(
      reported.first?.description.contains("To restore it: luahost archive rollback my/notes.lua --session work 31")
        == true, "\(reported)")
  }

  private static let script = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.advice" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root" } }
      self.window:makeKeyAndVisible()
      local _ = full and ("x"):rep(1 << 24)
    end
    function app:shouldSaveApplicationState() return true end
    full = true
    return app
    """

  @Test("advice is printed on standard error, in plain mode, at the prompt and in tests")
  func everywhere() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = folder.appendingPathComponent("app.lua"), test = folder.appendingPathComponent("app.test.lua")
    try Self.script.write(to: app, atomically: true, encoding: .utf8)
    try """
    local test = require "luahost.test"
    test.case("starts", function(t) t:launch "app.lua" end)
    """.write(to: test, atomically: true, encoding: .utf8)
    let limit = ["--memory-limit", "4194304"]
    let state = ["--state-dir", folder.appendingPathComponent("state").path]
    let runs = [
      ["--headless"] + limit + state + [app.path], ["--plain"] + limit + state + [app.path],
      ["repl"] + limit + state + [app.path], ["test"] + limit + [test.path],
      ["snapshot"] + limit + state + [app.path],
    ]
    for arguments in runs {
      let run = try await CommandRun(arguments)
      #expect((run.output + run.errors).contains("Use --memory-limit BYTES to raise the limit."), "\(run)")
    }
  }

  @Test("a session in use and a missing terminal exit the command with advice")
  func ends() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = folder.appendingPathComponent("app.lua")
    try Self.script.replacingOccurrences(of: "full = true", with: "").write(to: app, atomically: true, encoding: .utf8)
    let state = folder.appendingPathComponent("state").path
    let files = try SessionFiles(directory: state)
    do {
      let lock = try SessionLock(files)
      for arguments in [["--headless"], ["inspect"]] {
        let run = try await CommandRun(arguments + [app.path, "--state-dir", state])
        #expect(run.status == 4 && run.errors.contains("--session NAME"), "\(run)")
      }
      withExtendedLifetime(lock) {}
    }
    let run = try await CommandRun([app.path, "--state-dir", state])
    #expect(run.status == 2 && run.errors.contains("--plain") && run.errors.contains("--headless"), "\(run)")
  }

  @Test("no library mentions a command-line option or command")
  func libraries() throws {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appendingPathComponent("Sources")
    let libraries = try FileManager.default.contentsOfDirectory(atPath: root.path).filter { $0 != "luahost" }
    #expect(libraries.count >= 7)
    var count = 0
    for library in libraries {
      let folder = root.appendingPathComponent(library)
      for file in FileManager.default.subpaths(atPath: folder.path) ?? [] where file.hasSuffix(".swift") {
        count += 1
        let text = try String(contentsOf: folder.appendingPathComponent(file), encoding: .utf8)
        for (index, line) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
          #expect(commandWords(in: line).isEmpty, "\(library)/\(file):\(index + 1): \(line)")
        }
      }
    }
    #expect(count > 200)
  }

  @Test("options and commands are found; the archive format's name, Lua comments and arithmetic are not")
  func words() {
    #expect(commandWords(in: #""use another --session, or --no-mouse""#) == ["--session", "--no-mouse"])
    #expect(commandWords(in: "`luahost archive list` and luahost test") == ["luahost archive list", "luahost test"])
    #expect(commandWords(in: #"static let name = "luahost archive""#) == [])
    #expect(commandWords(in: "-- says why; a - -b; luahost.test; the luahost tests") == [])
  }

  /// Returns the options and commands in a line.
  private func commandWords(in line: some StringProtocol) -> [String] {
    // Most lines have neither, and need no regular expression.
    guard line.contains("--") || line.contains("luahost ") else { return [] }
    return String(line).matches(
      of: /--(?!plain\b)[a-z][a-z-]*|\bluahost (archive [a-z]+|(run|repl|test|snapshot|reset)\b)/
    )
    .map { String($0.output.0) }
  }
}
