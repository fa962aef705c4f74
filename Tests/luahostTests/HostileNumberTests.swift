import Foundation
import Testing

@testable import AppSession

/// Any number from a user or a test has its effect, or is an error that says what was expected. The command runs in a
/// process of its own, so that a crash is one failure.
@Suite("Hostile numbers", .serialized)
struct HostileNumberTests {
  private static let app = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.numbers" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching(options)
      local rows = {}
      for i = 1, 100 do rows[i] = "row " .. i end
      self.window = ui.Window { rootViewController = ui.ViewController { restorationIdentifier = "root", view = ui.VStack {
        ui.Button { title = "one" },
        ui.SegmentedControl { restorationIdentifier = "segments", segments = { "a", "b" } },
        ui.TextView { restorationIdentifier = "text", text = "some text" },
        ui.TableView { restorationIdentifier = "table", rows = rows },
      } } }
      self.window:makeKeyAndVisible()
      if options and options.timer then ui.every(0.5, function() end) end
    end
    return app
    """

  /// Numbers as a user may type them.
  private static let words = [
    "-9223372036854775809", "-9223372036854775808", "-1", "0", "1", "1.5", "1e300", "9223372036854775807",
    "9223372036854775808",
    "99999999999999999999", "nan", "inf", "x",
  ]

  /// Runs the command beside an app.
  private func run(_ arguments: [String], input: [String] = []) async throws -> (output: String, status: Int32) {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.app.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    return try await CommandRun.run(arguments, input: input, in: folder)
  }

  @Test("extreme sizes, times, positions, rows and saves in the test library are safe", .timeLimit(.minutes(10)))
  @MainActor
  func testLibrary() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.app.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let file = folder.appendingPathComponent("numbers.test.lua")
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Scripts/numbers.lua")
    // All methods that exist, so that new ones are covered.
    let methods = try #require(try TestRunner(file.path).lua.hostClass(named: "App")).methodNames
    #expect(methods.count > 20)
    let names = methods.map { "\"\($0)\"" }.joined(separator: ", ")
    try "local methods = { \(names) }; \(String(contentsOf: tests, encoding: .utf8))"
      .write(to: file, atomically: true, encoding: .utf8)
    let (output, status) = try await CommandRun.run(["test", file.path], in: folder)
    let lines = output.split(separator: "\n")
    let failures = lines.filter { !$0.hasPrefix("try ") && !$0.hasPrefix("ok") }.prefix(20).joined(separator: "\n")
    #expect(status == 0, "the last one: \(lines.last { $0.hasPrefix("try ") } ?? "")\n\(failures)")
    #expect(output.contains("4 passed, 0 failed"))
  }

  @Test("extreme numbers in prompt commands are safe")
  func prompt() async throws {
    let commands = ["events", "rollback", "diff"]
    let input =
      commands.flatMap { command in Self.words.map { ":\(command) \($0)" } } + [":diff 1 -9223372036854775808"]
    let (output, status) = try await run(
      ["repl", "--state-dir", "state", "app.lua"], input: input + [":relaunch", "print(\"the app is \" .. \"alive\")"])
    #expect(output.contains("the app is alive"), "ended with \(status): \(output)")
    #expect(status == 1)
    #expect(output.contains(":rollback: expected a number, got 99999999999999999999"), "\(output)")
    #expect(output.contains("no save -1"), "\(output)")
  }

  @Test("extreme numbers in plain mode are safe")
  func plain() async throws {
    let input = Self.words.flatMap { [$0, "\($0) x", "key \($0)", "\($0)."] } + ["help"]
    let (output, status) = try await run(["--plain", "--state-dir", "state", "app.lua"], input: input)
    #expect(status == 0, "ended with \(status): \(output)")
    #expect(output.contains("Unknown command or number: -9223372036854775808"), "\(output)")
  }

  @Test(
    "an invalid number in an option or argument exits with 2 and what was expected",
    arguments: [
      "--memory-limit -1 app.lua", "--memory-limit 0 app.lua", "--memory-limit 1048575 app.lua",
      "--memory-limit 1e30 app.lua", "--memory-limit 99999999999999999999 app.lua", "--memory-limit abc app.lua",
      "repl --memory-limit nan", "test --memory-limit 1.5 numbers.test.lua",
      "archive show state --save 99999999999999999999", "archive show state --save x",
      "archive export state -o out --save 1e3", "archive rollback state 99999999999999999999",
      "archive rollback state x",
      "archive diff state 1 99999999999999999999", "archive diff state 0.5",
      "snapshot app.lua --size 0x24", "snapshot app.lua --size 80x-1",
      "snapshot app.lua --size 99999999999999999999x24",
      "snapshot app.lua --size nanxinf", "snapshot app.lua --size 80", "snapshot app.lua --size 80x24x1",
    ])
  func refused(line: String) async throws {
    let (output, status) = try await run(line.split(separator: " ").map(String.init))
    #expect(status == 2, "ended with \(status): \(output)")
    let words = line.split(separator: " ")
    let option = words.firstIndex { ["--memory-limit", "--save", "--size"].contains($0) }
    #expect(output.contains(words[option.map { $0 + 1 } ?? words.count - 1]), "\(output)")
  }

  @Test("the number of a save that does not exist exits with 2 and is named")
  func missingSaves() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.app.write(to: folder.appendingPathComponent("app.lua"), atomically: true, encoding: .utf8)
    let launch = try await CommandRun.run(
      ["--headless", "--memory-limit", "9223372036854775807", "--state-dir", "state", "app.lua"], in: folder)
    #expect(launch.status == 0 && launch.output.contains("one"), "\(launch)")
    for number in ["-1", "9223372036854775807"] {
      for arguments in [["show", "state", "--save", number], ["export", "state", "-o", "out", "--save", number]] {
        let (output, status) = try await CommandRun.run(["archive"] + arguments, in: folder)
        #expect(status == 2 && output.contains("no save \(number)"), "\(arguments) ended with \(status): \(output)")
      }
      for arguments in [["diff", "state", number], ["diff", "state", "1", number], ["rollback", "state", number]] {
        let (output, status) = try await CommandRun.run(["archive"] + arguments, in: folder)
        // A negative one is taken for an option.
        let message = number == "-1" ? "'-1'" : "no save \(number)"
        #expect(status == 2 && output.contains(message), "\(arguments) ended with \(status): \(output)")
      }
    }
  }
}
