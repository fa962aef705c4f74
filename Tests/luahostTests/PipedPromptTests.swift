import Foundation
import Testing

@testable import luahost

@Suite("Prompt from a pipe")
struct PipedPromptTests {
  @Test("lines run in sequence, also those that wait or advance time; the prompt waits for the last one")
  func order() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let lines = [
      "print 'first'", "ui.sleep(0.2)", "print 'second'", ":advance 5", "= 3", "for i = 4, 5 do", "ui.sleep(0.05)",
      "print(i)", "end", ":advance 1", "= 6", "ui.sleep(0.1) return 'last'",
    ]
    let (output, status) = try await CommandRun.run(["repl"], input: lines, in: folder)
    #expect(output == "first\nsecond\n3\n4\n5\n6\n\"last\"\n")
    #expect(status == 0)
  }

  @Test(
    "a line that fails after a wait sets the exit code to 1, and the others run",
    arguments: ["error 'x'", "os.exit(9)"])
  func failure(_ end: String) async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, status) = try await CommandRun.run(["repl"], input: ["ui.sleep(0.1) \(end)", "= 'next'"], in: folder)
    #expect(status == (end.hasPrefix("os") ? 9 : 1))
    #expect(output.contains("next\n") == end.hasPrefix("error"))
  }

  @Test("the options for the screen of a run are accepted", arguments: [("light", 0 as Int32), ("lihgt", 2)])
  func screenOptions(theme: String, expected: Int32) async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, status) = try await CommandRun.run(
      ["repl", "--theme", theme, "--no-mouse", "--plain", "--headless"], input: ["= 1 + 2"], in: folder)
    #expect(status == expected && output.hasPrefix("3\n") == (expected == 0), "\(output)")
  }

  @Test("a line that is not UTF-8 is an error, and the others run")
  func binaryLine() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, status) = try await CommandRun.run(
      ["-c", "printf '= #\"\\xff\"\\n= #\"ü\"\\n' | '\(CommandRun.command())' repl"], in: folder, program: "/bin/bash")
    #expect(status == 1 && output.contains("the line is not UTF-8") && output.contains("2\n"), "\(output)")
    #expect(!output.contains("3"), "\(output)")
  }
}
