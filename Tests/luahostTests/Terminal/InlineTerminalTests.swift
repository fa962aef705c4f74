import Foundation
import Testing

/// An app below the prompt of a shell, without the alternate screen.
@Suite("Inline apps in a terminal")
struct InlineTerminalTests {
  private static let script = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.inline", inline = 6, showsKeyHints = false }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.field = ui.TextField { restorationIdentifier = "field" }
      self.pressed = ui.Label { text = "not pressed" }
      self.button = ui.Button { title = "Press", action = function() self.pressed.text = "was pressed" end }
      self.view = ui.VStack { ui.Label { text = "TOP ROW" }, self.field, self.button, self.pressed, ui.Spacer(), ui.Label { text = "BOTTOM ROW" } }
      self.keyCommands = {
        { title = "Fail", input = "f5", action = function() error "it failed" end },
        { title = "Leave", input = "f6", action = function() app:runInTerminal { "sh", "-c", "echo from the program" } end },
      }
    end
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
    function app:didFinishLaunching()
      self.window = self.window or ui.Window()
      if not self.window.rootViewController then
        self.window.rootViewController = Screen { restorationIdentifier = "screen", restorationClass = Screen }
      end
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// Starts a shell with some text, and the app below it.
  private func start(
    columns: UInt16 = 60, rows: UInt16 = 20
  ) async throws -> (terminal: TerminalProcess, command: String) {
    let terminal = try await TerminalProcess.shell(columns: columns, rows: rows)
    try terminal.write(Self.script, to: "app.lua")
    let command = "\(try CommandRun.command()) app.lua"
    terminal.run("echo before 1; echo before 2; \(command)")
    try await terminal.expect("the app is shown", shows: "BOTTOM ROW")
    return (terminal, command)
  }

  private func row(of text: String, in terminal: TerminalProcess) -> Int? {
    terminal.read()
    return terminal.emulator.lines.firstIndex { $0.contains(text) }
  }

  /// Expects the frame in six rows, directly below the shell's text.
  private func expectFrame(_ terminal: TerminalProcess, below text: String) async throws {
    try await terminal.expect("the frame is directly below \(text)") {
      guard let top = row(of: "TOP ROW", in: terminal), let bottom = row(of: "BOTTOM ROW", in: terminal) else {
        return false
      }
      return bottom == top + 5 && terminal.emulator.lines[top - 1].contains(text)
    }
  }

  @Test("the app uses its rows below the prompt; its last frame and what was above it stay")
  func use() async throws {
    let (terminal, _) = try await start()
    #expect(!terminal.isOnAlternateScreen && terminal.emulator.reportsMouse)
    try await expectFrame(terminal, below: "before 2")
    terminal.type("typed here")
    try await terminal.expect("typed text is visible", shows: "typed here")
    terminal.press(.control("q"))
    try await terminal.expect("the prompt is below the last frame") {
      guard let bottom = row(of: "BOTTOM ROW", in: terminal) else { return false }
      return terminal.emulator.lines[bottom + 1].hasPrefix("$") && terminal.emulator.cursor == (2, bottom + 1)
    }
    try await expectFrame(terminal, below: "before 2")
    #expect(terminal.screen.contains("typed here"))
    try await terminal.expectUsable("the terminal is usable")
  }

  @Test("at the last row of the terminal, the text above scrolls up to make room")
  func atTheEnd() async throws {
    let terminal = try await TerminalProcess.shell(columns: 60, rows: 12)
    try terminal.write(Self.script, to: "app.lua")
    terminal.run("seq 1 30; \(try CommandRun.command()) app.lua")
    try await terminal.expect("the app is shown", shows: "BOTTOM ROW")
    try await expectFrame(terminal, below: "30")
    #expect(row(of: "BOTTOM ROW", in: terminal) == 11)
    terminal.press(.control("q"))
    try await terminal.expect("the prompt is below the last frame") {
      row(of: "BOTTOM ROW", in: terminal) == 10 && terminal.emulator.lines[11].hasPrefix("$")
    }
  }

