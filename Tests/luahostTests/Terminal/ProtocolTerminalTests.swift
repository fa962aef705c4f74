import Emulator
import Foundation
import Testing

/// An app in a terminal that answers as others do: the test types the answers.
@Suite("Terminal protocols in a terminal")
struct ProtocolTerminalTests {
  private static let script = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.protocols", theme = "dark" }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.field = ui.TextField { restorationIdentifier = "field" }
      self.bar = ui.ProgressView {}
      self.label = ui.Label { text = ui.AttributedString { "read ", { "this", url = "https://example.org/x" } } }
      self.view = ui.VStack { self.label, self.field, self.bar }
      self.keyCommands = {
        { title = "Shift", input = "shift+enter", action = function() self.label.text = "shifted" end },
        { title = "Control", input = "ctrl+i", action = function() self.label.text = "controlled" end },
        { title = "Notify", input = "f5", action = function() app:notify("Done: ; ", { system = true }) end },
        { title = "Go", input = "f6", action = function() self.bar.progress = 0.5 end },
        { title = "Leave", input = "f7", action = function() app:runInTerminal { "sh", "-c", "stty -a; read line" } end },
      }
    end
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = Screen() }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  private static let end = "\u{1b}[c"

  /// Starts the app in a terminal that gives these answers.
  private func start(_ answers: [String], columns: UInt16 = 60) async throws -> TerminalProcess {
    let terminal = try TerminalProcess(Self.script, columns: columns, rows: 12)
    try await terminal.answer(answers)
    return terminal
  }

  /// The output after the last occurrence of a text.
  private func output(of terminal: TerminalProcess, after text: String) -> String {
    terminal.output.components(separatedBy: text).last ?? ""
  }

  @Test(
    "queries go with the first frame, and what is answered is set, used and undone", arguments: ScriptedTerminal.all)
  func answers(of scripted: ScriptedTerminal) async throws {
    let terminal = try await start(scripted.answers)
    let opening = try #require(terminal.output.range(of: "\u{1b}[?1049h"))
    let queries = try #require(terminal.output.range(of: Self.end))
    #expect(opening.upperBound < queries.lowerBound)
    if !scripted.set.isEmpty {
      for part in scripted.set.split(separator: "\u{1b}") { #expect(try await terminal.outputs("\u{1b}\(part)")) }
    }
    terminal.type("typed")
    #expect(try await terminal.outputs("typed"), "no answer is typed into the field")
    if scripted.hasHyperlinks { #expect(try await terminal.outputs(";https://example.org/x\u{1b}\\")) }
    terminal.type("\u{1b}[17~")
    if scripted.hasProgress { #expect(try await terminal.outputs("\u{1b}]9;4;1;50\u{1b}\\")) }
    terminal.type("\u{1b}[15~")
    #expect(try await terminal.outputs("Done: ;"))
    if let notification = scripted.notification { #expect(try await terminal.outputs(notification)) }
    try await terminal.quit()
    let closing = output(of: terminal, after: "\u{1b}[?2026l" + scripted.reset)
    #expect(closing.contains("\u{1b}[?1049l"), "the protocols are reset before the alternate screen is left")
    if !scripted.hasHyperlinks { #expect(!terminal.output.contains("\u{1b}]8;")) }
    if scripted.notification == nil {
      #expect(!terminal.output.contains("\u{1b}]777") && !terminal.output.contains("\u{1b}]99"))
    }
  }

  @Test("after SIGKILL, everything that was answered is undone")
  func killed() async throws {
    let kitty = ScriptedTerminal.all[0]
    let terminal = try await start(kitty.answers)
    #expect(try await terminal.outputs("\u{1b}[?2048h"))
    terminal.type("x")
    #expect(try await terminal.outputs("x"))
    terminal.signal(SIGKILL)
    #expect(try await terminal.outputs("\u{1b}[?2026l" + kitty.reset))
    #expect(try await terminal.eventually { terminal.isLineAsBefore })
  }

  @Test("after a crash, everything that was answered is undone")
  func crashed() async throws {
    let kitty = ScriptedTerminal.all[0]
    let terminal = try await start(kitty.answers)
    #expect(try await terminal.outputs("\u{1b}[?2048h"))
    terminal.signal(SIGABRT)
    #expect(try await terminal.outputs("\u{1b}[?2026l" + kitty.reset))
    #expect(try await terminal.eventually { terminal.isLineAsBefore })
  }

  @Test("keys that only the kitty keyboard distinguishes run their own commands, and others act as usual")
  func kittyKeys() async throws {
    let terminal = try await start(ScriptedTerminal.all[0].answers)
    #expect(try await terminal.outputs("\u{1b}[>5u"))
    terminal.type("\u{1b}[13;2u")
    #expect(try await terminal.outputs("shifted"))
    terminal.type("\u{1b}[105;5u")
    #expect(try await terminal.outputs("controlled"))
    // Control-Q, with Num Lock.
    terminal.type("\u{1b}[113;133u")
    #expect(try await terminal.ended()?.end == .code(0))
  }

  @Test("without keyboard focus of the window, the cursor is a dimmed cell, and no callback is called")
  func focus() async throws {
    let terminal = try await start(ScriptedTerminal.all[0].answers)
    #expect(try await terminal.outputs("\u{1b}[?1004h"))
    #expect(
      try await terminal.eventually {
        terminal.read(); return terminal.emulator.isCursorVisible
      })
    terminal.type("\u{1b}[O")
    #expect(try await terminal.eventually { !terminal.emulator.isCursorVisible })
    terminal.type("\u{1b}[I")
    #expect(try await terminal.eventually { terminal.emulator.isCursorVisible })
    try await terminal.quit()
  }

  @Test("an outstanding answer is awaited before another program has the terminal, and does not reach it")
  func outstanding() async throws {
    let terminal = try TerminalProcess(Self.script, columns: 60, rows: 12)
    #expect(try await terminal.outputs(Self.end))
    terminal.type("\u{11}\u{1b}]11;rgb:0000/0000/0000\u{1b}\\\u{1b}[?62;c")
    let ended = try #require(try await terminal.ended())
    #expect(ended.end == .code(0) && terminal.isLineAsBefore)
    #expect(terminal.pendingInput == "")
  }

  @Test("answers that arrive after another program had the terminal are used from the next frame on")
  func late() async throws {
    let kitty = ScriptedTerminal.all[0]
    let terminal = try TerminalProcess(Self.script, columns: 60, rows: 12)
    #expect(try await terminal.outputs(Self.end))
    terminal.type("\u{1b}[18~")
    #expect(try await terminal.outputs("speed"))
    terminal.type("line\n" + kitty.answers.joined())
    #expect(try await terminal.outputs("\u{1b}[?2048h"))
    let returned = output(of: terminal, after: "\u{1b}[?1049l")
    let entering = try #require(returned.range(of: "\u{1b}[?1049h"))
    #expect(!returned[..<entering.lowerBound].contains("\u{1b}[>5u"), "nothing would undo it on the main screen")
    try await terminal.quit()
  }

  @Test("a size that the terminal reports is that of the screen until the system's changes")
  func reportedSize() async throws {
    let terminal = try await start(ScriptedTerminal.all[0].answers)
    #expect(try await terminal.outputs("\u{1b}[?2048h"))
    terminal.type("\u{1b}[48;9;40;0;0t")
    // The field in the second row is as wide as the screen; below the third row, all rows are empty.
    func field(_ columns: Int) -> String { String(repeating: " ", count: columns) + "\u{1b}[3H" }
    func empty(_ rows: Int) -> String {
      "\u{1b}[4H\u{1b}[K" + String(repeating: "\u{1b}[B\u{1b}[K", count: rows - 1) + "\u{1b}[m"
    }
    #expect(try await terminal.outputs(field(40)))
    #expect(try await terminal.outputs(empty(9 - 3)))
    terminal.resize(columns: 41, rows: 8)
    #expect(try await terminal.outputs(field(41)))
    #expect(try await terminal.outputs(empty(8 - 3)))
    try await terminal.quit()
  }

  @Test(
    "a change of size draws one complete frame, whether the terminal reports it before the system, after it, or not at all",
    arguments: ["before", "after", "never"])
  func completeFrames(report: String) async throws {
    let terminal = try await start(ScriptedTerminal.all[0].answers)
    #expect(try await terminal.outputs(";https://example.org/x\u{1b}\\"), "all answers are in use")
    // The field in the second row is as wide as the screen.
    let drawn = String(repeating: " ", count: 41) + "\u{1b}[3H"
    let before = frames(of: terminal)
    if report == "before" {
      terminal.type("\u{1b}[48;9;41;0;0t")
      #expect(try await terminal.outputs(drawn))
    }
    terminal.resize(columns: 41, rows: 9)
    if report == "after" { terminal.type("\u{1b}[48;9;41;0;0t") }
    #expect(try await terminal.outputs(drawn))
    // The effect of a key is drawn after all events of the change.
    terminal.type("\u{1b}[13;2u")
    #expect(try await terminal.outputs("shifted"))
    #expect(frames(of: terminal) - before == 1)
    try await terminal.quit()
  }

  /// The number of complete frames so far.
  private func frames(of terminal: TerminalProcess) -> Int {
    terminal.output.components(separatedBy: "\u{1b}[2J").count - 1
  }
}
