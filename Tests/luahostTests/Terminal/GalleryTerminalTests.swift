import Foundation
import Testing

/// Uses the gallery as a user at a terminal does: mouse, paste, clipboard, sizes, colours, help, a killed terminal.
@Suite("The gallery in a terminal")
struct GalleryTerminalTests {
  private let gallery = CommandRun.source("scripts/apps/gallery.lua")

  /// Runs the gallery in a shell.
  ///
  /// - Parameter variables: assignments before the command.
  private func terminal(_ variables: String = "", options: String = "") async throws -> TerminalProcess {
    let terminal = try await TerminalProcess.shell(environment: ["COLORTERM": "truecolor"])
    terminal.run("\(variables) \(try CommandRun.command()) \(options) \(gallery); echo code $?")
    return terminal
  }

  /// Whether a cell has this colour of the background.
  private func hasBackground(_ color: Int32, _ terminal: TerminalProcess) -> Bool {
    let emulator = terminal.emulator
    return (0..<emulator.rows).contains { row in
      (0..<emulator.columns).contains { emulator[$0, row].background == color }
    }
  }

  private func quit(_ terminal: TerminalProcess) async throws {
    terminal.press(.control("q"))
    try await terminal.expectUsable("Control-Q quits")
  }

  @Test("the mouse selects tabs, presses buttons, moves sliders, scrolls and opens menus")
  func mouse() async throws {
    let terminal = try await terminal()
    try await terminal.expect("the gallery shows its first screen", shows: "Select with Shift")
    terminal.writeFromElsewhere("\u{1b}[5;5Hgarbage")
    try await terminal.wait(for: "garbage")
    terminal.press(.control("l"))
    try await terminal.expect("Control-L redraws the whole screen", hides: "garbage")
    terminal.writeFromElsewhere("\u{1b}[5;5Hgarbage")
    try await terminal.wait(for: "garbage")
    kill(try await terminal.app(), SIGWINCH)
    try await terminal.expect("so does a resize, also to the same size", hides: "garbage")
    terminal.mouse(column: 12, row: 23)
    try await terminal.expect("a click on a tab selects its screen", shows: "nothing pressed yet")
    terminal.mouse(column: 22, row: 3)
    try await terminal.expect("a click presses a button") {
      terminal.screen.contains("pressed") && !terminal.screen.contains("nothing pressed yet")
    }
    terminal.mouse(column: 70, row: 9)
    try await terminal.expect("a click moves a slider", shows: String(repeating: "━", count: 50) + "●")
    terminal.mouse(column: 30, row: 23)
    try await terminal.wait(for: "A million")
    terminal.mouse(65, column: 50, row: 10)
    try await terminal.expect("the wheel scrolls the view under the mouse", shows: "row 19 ")
    terminal.mouse(2, column: 8, row: 8)
    try await terminal.expect("the right button shows the actions of a row", shows: "[Double] [Delete]")
    terminal.press(.escape)
    try await terminal.expect("Escape hides them", hides: "[Double] [Delete]")
    try await quit(terminal)
  }

