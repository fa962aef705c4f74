import Foundation
import Testing

/// The prompt in a real terminal: lines that are interrupted, lines that wait, and output of the app meanwhile.
@Suite("The prompt in a terminal")
struct PromptTerminalTests {
  private static let ticks = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.luahost.ticks" }
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = ui.ViewController { view = ui.VStack { ui.Label { text = "Ticks" } } } }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// Runs the command with the app in a shell, and waits until a text is shown.
  private func terminal(_ arguments: String, until text: String) async throws -> TerminalProcess {
    let terminal = try await TerminalProcess.shell(columns: 80, rows: 30)
    try terminal.write(Self.ticks, to: "ticks.lua")
    terminal.run("\(try CommandRun.command()) \(arguments) ticks.lua")
    try await terminal.wait(for: text)
    return terminal
  }

  /// Enters a line, and waits until it runs.
  private func begin(_ line: String, in terminal: TerminalProcess) async throws {
    let mark = terminal.folder.appendingPathComponent("begun").path
    terminal.enter("io.open('begun', 'w'):close() \(line)")
    try await terminal.expect("the line runs") { unlink(mark) == 0 }
  }

  /// Whether the last line with text begins so.
  private func endsWithLine(_ text: String, _ terminal: TerminalProcess) -> Bool {
    terminal.screen.split(separator: "\n").last?.hasPrefix(text) == true
  }

  /// Whether the last line is an empty one that can be edited.
  private func isReady(_ terminal: TerminalProcess) -> Bool {
    terminal.screen.split(separator: "\n").last == ">"
  }

  @Test("Control-C stops a line that computes or waits, and the app continues")
  func interrupts() async throws {
    let terminal = try await terminal("repl", until: ">")
    try await begin("while true do pcall(function() while true do end end) end", in: terminal)
    terminal.press(.control("c"))
    try await terminal.expect("Control-C stops a line that computes", shows: "error: interrupted")
    terminal.enter("'alive' .. 1")
    try await terminal.expect("the app continues after an interrupt", shows: "\"alive1\"")
    try await begin("ui.sleep(100) return 'slept'", in: terminal)
    terminal.press(.control("c"))
    try await terminal.expect("Control-C stops a line that waits", shows: "in function 'luahost.sleep'")
    terminal.press(.control("l"))
    try await begin("while true do os.execute 'sleep 0.2' end", in: terminal)
    terminal.press(.control("c"))
    try await terminal.expect(
      "Control-C stops a loop of shell commands, not only the current one", shows: "in function 'os.execute'")
    terminal.press(.control("l"))
    try await begin("io.read()", in: terminal)
    terminal.press(.control("c"))
    try await terminal.expect("Control-C stops a line that waits for input", shows: "in function 'io.read'")
    try await begin("io.popen('sleep 100'):read()", in: terminal)
    terminal.press(.control("c"))
    // The program receives the interrupt, too: the read ends with an error or at the end of the program's output,
    // whichever comes first.
    try await terminal.expect("Control-C stops a line that waits for a program") { isReady(terminal) }
    terminal.type("typed")
    terminal.press(.control("c"))
    terminal.enter("'after ' .. 'the line'")
    try await terminal.expect("Control-C at the prompt discards the line", shows: "\"after the line\"")
    try await terminal.expect("a line is edited") { isReady(terminal) }
    terminal.press(.control("d"))
    try await terminal.expectUsable("Control-D on an empty line quits, and the terminal is usable")
  }

  @Test("output of the app appears above the edited line, which is redrawn")
  func output() async throws {
    let terminal = try await terminal("repl", until: ">")
    terminal.enter("ui.run { 'sh', '-c', 'sleep 0.5; echo done' }.output")
    terminal.enter("'typed ahead'")
    try await terminal.expect("a line can wait for a program", shows: "\"done\\n\"")
    try await terminal.expect("a line typed meanwhile runs next", shows: "\"typed ahead\"")
    terminal.enter("timer = ui.after(0.7, function() print 'from a timer' end)")
    terminal.type("half a l")
    try await terminal.expect("output of a timer appears above the line") {
      terminal.screen.split(separator: "\n").contains { $0.hasPrefix("from a timer") }
    }
    terminal.type("ine")
    try await terminal.expect("the edited line is redrawn below the output", shows: "> half a line")
    terminal.press(.control("c"))
    terminal.press(.control("l"))
    terminal.enter(
      "timer = ui.after(0.7, function() io.write('wri', 'tten ') print 'and printed' io.stderr:write 'unended' end)")
    terminal.type("half a l")
    try await terminal.expect("output of io.write appears above the line", shows: "written and printed")
    try await terminal.expect("output without a newline appears above the line") {
      terminal.screen.split(separator: "\n").contains { $0.hasPrefix("unended") }
    }
    terminal.type("ine")
    try await terminal.expect("the edited line is redrawn below an incomplete line") {
      endsWithLine("> half a line", terminal)
    }
  }

  @Test("Control-Z stops the process while a line computes, and its time limit pauses")
  func suspendsComputing() async throws {
    let terminal = try await terminal("repl", until: ">")
    try await begin("t = os.clock() while os.clock() - t < 1 do end return 'comp' .. 'uted'", in: terminal)
    terminal.press(.control("z"))
    try await terminal.expect("Control-Z stops the process while a line computes", shows: "Stopped")
    terminal.enter("stty -a | grep -ow -e icanon -e '-icanon'")
    try await terminal.expect("the shell gets back its line settings") {
      terminal.screen.split(separator: "\n").contains("icanon")
    }
    // Longer than a line may take.
    try await Task.sleep(for: .seconds(6))
    terminal.enter("fg")
    try await terminal.expect("after fg the line continues with its remaining time", shows: "\"computed\"")
  }

  @Test("Control-Z stops the process while a line waits or is edited")
  func suspendsWaiting() async throws {
    let terminal = try await terminal("repl", until: ">")
    try await begin("ui.sleep(1) return 'sle' .. 'pt'", in: terminal)
    terminal.press(.control("z"))
    try await terminal.expect("Control-Z stops the process while a line waits", shows: "Stopped")
    terminal.enter("fg")
    try await terminal.expect("after fg the waiting line continues", shows: "\"slept\"")
    terminal.run("")
    terminal.press(.control("l"))
    terminal.type("half a l")
    try await terminal.wait(for: "> half a l")
    terminal.press(.control("z"))
    try await terminal.expect("Control-Z stops the process while a line is edited", shows: "Stopped")
    terminal.run("fg")
    try await terminal.expect("after fg the edited line is redrawn", shows: "> half a l")
    terminal.type("ine")
    try await terminal.expect("after fg the edited line continues", shows: "> half a line")
  }

  private static let pasted = "pasted = 20\npasted + 1\n'%s' .. pasted"

  @Test("a pasted text runs statement by statement")
  func pastes() async throws {
    let terminal = try await terminal("repl", until: ">")
    terminal.paste(Self.pasted)
    terminal.press(.enter)
    try await terminal.expect("a pasted text runs statement by statement", shows: "21")
    try await terminal.expect("the last pasted statement runs", shows: "\"%s20\"")
  }

  @Test("Control-C stops a launch that never returns, and the terminal is usable")
  func endlessLaunch() async throws {
    let terminal = try await TerminalProcess.shell(columns: 80, rows: 30)
    try terminal.write("print 'begun' while true do end", to: "endless.lua")
    terminal.run("\(try CommandRun.command()) repl endless.lua")
    try await terminal.expect("the script runs") { terminal.screen.split(separator: "\n").contains("begun") }
    terminal.press(.control("c"))
    try await terminal.expect(
      "Control-C stops a launch that never returns", shows: "endless.lua:1: in main chunk")
    try await terminal.expectUsable("the terminal is usable")
  }

  private static let overlay = "F12 or Escape closes"

  @Test("in the overlay Control-C stops lines, and lines are pasted one by one")
  func overlay() async throws {
    let terminal = try await terminal("", until: "Ticks")
    terminal.press(.function(12))
    try await terminal.wait(for: Self.overlay)
    try await begin("while true do end", in: terminal)
    terminal.press(.control("c"))
    try await terminal.expect("in the overlay Control-C stops a line that computes", shows: "error: interrupted")
    try await begin("ui.sleep(100) return 'slept'", in: terminal)
    terminal.enter("'held ' .. 'back'")
    terminal.press(.control("c"))
    try await terminal.expect(
      "in the overlay Control-C stops a line that waits", shows: "in function 'luahost.sleep'")
    #expect(
      !terminal.screen.contains("\"held back\""), "the interrupt discards lines entered after the waiting one")
    terminal.type("not wanted")
    terminal.press(.control("c"))
    try await terminal.expect("Control-C discards the typed text if no line runs", shows: "> not wanted^C")
    terminal.enter("print 'said' io.write 'and written' return 'returned'")
    try await terminal.wait(for: "\"returned\"")
    let text = terminal.screen.replacing("\n", with: "")
    #expect(
      text.contains(#/said[ │┃]*and written[ │┃]*"returned"/#), "the output of a line precedes its result: \(text)")
    terminal.paste(Self.pasted)
    try await terminal.expect("pasted lines are entered one by one", shows: "> pasted + 1")
    terminal.press(.enter)
    try await terminal.expect("the last pasted line runs on Enter", shows: "\"%s20\"")
    terminal.press(.control("d"))
    try await terminal.expect("Control-D closes the prompt", hides: Self.overlay)
    terminal.press(.control("q"))
    try await terminal.expectUsable("Control-Q quits the app, and the terminal is usable")
  }

  @Test("in the overlay a new line scrolls to its result, and all prompts recall it at the next start")
  func overlayHistory() async throws {
    let terminal = try await terminal("", until: "Ticks")
    terminal.press(.function(12))
    try await terminal.wait(for: Self.overlay)
    terminal.enter("for number = 1, 60 do print('line ' .. number) end")
    try await terminal.wait(for: "line 60")
    terminal.press(.pageUp)
    try await terminal.expect("the output is scrolled", hides: "line 60")
    terminal.enter("'fol' .. 'lowed'")
    try await terminal.expect("the result is shown", shows: "\"followed\"")
    terminal.press(.control("q"))
    try await terminal.expectUsable("Control-Q quits the app")
    for arguments in ["", "repl"] {
      terminal.press(.control("l"))
      terminal.run("\(try CommandRun.command()) \(arguments) ticks.lua")
      if arguments.isEmpty {
        try await terminal.wait(for: "Ticks")
        terminal.press(.function(12))
        try await terminal.wait(for: Self.overlay)
      } else {
        try await terminal.expect("the prompt is ready") { isReady(terminal) }
      }
      terminal.press(.up)
      try await terminal.expect("the last line is recalled", shows: "'fol' .. 'lowed'")
      terminal.press(.control("q"))
      try await terminal.expectUsable("Control-Q quits")
    }
  }

  @Test("F11 shows the output of the app beside it, in order, and F12 the prompt over it")
  func console() async throws {
    let console = "Output: F11 closes"
    let terminal = try await terminal("", until: "Ticks")
    terminal.press(.function(12))
    try await terminal.wait(for: Self.overlay)
    terminal.enter(
      "ui.after(0.1, function() print 'printed' io.write 'written\\n' io.stderr:write 'complained\\n' end)")
    terminal.enter(":resize 30 12")
    terminal.press(.escape)
    try await terminal.waitUntilGone(Self.overlay)
    try await terminal.expect(":size resizes the app", hides: "Tab")
    terminal.press(.function(11))
    try await terminal.expect("F11 shows the output of the app", shows: console)
    try await terminal.expect("the output is in order") {
      let lines = terminal.screen.split(separator: "\n")
      let printed = lines.firstIndex { $0.contains(#/printed *.$/#) }
      return printed.map { lines.dropFirst($0 + 1).first?.contains("written") == true } == true
    }
    try await terminal.expect("the output includes standard error", shows: "complained")
    try await terminal.expect("the app is visible beside the output", shows: "Ticks")
    terminal.press(.function(11))
    try await terminal.expect("F11 again hides the output", hides: console)
    terminal.press(.function(12))
    try await terminal.wait(for: Self.overlay)
    terminal.press(.function(11))
    try await terminal.expect("F11 at the prompt closes the prompt and shows the output", shows: console)
    terminal.press(.function(12))
    try await terminal.wait(for: Self.overlay)
    terminal.press(.function(11))
    try await terminal.expect("F11 closes the prompt over the output", hides: Self.overlay)
    try await terminal.expect("the output stays visible after the prompt is closed", shows: console)
    terminal.press(.function(11))
    try await terminal.expect("F11 hides the output after the prompt was closed", hides: console)
    terminal.press(.control("q"))
    try await terminal.expectUsable("Control-Q quits the app, and the terminal is usable")
  }

  @Test("--watch reloads the app when its script changes, and reports a script that cannot be loaded")
  func watch() async throws {
    let terminal = try await terminal("--watch --fresh", until: "Ticks")
    let other = Self.ticks.replacingOccurrences(of: "\"Ticks\"", with: "\"Other words\"")
    try terminal.write(other, to: "ticks.lua")
    try await terminal.expect("--watch reloads the app when its script changes", shows: "Other words")
    try terminal.write(other + ")", to: "ticks.lua")
    try await terminal.expect("a script that cannot be loaded is reported", shows: "could not be loaded")
    try terminal.write(other.replacingOccurrences(of: "Other words", with: "Repaired"), to: "ticks.lua")
    try await terminal.expect("a repaired script is loaded", shows: "Repaired")
    try await terminal.expect("the message disappears when the script is repaired", hides: "could not be loaded")
    terminal.press(.control("q"))
    try await terminal.expectUsable("an app run with --watch quits, and the terminal is usable")
  }
}
