import Foundation
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
  /// The ways to run an app without a terminal.
  private static let ways = [["run", "--headless"], ["run", "--plain"], ["repl"]]

  private func status(of script: String, _ way: [String]) async throws -> (output: String, status: Int32) {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try script.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    return try await CommandRun.run(way + ["app.lua", "--state-dir", "state"], in: folder)
  }

  @Test("a script that exits before it creates its app sets the exit code", arguments: ways)
  func exitWhileLoading(_ way: [String]) async throws {
    for (call, code) in [("os.exit(6)", Int32(6)), ("os.exit(true)", 0)] {
      let run = try await status(of: "print \"usage\" \(call)", way)
      #expect(run.status == code && run.output == "usage\n", "\(call): \(run)")
    }
  }

  @Test("a state folder with an empty path, or at or below a file, is wrong usage and is named", arguments: ways)
  func stateFolder(_ way: [String]) async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try "".write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    for (path, message) in [
      ("", "an empty path"), ("app.lua", "app.lua is a file"), ("app.lua/x", "app.lua is a file"),
    ] {
      let run = try await CommandRun.run(way + ["app.lua", "--state-dir", path], in: folder)
      #expect(run.status == 2 && run.output.contains(message), "\(path): \(run)")
    }
  }

  @Test("a failing launch callback exits with 1", arguments: ways)
  func failingLaunch(_ way: [String]) async throws {
    let run = try await status(
      of: """
        local ui = require "luahost"
        local app = ui.Application { identifier = "org.example.exit-code" }
        function app:didFinishLaunching()
          ui.Window { rootViewController = ui.ViewController() }:makeKeyAndVisible()
          error "no luck"
        end
        return app
        """, way)
    #expect(run.status == 1 && run.output.contains("no luck"), "\(run)")
  }

  @Test("running a test as an app exits with 1 and an explanation; a test without cases exits with 0 and a note")
  func mixedUp() async throws {
    let run = try await status(of: "local test = require \"luahost.test\"", ["run", "--headless"])
    #expect(run.status == 1 && run.output.contains("luahost.test is only available in tests"), "\(run)")
    #expect(!run.output.contains("no such file"), "\(run)")
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try "local x = 1".write(to: folder.appendingPathComponent("a.test.lua"), atomically: true, encoding: .utf8)
    let empty = try await CommandRun.run(["test", "a.test.lua"], in: folder)
    #expect(empty.status == 0 && empty.output.contains("note: a.test.lua has no cases"), "\(empty)")
  }

  @Test("a misspelt command and an app's folder exit with 2 and a suggestion")
  func misspelt() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let app = folder.appendingPathComponent("notes")
    try FileManager.default.createDirectory(at: app, withIntermediateDirectories: true)
    try "".write(to: app.appendingPathComponent("notes.lua"), atomically: true, encoding: .utf8)
    for (word, message) in [
      ("tset", "no such file: tset; did you mean the command 'test'?"), ("tset.lua", "no such file: tset.lua\n"),
      ("notes", "notes is a folder; its app is notes/notes.lua"),
      ("notes/", "notes/ is a folder; its app is notes/notes.lua"),
    ] {
      let run = try await CommandRun.run([word, "--headless"], in: folder)
      #expect(run.status == 2 && run.output.contains(message), "\(word): \(run)")
    }
  }

  @Test(
    "a question for an unknown command, and options that a command cannot obey, are wrong usage",
    arguments: [
      ("archive", "archive needs one of the commands list, show, diff,"),
      ("help explor", "there is no command \"explor\"; did you mean \"explore\"?"),
      ("doctor app.lua --trace trace.json", "--trace observes one run of the app"),
      ("explore app.lua --profile stacks", "--profile observes one run of the app"),
    ])
  func wrongUsage(line: String, message: String) async throws {
    let folder = try BundleFolder(["app.lua": ""])
    defer { folder.remove() }
    let run = try await CommandRun.run(line.split(separator: " ").map(String.init), in: folder.url)
    #expect(run.status == 2 && run.output.contains(message), "\(run)")
  }

  @Test("the help of doctor and explore omits the options that they reject")
  func helpOfRejectedOptions() async throws {
    for (command, isAccepted) in [("doctor", false), ("explore", false), ("run", true)] {
      let help = try await CommandRun([command, "--help"])
      for option in ["--trace", "--profile", "--log"] {
        #expect(help.output.contains(option) == isAccepted, "\(command) \(option)")
      }
      #expect(help.output.contains("--state-dir"))
    }
  }
}
