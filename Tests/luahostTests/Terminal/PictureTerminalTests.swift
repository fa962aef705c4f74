import Emulator
import Foundation
import Testing

/// An app with a picture in terminals that answer as others do: the test types the answers.
@Suite("Pictures in a terminal")
struct PictureTerminalTests {
  /// 16 by 16 pixels in PNG: red, green, blue and white quarters.
  private static let picture =
    #"\137\080\078\071\013\010\026\010\000\000\000\013\073\072\068\082\000\000\000\016\000\000\000\016\008\002\000\000\000\144\145\104\054\000\000\000\031\073\068\065\084\120\218\099\248\207\192\128\021\049\252\039\017\141\106\160\072\003\046\025\092\096\084\003\077\052\000\000\059\078\126\144\141\159\068\226\000\000\000\000\073\069\078\068\174\066\096\130"#

  private static let script = #"""
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.pictures", theme = "dark" }
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:loadView()
      self.label = ui.Label { text = "begin" }
      self.image = ui.ImageView { height = 4, width = 8, image = ui.Data "\(picture)" }
      self.view = ui.VStack { self.label, self.image, ui.Spacer {} }
      self.keyCommands = {
        { title = "Damaged", input = "f5", action = function()
          self.image.accessibilityLabel = "two cats"
          self.image.image = ui.Data "\137PNG\r\n\026\nthe rest is missing"
        end },
        { title = "Hide", input = "f6", action = function() self.image.isHidden = true end },
        { title = "Read", input = "f7", action = function()
          ui.task(function() self.label.text = "clipboard: " .. tostring(ui.clipboard.read()) end)
        end },
      }
    end
    function app:didFinishLaunching()
      self.window = ui.Window { rootViewController = Screen() }
      self.window:makeKeyAndVisible()
    end
    return app
    """#.replacing(#"\(picture)"#, with: picture)

  private func start(_ answers: [String]) async throws -> TerminalProcess {
    let terminal = try TerminalProcess(Self.script, columns: 60, rows: 12)
    try await terminal.answer(answers)
    return terminal
  }

  @Test(
    "pictures are shown as the terminal answers, removed when they are hidden, and undone",
    arguments: ScriptedTerminal.all)
  func pictures(in scripted: ScriptedTerminal) async throws {
    let terminal = try await start(scripted.answers)
    if let picture = scripted.picture {
      #expect(try await terminal.outputs(picture))
    } else {
      #expect(try await terminal.outputs("▀"), "block characters show it elsewhere")
    }
    terminal.type("\u{1b}[17~")
    if scripted.picture?.contains("_G") == true { #expect(try await terminal.outputs("\u{1b}_Ga=d,d=i,")) }
    try await terminal.quit()
    let queries = try #require(terminal.output.range(of: "\u{1b}[c"))
    let output = String(terminal.output[queries.upperBound...])
    if scripted.picture?.contains("_G") == true {
      #expect(output.contains("\u{1b}\\\u{1b}_Ga=d,d=A,q=2\u{1b}\\\u{1b}[?2026l"))
    } else {
      #expect(!output.contains("\u{1b}_G"))
    }
    if scripted.picture == nil { #expect(!output.contains("\u{1b}P")) }
  }

  @Test("an unreadable picture is an error and shows its text for screen readers")
  func damaged() async throws {
    let terminal = try await start(ScriptedTerminal.all[0].answers)
    #expect(try await terminal.outputs("\u{1b}_Ga=p,"))
    terminal.type("\u{1b}[15~")
    #expect(try await terminal.outputs("two cats"))
    #expect(try await terminal.outputs("ImageView.image"))
    #expect(try await terminal.outputs("\u{1b}_Ga=d,d=i,"), "the last one is removed")
    try await terminal.quit()
  }

  @Test("the clipboard is read where the terminal answers, and is nil elsewhere")
  func clipboard() async throws {
    let terminal = try await start(ScriptedTerminal.all[0].answers)
    #expect(try await terminal.outputs("\u{1b}_Ga=p,"))
    terminal.type("\u{1b}[18~")
    #expect(try await terminal.outputs("\u{1b}]52;c;?\u{1b}\\\u{1b}[c"))
    terminal.type("\u{1b}]52;c;\(Data("Wörter".utf8).base64EncodedString())\u{1b}\\\u{1b}[?62;52;c")
    #expect(try await terminal.outputs("clipboard: Wörter"))
    // Only the last query is answered.
    terminal.type("\u{1b}[18~")
    #expect(try await terminal.eventually { terminal.output.components(separatedBy: "\u{1b}]52;c;?").count == 3 })
    terminal.type("\u{1b}[?62;52;c")
    #expect(try await terminal.outputs("nil"))
    try await terminal.quit()
  }

  @Test("a terminal that answers nothing has no clipboard to read, and the app continues")
  func unanswered() async throws {
    let terminal = try TerminalProcess(Self.script, columns: 60, rows: 12)
    #expect(try await terminal.outputs("\u{1b}[c"))
    terminal.type("\u{1b}[18~")
    #expect(try await terminal.outputs("clipboard: nil"))
    try await terminal.quit()
  }
}
