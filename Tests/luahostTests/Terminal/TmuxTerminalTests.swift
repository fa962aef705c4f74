import Foundation
import Testing

/// The command inside of tmux, which is a terminal of its own and knows what it shows.
@Suite("Apps in tmux", .enabled(if: Tmux.isInstalled, "tmux is not installed"))
struct TmuxTerminalTests {
  @Test("in tmux, an app obeys keys and is restored after SIGKILL, and the terminal is usable")
  func restoration() async throws {
    let folder = try CommandRun.makeFolder()
    let tmux = try Tmux(in: folder)
    let stateapp = try "\(CommandRun.command()) \(CommandRun.source("scripts/apps/stateapp.lua"))"
    try await tmux.expect("the shell is ready", shows: "$")
    tmux.terminal.enter("clear; \(stateapp)")
    try await tmux.expect("an app shows its first screen", shows: "This is the first screen.")
    tmux.terminal.press(.tab, .right)
    try await tmux.expect("keys select the second tab", shows: "Press Me")
    tmux.terminal.press(.tab)
    tmux.terminal.type("typed in tmux: äß漢")
    try await tmux.expect("typed text is visible", shows: "typed in tmux: äß漢")
    tmux.terminal.press(.tab, .enter)
    try await tmux.expect("a button pushes the third screen", shows: "Third screen")
    #expect(try await tmux.modes() == "1 1", "the app uses the alternate screen and the mouse")
    #expect(try await !tmux.title().contains("Gi="), "no query becomes the title of the pane")
    #expect(try await tmux.terminal.saves("ThirdViewController", CommandRun.source("scripts/apps/stateapp.lua")))

    let app = try #require(RunningProcesses.children(of: try await tmux.shell()).first)
    kill(app, SIGKILL)
    try await tmux.expect("the modes are restored") { try await tmux.modes() == "0 0" }
    try await tmux.expect("after SIGKILL the shell has the terminal", shows: "$")
    tmux.terminal.enter("clear; \(stateapp)")
    try await tmux.expect("the third screen is restored", shows: "Third screen")
    tmux.terminal.press(.escape)
    try await tmux.expect("the screen below it is restored with its text", shows: "typed in tmux: äß漢")
    tmux.terminal.press(.control("q"))
    try await tmux.expect("Control-Q quits the app") { try await tmux.modes() == "0 0" }
    tmux.terminal.enter("clear; echo us''able")
    try await tmux.expect("the terminal is usable", shows: "usable")
  }

  @Test("a shell that prompts before the terminal is restored after SIGKILL prompts again")
  func fasterShell() async throws {
    let tmux = try Tmux(in: try CommandRun.makeFolder())
    try await tmux.expect("the shell is ready", shows: "$")
    tmux.terminal.enter("clear; \(try CommandRun.command()) \(CommandRun.source("scripts/apps/stateapp.lua"))")
    try await tmux.expect("an app shows its first screen", shows: "This is the first screen.")
    let app = try #require(RunningProcesses.children(of: try await tmux.shell()).first)
    // The watcher waits for the end of its pipe.
    let watcher = try #require(TerminalProcess.watchers(of: app).first)
    let pipe = open("/proc/\(watcher)/fd/0", O_WRONLY | O_CLOEXEC)
    #expect(pipe >= 0)
    kill(app, SIGKILL)
    try await tmux.expect("the shell prompts on the screen of the app", shows: "$")
    #expect(try await tmux.modes() == "1 1", "the terminal is not restored yet")
    close(pipe)
    try await tmux.expect("the modes are restored") { try await tmux.modes() == "0 0" }
    try await tmux.expect("the shell prompts again", shows: "$")
    tmux.terminal.enter("echo us''able")
    try await tmux.expect("the terminal is usable", shows: "usable")
  }
}

/// A shell in tmux, whose client has a terminal to type at.
private final class Tmux {
  private static let program = "/usr/bin/tmux"
  static var isInstalled: Bool { FileManager.default.isExecutableFile(atPath: program) }

  let terminal: TerminalProcess
  private let socket: String

  init(in folder: URL) throws {
    socket = folder.appendingPathComponent("tmux").path
    // Its own status line would cover a row.
    terminal = try TerminalProcess(
      running: [
        Self.program, "-u", "-S", socket, "-f", "/dev/null", "new-session", "env PS1='$ ' bash --norc --noprofile", ";",
        "set",
        "status", "off",
      ], environment: ["HISTFILE": ""], columns: 70, rows: 18, folder: folder)
  }

  deinit {
    // The server is a process of its own, which outlives the client.
    for process in RunningProcesses.all(with: socket) { kill(process, SIGKILL) }
  }

  private func ask(_ words: String...) async throws -> String {
    try await CommandRun.run(["-S", socket] + words, in: terminal.folder, program: Self.program).output
  }

  /// The text that tmux shows.
  func screen() async throws -> String { try await ask("capture-pane", "-p") }

  /// Returns whether the alternate screen is active and whether mouse events are reported, as "0 0" or "1 1".
  func modes() async throws -> String {
    try await ask("display-message", "-p", "#{alternate_on} #{mouse_any_flag}").trimmingCharacters(in: .newlines)
  }

  /// Returns the title of the pane.
  func title() async throws -> String { try await ask("display-message", "-p", "#{pane_title}") }

  /// Returns the number of its shell.
  func shell() async throws -> pid_t {
    try #require(pid_t(try await ask("display-message", "-p", "#{pane_pid}").trimmingCharacters(in: .newlines)))
  }

  func expect(
    _ rule: String, sourceLocation: SourceLocation = #_sourceLocation, _ condition: () async throws -> Bool
  ) async throws {
    let isMet = try await terminal.eventually(condition)
    let screen = try await screen()
    try #require(isMet, "\(rule); tmux shows:\n\(screen)", sourceLocation: sourceLocation)
  }

  /// Ends the test unless tmux shows a text within 30 seconds, and then the terminal of its client shows it too.
  func expect(
    _ rule: String, shows text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await expect("\(rule): \(text.debugDescription)", sourceLocation: sourceLocation) {
      try await screen().contains(text)
    }
    try await terminal.expect(rule, shows: text, sourceLocation: sourceLocation)
  }
}
