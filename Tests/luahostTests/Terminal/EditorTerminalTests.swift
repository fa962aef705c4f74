import Foundation
import Testing

/// Lends the terminal to other programs, with keys, signals, sizes and kills, and checks that no process outlives the
/// app.
@Suite("Other programs in the terminal of an app")
struct EditorTerminalTests {
  /// Runs the app in a shell, with a text in its field.
  private func terminal(_ environment: [String: String] = [:]) async throws -> TerminalProcess {
    let terminal = try await TerminalProcess.shell(columns: 70, rows: 18, environment: environment)
    terminal.run(
      "EDITOR=\(CommandRun.source("Tests/Scripts/editor")) \(try CommandRun.command()) --state-dir outside "
        + "\(CommandRun.source("Tests/Scripts/outside.lua")); echo code $?")
    try await terminal.expect("the app shows its screen", shows: "nothing yet")
    terminal.type("kept")
    try await terminal.expect("typed text is shown", shows: "kept")
    return terminal
  }

  private func edit(in terminal: TerminalProcess) async throws {
    terminal.press(.function(2))
    try await terminal.expect("the editor has the terminal", shows: "EDITOR 18 70")
    // Only while the editor waits for a key do others send signals.
    try await terminal.expect("the editor waits for a key") { terminal.sendsSignals }
  }

  /// Returns the processes of the editor, which has the note as its argument.
  private func editors(of terminal: TerminalProcess) -> [pid_t] {
    RunningProcesses.all(with: terminal.folder.appendingPathComponent("outside/main.files/note").path)
  }

  /// Returns what the editor wrote into its file, or beside it.
  private func note(_ terminal: TerminalProcess, _ suffix: String = "") -> String? {
    try? String(
      contentsOf: terminal.folder.appendingPathComponent("outside/main.files/note\(suffix)"), encoding: .utf8)
  }

  @Test("an editor has the terminal and its keys, and the app its exit status and screen afterwards")
  func edits() async throws {
    let terminal = try await terminal()
    try await edit(in: terminal)
    terminal.type("abc")
    try await terminal.expect("the editor receives the keys") { note(terminal) == "abc" }
    terminal.type("q")
    try await terminal.expect("the app receives the editor's exit status", shows: "edited: 5 nil")
    try await terminal.expect("the app is redrawn after the editor", shows: "kept")

    try await edit(in: terminal)
    terminal.press(.control("z"))
    try await terminal.expect("Control-Z in the editor returns to the shell", shows: "Stopped")
    // Until then it may receive what is typed for the shell.
    try await terminal.expect("the editor is stopped") { editors(of: terminal).allSatisfy(RunningProcesses.isStopped) }
    terminal.run("fg")
    try await terminal.expect("fg returns to the editor", shows: "EDITOR 18")
    terminal.type("dq")
    try await terminal.expect("the resumed editor returns to the app", shows: "edited: 5 nil")
    #expect(note(terminal) == "abcd", "keys typed meanwhile go to the editor")

    try await edit(in: terminal)
    terminal.press(.control("c"))
    try await terminal.expect("Control-C goes to the editor", shows: "edited: 130 nil")
  }

  @Test("the app is redrawn after the terminal was resized while an editor had it")
  func resizes() async throws {
    let terminal = try await terminal()
    try await edit(in: terminal)
    terminal.resize(columns: 60, rows: 16)
    terminal.type("q")
    try await terminal.expect("the app is redrawn after the terminal was resized meanwhile", shows: "Flood")
    try await terminal.expect("the hints are in the last line after a resize") {
      !(terminal.emulator.lines.last ?? "").isEmpty
    }
    terminal.resize(columns: 70, rows: 18)
    try await terminal.expect("the app receives the editor's exit status", shows: "edited: 5 nil")
  }

  @Test("the signal that killed an editor is reported, and its output is gone")
  func killedEditor() async throws {
    let terminal = try await terminal()
    try await edit(in: terminal)
    let editors = editors(of: terminal)
    #expect(editors.count == 1)
    for editor in editors { kill(editor, SIGKILL) }
    try await terminal.expect("the signal that killed an editor is reported", shows: "edited: nil 9")
    #expect(!terminal.screen.contains("EDITOR"), "the output of the killed editor is gone")
    terminal.press(.control("q"))
    try await terminal.expectUsable("the terminal is usable after a killed editor")
  }

  @Test(
    "a signal that asks for the exit terminates app and editor in order",
    arguments: [(SIGTERM, "TERM\n"), (SIGHUP, "HUP\n")])
  func terminates(signal: Int32, name: String) async throws {
    let terminal = try await terminal()
    try await edit(in: terminal)
    kill(try await terminal.app(), signal)
    try await terminal.expect("the signal terminates app and editor in order", shows: "code 0")
    #expect(note(terminal, ".signal") == name, "the signal is passed on to the editor")
    try await terminal.expectUsable("the terminal is usable after the signal")
  }

  @Test("no editor outlives SIGKILL of the app, and the terminal is usable")
  func kills() async throws {
    let terminal = try await terminal()
    try await edit(in: terminal)
    #expect(!editors(of: terminal).isEmpty)
    try await terminal.killApp()
    try await terminal.expect("no editor outlives SIGKILL of the app") { editors(of: terminal).isEmpty }
    try await terminal.expectUsable("the terminal is usable after SIGKILL")
  }

  @Test("app:suspend lends the terminal to a function without a time limit")
  func suspends() async throws {
    // Longer than a callback may take.
    let terminal = try await terminal(["SHELL_COMMAND": "echo in the shell; sleep 7"])
    terminal.press(.function(3))
    try await terminal.expect("app:suspend lends the terminal to a function", shows: "in the shell")
    try await terminal.expect("app:suspend has no time limit", shows: "shell: back")
  }

  @Test("an app flooded with output stays responsive, and its processes end with it")
  func floods() async throws {
    let terminal = try await terminal()
    let app = try await terminal.app()
    terminal.press(.function(4))
    try await terminal.expect("an app flooded with output stays responsive", shows: "000 lines")
    terminal.press(.function(5))
    try await terminal.expect("a missing program is reported over the app", shows: "no-such-editor")
    let floods = RunningProcesses.children(of: app).filter {
      RunningProcesses.commandLine(of: $0).hasPrefix("yes flood of a test")
    }
    #expect(!floods.isEmpty)
    try await terminal.killApp()
    try await terminal.expect("no process outlives SIGKILL of the app") {
      !floods.contains { RunningProcesses.isRunning($0) }
    }
    try await terminal.expectUsable("the terminal is usable at the end")
  }
}