  @Test("it is restored after SIGKILL, which leaves its frame and a usable terminal")
  func killed() async throws {
    let (terminal, command) = try await start()
    terminal.type("kept text")
    try await terminal.expect("typed text is visible", shows: "kept text")
    #expect(try await terminal.saves("kept text", terminal.folder.appendingPathComponent("app.lua").path))
    try await terminal.killApp()
    try await terminal.expectUsable("after SIGKILL the terminal is usable")
    terminal.run("echo again; \(command)")
    try await terminal.expect("it is restored", shows: "kept text")
    try await expectFrame(terminal, below: "again")
    #expect(!terminal.isOnAlternateScreen)
    #expect(!terminal.output.contains("\u{1b}[?1049h"), "the picture at the start does not use the whole screen")
  }

  @Test("Control-Z leaves the frame in place, and fg draws a new one below")
  func suspended() async throws {
    let (terminal, _) = try await start()
    terminal.type("kept text")
    try await terminal.expect("typed text is visible", shows: "kept text")
    terminal.press(.control("z"))
    try await terminal.expect("Control-Z returns to the shell", shows: "Stopped")
    #expect(terminal.screen.contains("BOTTOM ROW"))
    terminal.enter("echo while stopped; fg")
    try await terminal.expect("fg draws it again") {
      terminal.read()
      guard let bottom = terminal.emulator.lines.lastIndex(where: { $0.contains("BOTTOM ROW") }),
        let stopped = terminal.emulator.lines.lastIndex(where: { $0.contains("while stopped") })
      else { return false }
      return bottom > stopped
    }
    terminal.press(.control("q"))
    try await terminal.expectUsable("the terminal is usable")
  }

  @Test("after a change of width, the area is drawn again, and the app goes on")
  func resized() async throws {
    let (terminal, _) = try await start()
    for (columns, rows) in [(40, 20), (70, 20), (70, 10), (70, 4), (50, 24)] as [(UInt16, UInt16)] {
      terminal.resize(columns: columns, rows: rows)
      try await terminal.expect("the area is drawn in \(columns)x\(rows)") {
        guard let top = row(of: "TOP ROW", in: terminal) else { return false }
        return rows < 6 || terminal.emulator.lines.suffix(from: top).prefix(6).last?.contains("BOTTOM ROW") == true
      }
    }
    terminal.type("after")
    try await terminal.expect("keys are obeyed", shows: "after")
    terminal.press(.control("q"))
    try await terminal.expectUsable("the terminal is usable")
  }

  @Test("a click acts on what is drawn there")
  func mouse() async throws {
    let (terminal, _) = try await start()
    let place = try #require(row(of: "Press", in: terminal))
    let line = Array(terminal.emulator.lines[place])
    let column = try #require(line.firstIndex(of: "P"))
    try await terminal.expect("the click is obeyed") {
      terminal.mouse(column: column + 1, row: place + 1)
      return terminal.screen.contains("was pressed")
    }
    terminal.press(.control("q"))
    try await terminal.expectUsable("the terminal is usable")
  }

  @Test("errors and the prompt are shown in the area")
  func overlays() async throws {
    let (terminal, _) = try await start()
    terminal.press(.function(5))
    try await terminal.expect("the error is shown", shows: "it failed")
    #expect(terminal.screen.contains("before 2"))
    terminal.press(.escape)
    try await terminal.waitUntilGone("it failed")
    terminal.press(.function(12))
    terminal.enter("6 * 7")
    try await terminal.expect("the prompt prints results", shows: "42")
    #expect(terminal.screen.contains("before 2"))
    terminal.press(.escape)
    try await expectFrame(terminal, below: "before 2")
    terminal.press(.control("q"))
    try await terminal.expectUsable("the terminal is usable")
  }

  @Test("what another program writes takes the place of the area, which is drawn again below")
  func lent() async throws {
    let (terminal, _) = try await start()
    terminal.press(.function(6))
    try await expectFrame(terminal, below: "from the program")
    #expect(row(of: "from the program", in: terminal) == row(of: "before 2", in: terminal).map { $0 + 1 })
    terminal.press(.control("q"))
    try await terminal.expectUsable("the terminal is usable")
  }

  @Test("an error before the first frame leaves nothing but its message")
  func failsAtStart() async throws {
    let terminal = try await TerminalProcess.shell(columns: 60, rows: 20)
    try terminal.write("error 'at the start'", to: "app.lua")
    terminal.run("echo before; \(try CommandRun.command()) app.lua; echo code $?")
    try await terminal.expect("the error is printed", shows: "at the start")
    try await terminal.expect("it exits with 1", shows: "code 1")
    #expect(!terminal.output.contains("\u{1b}[?1049"))
  }
}
