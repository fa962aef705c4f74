import Foundation
import Testing

/// Runs the command as users do: in a terminal, from a shell, with keys, signals and kills.
@Suite("Apps in a terminal")
struct AppTerminalTests {
  private func shell() async throws -> (terminal: TerminalProcess, stateapp: String) {
    let terminal = try await TerminalProcess.shell(columns: 70, rows: 18)
    return (terminal, try "\(CommandRun.command()) \(CommandRun.source("scripts/apps/stateapp.lua"))")
  }

  /// Starts the example in a shell, and types a text in its second screen.
  private func typed() async throws -> (terminal: TerminalProcess, stateapp: String) {
    let (terminal, stateapp) = try await shell()
    terminal.run("\(stateapp); echo code $?")
    try await terminal.expect("an app shows its first screen", shows: "This is the first screen.")
    terminal.press(.tab, .right)
    try await terminal.expect("keys select the second tab", shows: "Press Me")
    terminal.press(.tab)
    terminal.type("typed in a terminal")
    try await terminal.expect("typed text is visible", shows: "typed in a terminal")
    return (terminal, stateapp)
  }

  @Test("an app in a terminal obeys keys, is restored after SIGKILL, and can be suspended")
  func use() async throws {
    let (terminal, stateapp) = try await typed()
    terminal.press(.tab, .enter)
    try await terminal.expect("a button pushes the third screen", shows: "Third screen")
    #expect(try await terminal.saves("ThirdViewController", CommandRun.source("scripts/apps/stateapp.lua")))
    try await terminal.killApp()
    try await terminal.expectUsable("after SIGKILL the terminal is usable")

    terminal.run(stateapp)
    try await terminal.expect("the third screen is restored after SIGKILL", shows: "Third screen")
    terminal.press(.escape)
    try await terminal.expect(
      "the screen below the third one is restored with its text", shows: "typed in a terminal")
    terminal.press(.control("z"))
    try await terminal.expect("Control-Z returns to the shell", shows: "Stopped")
    terminal.run("fg")
    try await terminal.expect("fg returns to the app", shows: "typed in a terminal")
    terminal.press(.function(12))
    try await terminal.expect("F12 opens the prompt", shows: "F12 or Escape closes")
    terminal.enter("6 * 7")
    try await terminal.expect("the prompt prints results", shows: "42")
    terminal.press(.escape)
    try await terminal.waitUntilGone("F12 or Escape closes")
    terminal.press(.control("q"))
    try await terminal.expectUsable("Control-Q quits the app and leaves the terminal usable")
  }

  @Test(
    "a suspended app or prompt ends by SIGTERM and SIGHUP, without returning to the foreground",
    arguments: [("stateapp", "TERM"), ("stateapp", "HUP"), ("repl", "TERM")])
  func endsWhileSuspended(app: String, signal: String) async throws {
    let (terminal, stateapp) = try await shell()
    terminal.run(app == "repl" ? "\(try CommandRun.command()) repl" : stateapp)
    try await terminal.wait(for: app == "repl" ? ">" : "This is the first screen.")
    terminal.press(.control("z"))
    try await terminal.wait(for: "Stopped")
    terminal.run("kill -\(signal) %1")
    try await terminal.expectUsable("\(app) ends by SIG\(signal) while it is suspended")
  }

  private static let form = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.form" }
    function app:shouldSaveApplicationState() return true end
    function app:shouldRestoreApplicationState() return true end
    function app:willFinishLaunching()
      local page = ui.ViewController { restorationIdentifier = "form" }
      page.view = ui.VStack { ui.Label { text = "A form" }, ui.TextView { restorationIdentifier = "text" } }
      self.window = ui.Window { rootViewController = page }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  @Test("SIGKILL right after the first picture leaves the terminal usable")
  func earlyKill() async throws {
    let terminal = try TerminalProcess(Self.form)
    try await terminal.wait(for: "A form")
    try await terminal.quit()
    for _ in 0..<3 {
      let next = try TerminalProcess(Self.form, beside: terminal)
      while !next.output.contains("\u{1b}[?1049h"), !next.isEnded {
        next.read()
        usleep(100)
      }
      next.signal(SIGKILL)
      try await next.expect("the alternate screen and raw mode are left") {
        !next.isOnAlternateScreen && next.isLineAsBefore
      }
    }
  }