  @Test("text is typed, copied, pasted, redrawn in any size, and restored after SIGKILL, as is the theme")
  func text() async throws {
    let terminal = try await terminal()
    try await terminal.wait(for: "Text field")
    terminal.mouse(column: 30, row: 3)
    terminal.type("日本語 é 👍 end")
    try await terminal.expect("wide characters, accents and emoji are typed", shows: "日本語 é 👍 end")
    // All at once, because the rule has a time limit that a busy machine could exceed between two steps of this test.
    terminal.press(.alt("a"), .control("c"), .right, .control("c"))
    // The notice disappears soon.
    try await terminal.expect("Control-C right after copying does not quit") {
      terminal.output.contains("Copied. Ctrl+Q quits")
    }
    try await terminal.expect("copied text is on the terminal's clipboard") {
      terminal.clipboard == "日本語 é 👍 end"
    }
    terminal.press(.alt("a"))
    terminal.paste("one\ntwo")
    try await terminal.expect("pasted text replaces the selection, in one line", shows: "one two")
    terminal.mouse(column: 30, row: 15)
    terminal.type("宽字符 🇫🇷 👩‍👩‍👧 ")
    try await terminal.wait(for: "宽字符")
    try await terminal.expect("a border stays in its column beside wide characters") {
      terminal.emulator.lines.allSatisfy { !$0.contains("│") || $0.hasSuffix("│") }
    }

    terminal.press(.function(1))
    try await terminal.expect("F1 shows the key help", shows: "Copy, cut the")
    terminal.press(.escape)
    try await terminal.waitUntilGone("Copy, cut")
    terminal.press(.control("p"))
    try await terminal.wait(for: "Search commands")
    terminal.type("theme: li")
    terminal.press(.enter)
    let light: Int32 = 1 << 24 | 251 << 16 | 251 << 8 | 248
    try await terminal.expect("the palette changes the theme") { hasBackground(light, terminal) }
    terminal.press(.function(9))
    try await terminal.expect("F9 leaves the mouse to the terminal") { !terminal.emulator.reportsMouse }
    terminal.press(.function(9))
    try await terminal.expect("F9 again captures the mouse") { terminal.emulator.reportsMouse }
    terminal.type("\u{1b}[<0;2;7M\u{1b}[<32;14;7M\u{1b}[<0;14;7m")
    try await terminal.expect("screen text can be selected and copied with the mouse") {
      terminal.clipboard == "Search bar"
    }

    for (columns, rows) in [(20, 5), (200, 60), (10, 3), (33, 9), (120, 40), (2, 2), (40, 12), (80, 24)] {
      terminal.resize(columns: UInt16(columns), rows: UInt16(rows))
      terminal.press(.tab)
    }
    try await terminal.expect("the app is redrawn after any sequence of resizes", shows: "Text field")

    #expect(try await terminal.saves("one two", gallery))
    try await terminal.killApp()
    try await terminal.expectUsable("after SIGKILL the terminal is usable")
    terminal.run("\(try CommandRun.command()) \(gallery)")
    try await terminal.expect("typed text is restored after SIGKILL", shows: "one two")
    try await terminal.expect("the chosen theme is used again after SIGKILL") { hasBackground(light, terminal) }
    try await quit(terminal)
  }

  @Test("the saved screen is visible while the script is still loading")
  func slow() async throws {
    let terminal = try await TerminalProcess.shell()
    try terminal.write(
      """
      local ui = require "luahost"
      while os.rename("hold", "hold") do end
      local app = ui.Application { identifier = "org.luahost.slow" }
      function app:shouldSaveApplicationState() return true end
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController { view = ui.Label { text = "slow but sure" } } }
        self.window:makeKeyAndVisible()
      end
      return app
      """, to: "slow.lua")
    let slow = "\(try CommandRun.command()) slow.lua"
    terminal.run(slow)
    try await terminal.wait(for: "slow but sure")
    try await quit(terminal)
    try terminal.write("", to: "hold")
    terminal.run(slow)
    try await terminal.expect(
      "the saved screen is visible while the script is still loading", shows: "slow but sure")
    #expect(unlink(terminal.folder.appendingPathComponent("hold").path) == 0)
    try await quit(terminal)
  }

  @Test("luahost reset restores a terminal left in a bad state")
  func reset() async throws {
    let terminal = try await terminal()
    try await terminal.wait(for: "Text field")
    // The terminal's answers to the app's queries precede keys; after the kill, the shell would read them.
    terminal.type("answered")
    try await terminal.wait(for: "answered")
    let app = try await terminal.app()
    // No process is left that could restore the terminal.
    let watchers = TerminalProcess.watchers(of: app)
    #expect(!watchers.isEmpty)
    for process in watchers + [app] { kill(process, SIGKILL) }
    try await terminal.expect("both have ended") {
      !(watchers + [app]).contains { RunningProcesses.isRunning($0) }
    }
    #expect(terminal.emulator.isOnAlternateScreen)
    terminal.enter("\(try CommandRun.command()) reset")
    try await terminal.expectUsable("luahost reset restores a terminal left in a bad state")
  }

