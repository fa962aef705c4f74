import ArgumentParser
import Seeded
import Testing

@testable import luahost

@Suite("Command lines")
struct CommandLineTests {
  /// Returns the parsed command with its values, or the error with its usage.
  private func outcome(_ parse: () throws -> any ParsableCommand) -> String {
    do {
      let command = try parse()
      var text = ""
      dump(command, to: &text)
      return text
    } catch {
      return "\(LuahostCommand.exitCode(for: error).rawValue) " + LuahostCommand.fullMessage(for: error)
    }
  }

  @Test(
    "a command line is parsed with its own command as it is with all commands",
    arguments: [
      "", "app.lua", "app.lua --theme dark", "--theme dark test", "-- test", "app.lua -- help", "run test",
      "repl a.lua x",
      "test a.lua b.lua", "test --bogus", "explore --steps x a.lua", "archive", "archive list a.lua", "archive bogus",
      "archive list --help", "record", "tset a.lua", "--version", "--help", "-h", "help test", "test --help", "--bogus",
      "app.lua --state-dir", "--generate-completion-script fish", "--experimental-dump-help",
    ])
  func parsing(line: String) { expectOutcomeOfParser(line.split(separator: " ").map(String.init)) }

  @Test("any command line is parsed as by the parser alone")
  func anyCommandLine() {
    let words = [
      "app.lua", "app.lua", "other", "--state-dir", "/tmp", "--state-dir=/tmp", "/etc/passwd", "--fresh", "--headless",
      "--session", "--", "-", "", "-x", "--fresh=1", "help", "-h", "run", "test", "--plain", "\0\u{ff}", "ä b",
      "--take-over", "--no-fresh",
    ]
    var random = SeededGenerator(state: 7)
    for _ in 0..<300 {
      expectOutcomeOfParser(
        (0..<Int.random(in: 0...5, using: &random)).map { _ in words.randomElement(using: &random) ?? "" })
    }
  }

  private func expectOutcomeOfParser(_ arguments: [String]) {
    #expect(
      outcome { try LuahostCommand.parseCommandLine(arguments) }
        == outcome { try LuahostCommand.parseAsRoot(arguments) }, "\(arguments)")
  }
}
