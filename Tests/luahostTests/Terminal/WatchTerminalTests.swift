import Foundation
import Testing

/// Apps that are edited while they run.
@Suite("--watch in a terminal")
struct WatchTerminalTests {
  private static let notes = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.luahost.watched" }
    local Note = ui.ViewController:subclass "Note"
    function Note:loadView()
      self.view = ui.VStack {
        ui.Label { text = "Write" },
        ui.TextField { accessibilityIdentifier = "text", placeholder = "Note" },
        ui.TextField { restorationIdentifier = "kept", placeholder = "Title" },
      }
    end
    function Note:viewControllerWithRestorationIdentifierPath() return Note() end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching() self.window = ui.Window() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Note { restorationIdentifier = "note", restorationClass = Note }
      end
      self.window:makeKeyAndVisible()
    end
    return app
    """
  private static let report = "The reload lost the text of note/text (notes.lua:7)"

  private static func edited(_ text: String, named: Bool = false) -> String {
    let other = notes.replacing("\"Write\"", with: "\"\(text)\"")
    return named ? other.replacing("accessibilityIdentifier", with: "restorationIdentifier") : other
  }

  /// Runs the command with the app in a shell, and waits until a text is shown.
  private func terminal(_ arguments: String, until text: String) async throws -> TerminalProcess {
    let terminal = try await TerminalProcess.shell(columns: 100, rows: 24)
    try terminal.write(Self.notes, to: "notes.lua")
    terminal.run("\(try CommandRun.command()) \(arguments) notes.lua")
    try await terminal.wait(for: text)
    return terminal
  }

  @Test(
    "a loss is shown with its line until Escape or the next reload, F11 has the values, and pure edits show nothing")
  func fullScreen() async throws {
    let terminal = try await terminal("--watch --fresh", until: "Write")
    terminal.type("milk")
    try await terminal.expect("the text is typed", shows: "milk")
    try terminal.write(Self.edited("Compose"), to: "notes.lua")
    try await terminal.expect("the edited text is shown", shows: "Compose")
    try await terminal.expect("the loss is reported", shows: Self.report)
    try await terminal.expect("with its cause", shows: "it has no restorationIdentifier")
    terminal.type("eggs")
    try await terminal.expect("the app receives keys", shows: "eggs")
    terminal.press(.escape)
    try await terminal.expect("Escape closes the message", hides: Self.report)
    terminal.press(.function(11))
    try await terminal.expect("the output has the values", shows: "text was \"milk\", and is \"\"")
    terminal.press(.function(11))
    try await terminal.expect("F11 closes the output", hides: "text was")

    try terminal.write(Self.edited("Type", named: true), to: "notes.lua")
    try await terminal.expect("what was not saved is lost once more", shows: Self.report)
    terminal.type("bread")
    try await terminal.expect("the text is typed again", shows: "bread")
    try terminal.write(Self.edited("Enter", named: true), to: "notes.lua")
    try await terminal.expect("the repaired script is shown", shows: "Enter")
    try await terminal.expect("the reload replaces the message", hides: Self.report)
    #expect(terminal.screen.contains("bread"))
    // Longer than the report takes.
    try await Task.sleep(for: .seconds(1))
    #expect(!terminal.screen.contains("The reload lost"), "\(terminal.screen)")
    terminal.press(.control("q"))
    try await terminal.expectUsable("an app run with --watch quits, and the terminal is usable")
  }

  @Test("at the prompt and in --plain, a loss is printed with its values")
  func lines() async throws {
    let prompt = try await terminal("repl --watch --fresh", until: ">")
    prompt.enter(":tap text")
    prompt.enter(":type milk")
    prompt.enter(":screen")
    try await prompt.expect("the text is typed", shows: "milk")
    try prompt.write(Self.edited("Compose"), to: "notes.lua")
    try await prompt.expect("the reload is printed", shows: "reloaded")
    try await prompt.expect("the loss is printed", shows: "note: \(Self.report)")
    try await prompt.expect("with its values", shows: "text was \"milk\", and is \"\"")
    prompt.press(.control("d"))
    try await prompt.expectUsable("the prompt quits, and the terminal is usable")

    let plain = try await terminal("--plain --watch --fresh", until: "Type the number")
    plain.enter("1 milk")
    try await plain.expect("the text is typed", shows: "milk, focused")
    try plain.write(Self.edited("Compose"), to: "notes.lua")
    try await plain.expect("the loss is printed", shows: "Problem: \(Self.report)")
    plain.enter("quit")
    try await plain.expectUsable("the app quits, and the terminal is usable")
  }

  @Test("from a pipe, :reload prints its losses before the next line runs")
  func pipe() async throws {
    let folder = try CommandRun.makeFolder()
    defer { try? FileManager.default.removeItem(at: folder) }
    try Self.notes.write(to: folder.appendingPathComponent("notes.lua"), atomically: true, encoding: .utf8)
    let lines = [":tap text", ":type milk", ":reload", ":tap kept", ":type eggs", ":reload", ":quit"]
    let (output, status) = try await CommandRun.run(
      ["repl", "notes.lua", "--state-dir", "state"], input: lines, in: folder)
    #expect(status == 0)
    #expect(
      output == """
        note: \(Self.report): it has no restorationIdentifier
        notes.lua:7: note/text (TextField): text was "milk", and is ""
          it has no restorationIdentifier
        reloaded, state restored
        reloaded, state restored

        """)
  }
}
