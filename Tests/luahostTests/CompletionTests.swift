import Foundation
import Testing

@testable import luahost

private let fishShell = "/usr/bin/fish"
private let themes = [
  "auto", "dark", "light", "high-contrast", "nord", "gruvbox", "catppuccin", "solarized-light", "dracula", "terminal",
  "monochrome",
]

/// Completion with the Tab key. scripts/test-package presses it, in bash, zsh and fish.
@Suite("Shell completion")
struct CompletionTests {
  /// Returns the completions of bash at the end of a line, in a folder with these files.
  private func offered(_ line: String) async throws -> Set<String> {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    for name in ["notes.lua", "other.txt", "picture.svg"] {
      try Data().write(to: folder.appendingPathComponent(name))
    }
    try FileManager.default.createDirectory(
      at: folder.appendingPathComponent("folder"), withIntermediateDirectories: true)
    let script = try await CommandRun(["--generate-completion-script", "bash"]).output
    try """
    \(script)
    COMP_LINE='\(line)' COMP_POINT=${#COMP_LINE}
    read -ra COMP_WORDS <<<"$COMP_LINE"
    [[ "$COMP_LINE" != *' ' ]] || COMP_WORDS+=('')
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    $(complete -p luahost | sed 's/.*-F \\([^ ]*\\) .*/\\1/') luahost "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    printf '%s\\n' "${COMPREPLY[@]}" >offered
    """.write(to: folder.appendingPathComponent("try.bash"), atomically: true, encoding: .utf8)
    let bash = Process()
    bash.executableURL = URL(fileURLWithPath: "/bin/bash")
    bash.arguments = ["--norc", "try.bash"]
    bash.currentDirectoryURL = folder
    try bash.run()
    bash.waitUntilExit()
    let text = try String(contentsOf: folder.appendingPathComponent("offered"), encoding: .utf8)
    return Set(text.split(separator: "\n").map(String.init))
  }

  /// Returns the completions of fish, in the same folder.
  private func offeredByFish(_ line: String) async throws -> Set<String> {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Data().write(to: folder.appendingPathComponent("notes.lua"))
    let script = try await CommandRun(["--generate-completion-script", "fish"]).output
    try script.write(to: folder.appendingPathComponent("luahost.fish"), atomically: true, encoding: .utf8)
    // Sourced twice, as users may do.
    let run = try await CommandRun.run(
      ["-N", "-c", "source luahost.fish; source luahost.fish; complete -C '\(line)'"],
      environment: ["HOME": folder.path],
      in: folder, program: fishShell)
    return Set(run.output.split(separator: "\n").map { String($0.prefix { $0 != "\t" }) })
  }

  @Test(
    "fish completes a line without a command as one of the default command",
    .enabled(if: FileManager.default.isExecutableFile(atPath: fishShell)),
    arguments: [
      ("luahost notes.lua --theme ", themes),
      ("luahost --theme mo", ["monochrome"]),
      ("luahost arch", ["archive"]), ("luahost no", ["notes.lua"]), ("luahost --fresh no", ["notes.lua"]),
      ("luahost notes.lua --headl", ["--headless"]), ("luahost --headl", ["--headless"]),
      ("luahost archive rollb", ["rollback"]), ("luahost snapshot notes.lua --theme d", ["dark", "dracula"]),
    ])
  func wordsInFish(line: String, expected: [String]) async throws {
    #expect(try await offeredByFish(line) == Set(expected), "\(line)")
  }

  @Test(
    "a partial word is completed",
    arguments: [
      ("luahost arch", ["archive"]), ("luahost archive rollb", ["rollback"]), ("luahost no", ["notes.lua"]),
      ("luahost notes.lua --headl", ["--headless"]), ("luahost --headl", ["--headless"]),
      ("luahost --fresh no", ["notes.lua"]), ("luahost run no", ["notes.lua"]),
      ("luahost --theme mono", ["monochrome"]),
      ("luahost notes.lua --theme ", themes),
      ("luahost --state-dir ", ["folder"]), ("luahost archive list --state-dir f", ["folder"]),
      ("luahost archive list no", ["notes.lua"]), ("luahost snapshot notes.lua -o p", ["picture.svg"]),
      ("luahost test --acc", ["--accept"]), ("luahost test notes.lua no", ["notes.lua"]),
      ("luahost notes.lua o", ["other.txt"]),
    ])
  func words(line: String, expected: [String]) async throws {
    #expect(try await offered(line) == Set(expected), "\(line)")
  }

  @Test("the first word is completed to commands and scripts")
  func first() async throws {
    let names = LuahostCommand.configuration.subcommands.map { $0._commandName }
    #expect(try await offered("luahost ").isSuperset(of: names + ["notes.lua", "folder", "--version"]))
  }

  @Test("each shell's script has the default command and the others", arguments: ["bash", "zsh", "fish"])
  func parts(shell: String) async throws {
    let run = try await CommandRun(["--generate-completion-script", shell])
    let names = LuahostCommand.configuration.subcommands.map { $0._commandName } + ["help"]
    #expect(run.status == 0 && run.errors.isEmpty)
    #expect(run.output.contains(names.joined(separator: shell == "fish" ? " " : "|")))
    #expect(!run.output.contains("COMMAND_NAMES") && !run.output.contains("DEFAULT_COMMAND"))
  }
}