  @Test("a paste that is too long is ignored as a whole, with a message")
  func longPaste() async throws {
    let terminal = try TerminalProcess(Self.form)
    try await terminal.wait(for: "A form")
    terminal.press(.tab)
    terminal.type("before ")
    try await terminal.wait(for: "before")
    try await terminal.typeAll("\u{1b}[200~" + String(repeating: "pasted ", count: 2_500_000) + "\u{1b}[201~")
    try await terminal.expect("the paste is reported", shows: "The pasted text is longer than 16 MiB. It was ignored.")
    terminal.type("after")
    try await terminal.expect("the text has what was typed", shows: "before after")
    #expect(!terminal.screen.contains("pasted pasted"))
    try await terminal.quit()
  }

  @Test(
    "a signal that asks for the exit saves the state, exits with 0 and leaves the terminal usable",
    arguments: [SIGTERM, SIGHUP])
  func exits(signal: Int32) async throws {
    let (terminal, stateapp) = try await typed()
    kill(try await terminal.app(), signal)
    try await terminal.expect("the signal saves the state and exits with 0", shows: "code 0")
    try await terminal.expectUsable("the terminal is usable after the signal")
    terminal.run(stateapp)
    try await terminal.expect("the state is restored", shows: "typed in a terminal")
  }

  @Test("SIGQUIT terminates the app at once, and the terminal is usable")
  func quit() async throws {
    let (terminal, _) = try await typed()
    kill(try await terminal.app(), SIGQUIT)
    try await terminal.expect("SIGQUIT terminates the app at once", shows: "code 131")
    try await terminal.expectUsable("the terminal is usable after SIGQUIT")
  }

  @Test("a crash prints a backtrace without asking, and the terminal is usable")
  func crash() async throws {
    let (terminal, _) = try await typed()
    kill(try await terminal.app(), SIGSEGV)
    try await terminal.expect("a crash prints a backtrace without asking", shows: "Backtrace took")
    let end = ContinuousClock.now
    try await terminal.expectUsable("the terminal is usable after a crash")
    // It would wait for 30 s.
    #expect(ContinuousClock.now - end < .seconds(20), "no debugger waits for a key after a crash")
  }