  @Test("the next start restores line settings that a killed app left")
  func lineSettings() async throws {
    let terminal = try await TerminalProcess.shell()
    // bash restores the line settings itself after a kill; other shells leave them unchanged.
    try terminal.write(
      """
      stty raw -echo
      "$1" "$2"
      stty -a | grep -qw icanon && stty -a | grep -qw -- echo && echo 'line restored'
      stty sane
      """, to: "broken.sh")
    terminal.run("sh broken.sh \(try CommandRun.command()) \(gallery)")
    try await terminal.wait(for: "Text field")
    terminal.press(.control("q"))
    try await terminal.expect("the next start restores the line settings, too", shows: "line restored")
    try await terminal.expectUsable("the terminal is usable")
  }

  @Test("a dumb terminal, or none, is rejected with a message and the exit code for wrong usage")
  func rejected() async throws {
    let terminal = try await terminal("TERM=dumb")
    try await terminal.expect(
      "a dumb terminal is rejected with a message", shows: "a terminal that cannot place its cursor")
    try await terminal.expect("a dumb terminal is rejected with the exit code for wrong usage", shows: "code 2")
    let piped = try await CommandRun([gallery], home: terminal.folder.path)
    #expect(piped.errors.contains("is not a terminal"), "running without a terminal is rejected: \(piped)")
  }

  @Test("NO_COLOR disables colours")
  func noColor() async throws {
    let terminal = try await terminal("NO_COLOR=1")
    try await terminal.wait(for: "Text field")
    let emulator = terminal.emulator
    for row in 0..<emulator.rows {
      for column in 0..<emulator.columns {
        let cell = emulator[column, row]
        #expect(cell.foreground == -1 && cell.background == -1, "column \(column), row \(row)")
      }
    }
    try await quit(terminal)
  }

  @Test("in a locale that is not UTF-8, borders are drawn in ASCII")
  func ascii() async throws {
    let terminal = try await terminal("LC_ALL=C")
    try await terminal.expect("in a locale that is not UTF-8, borders are drawn in ASCII", shows: "+- Notes --")
    try await quit(terminal)
  }

  @Test("--plain prints the screen as text and accepts values by number, and snapshots show them")
  func plain() async throws {
    let terminal = try await terminal(options: "--plain")
    try await terminal.expect("--plain prints the screen as text", shows: "1. Name, text field")
    terminal.enter("1 Grace")
    try await terminal.expect("--plain accepts values by number", shows: "1. Name, text field, Grace, focused")
    terminal.enter("quit")
    try await terminal.expect("--plain exits in order", shows: "code 0")
    try await terminal.expectUsable("the terminal is usable after --plain")

    func snapshot(_ kind: String) async throws -> (run: CommandRun, file: Data) {
      let file = terminal.folder.appendingPathComponent("screen.\(kind)")
      let run = try await CommandRun(["snapshot", gallery, "-o", file.path], home: terminal.folder.path)
      return (run, (try? Data(contentsOf: file)) ?? Data())
    }
    for (kind, text) in [("txt", "Grace"), ("svg", ">Grace<"), ("png", "PNG")] {
      let (run, file) = try await snapshot(kind)
      #expect(run.status == 0, "a snapshot is written as text, SVG and PNG: \(run)")
      #expect((kind == "png" ? file.prefix(4) : file).range(of: Data(text.utf8)) != nil, "\(kind)")
    }
    #expect(try await snapshot("gif").run.status == 2, "a snapshot in an unknown format is wrong usage")
  }
}