  private static let fails = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.luahost.fails" }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.view = ui.VStack { ui.Button { title = "Fail", action = function() error "it failed" end } }
    end
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = Screen {} }
    end
    return app
    """

  @Test("an error in a callback is shown over the app, and printed at the exit that two Control-C ask for")
  func error() async throws {
    let (terminal, _) = try await shell()
    try terminal.write(Self.fails, to: "fails.lua")
    terminal.run("\(try CommandRun.command()) fails.lua; echo code $?")
    try await terminal.wait(for: "Fail")
    terminal.press(.enter)
    try await terminal.expect(
      "an error in a callback is shown over the app, which continues", shows: "Error in the app")
    terminal.press(.enter)
    try await terminal.waitUntilGone("Error in the app")
    terminal.press(.control("c"))
    try await terminal.expect("Control-C that the app does not handle asks for a second one", shows: "again to quit")
    terminal.press(.control("c"))
    try await terminal.expect("a second Control-C quits the app", shows: "code 0")
    try await terminal.expect("errors are printed to the terminal at the exit", shows: "fails.lua:5: it fa")
  }

  @Test("repeated errors are shown once each, and the app remains usable")
  func repeatedErrors() async throws {
    let (terminal, _) = try await shell()
    terminal.run("\(try CommandRun.command()) \(CommandRun.source("Tests/Scripts/failing.lua")); echo code $?")
    // All are in one report, the last one below those of the first drawing.
    for text in ["cellForRow: ", "draw: "] {
      try await terminal.expect("an error of the first drawing is shown", shows: text)
    }
    try await terminal.expect("an error of the timer is shown") {
      terminal.mouse(65, column: 20, row: 8)
      return terminal.screen.contains("timer: ")
    }
    terminal.press(.enter)
    try await terminal.waitUntilGone("Error in the app")
    // The timer and the drawing have failed again meanwhile.
    try await Task.sleep(for: .milliseconds(300))
    #expect(!terminal.screen.contains("Error in the app"), "repeated errors are shown once each")
    terminal.mouse(column: 4, row: 5)
    try await terminal.expect("the app remains usable", shows: "went on")
    terminal.press(.control("q"))
    try await terminal.expect("the app quits", shows: "code 0")
    let printed = try #require(terminal.output.components(separatedBy: "\u{1b}[?1049l").last)
    for text in ["cellForRow: ", "draw: ", "timer: "] {
      #expect(printed.ranges(of: text).count == 1, "repeated errors are printed once each: \(printed)")
    }
    try await terminal.expectUsable("the terminal is usable")
  }

  @Test("output of one turn that does not fit says so, and is no failure")
  func longOutput() async throws {
    let (terminal, _) = try await shell()
    try terminal.write(
      """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.prints" }
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView()
        self.view = ui.Button { title = "Print", action = function(button)
          for i = 1, 200000 do print("line " .. i) end
          button.title = "Printed"
        end }
      end
      function app:willFinishLaunching() self.window = ui.Window { rootViewController = Screen() } end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """, to: "prints.lua")
    terminal.run("\(try CommandRun.command()) prints.lua; echo code $?")
    try await terminal.wait(for: "Print")
    terminal.press(.enter)
    try await terminal.wait(for: "Printed")
    terminal.press(.control("q"))
    try await terminal.expect("an orderly end is no failure", shows: "code 0")
    try await terminal.expect("what is lost is named", shows: "is lost: more than 1 MiB in one turn")
  }

  @Test("a second process on the same session gets exit code 4")
  func second() async throws {
    let (terminal, _) = try await shell()
    try terminal.write(Self.fails, to: "fails.lua")
    terminal.run("\(try CommandRun.command()) fails.lua")
    try await terminal.wait(for: "Fail")
    let other = try await CommandRun(
      ["--headless", terminal.folder.appendingPathComponent("fails.lua").path], home: terminal.folder.path)
    #expect(other.status == 4, "\(other)")
  }

  @Test("a build shows its progress and the elapsed time in one line, and without a terminal a line per part")
  func build() async throws {
    let terminal = try await TerminalProcess.shell(columns: 70, rows: 18)
    try terminal.write(
      """
      . "\(CommandRun.source("scripts/setup.sh"))"
      slow() { echo '[3/20] Compiling Screens a.swift'; while [ -e build.sh ] && ! [ -e go ]; do sleep 0.1; done; }
      build_with_progress things build/log slow && echo made
      """, to: "build.sh")
    terminal.run("bash build.sh")
    try await terminal.expect("a build shows its progress in one line", shows: "[3 of 20] Compiling Screens")
    try await terminal.expect("a build shows the elapsed time between steps") {
      terminal.screen.contains(#/0:([1-5][0-9]|0[1-9])  \[3 of 20\] Compiling Screens/#)
    }
    try terminal.write("", to: "go")
    try await terminal.wait(for: "made")
    try await terminal.expect("the progress line disappears at the end of a build", hides: "Compiling")
    let piped = try await CommandRun.run(["build.sh"], in: terminal.folder, program: "/bin/bash")
    #expect(
      piped.output.split(separator: "\n").contains("  Compiling Screens"), "without a terminal, a line per part")
  }
}
