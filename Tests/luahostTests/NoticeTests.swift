import Foundation
import Testing

/// Notices to a user at a terminal, and the effect of keys meanwhile.
@Suite("Notices and clipboard in a terminal", .inRunOfItsOwn)
struct NoticeTests {
  private static let app = """
    local ui = require "luahost"
    local Root = ui.ViewController:subclass "Root"
    function Root:loadView()
      self.field = ui.TextField { restorationIdentifier = "field" }
      self.view = ui.VStack { ui.Label { text = "Ready" }, self.field }
    end
    local app = ui.Application { identifier = "org.example.notice" }
    function app:didFinishLaunching()
      local root = Root { restorationIdentifier = "root" }
      self.window = ui.Window { rootViewController = root }
      self.window:makeKeyAndVisible()
      local _ = root.view
      root.field:becomeFirstResponder()
    end
    function app:shouldSaveApplicationState() return true end
    return app
    """

  @Test("the notice that saving fails takes no keys from the app, and disappears when saving works again")
  func saving() async throws {
    let process = try TerminalProcess(Self.app)
    #expect(try await process.outputs("Ready"))
    let state = process.folder.appendingPathComponent("state")
    // Moved, as files may still be created in it.
    try FileManager.default.moveItem(at: state, to: process.folder.appendingPathComponent("former"))
    try Data().write(to: state)
    process.type("a")
    #expect(try await process.outputs("Could not save"), "\(process.output)")
    // Enter and Space would close a sheet, or be lost in it.
    for key in ["b", " ", "c", "d"] {
      process.type(key)
      try await Task.sleep(for: .milliseconds(50))
    }
    try FileManager.default.removeItem(at: state)
    #expect(try await process.outputs("The state is saved again"), "\(process.output)")
    process.type("\u{11}")
    #expect(try await process.ended()?.end == .code(0))
    let saved = try await CommandRun(["archive", "show", state.path])
    #expect(saved.output.contains("ab cd"), "\(saved)")
  }

  @Test("text copied in the prompt's overlay is in the terminal's clipboard")
  func prompt() async throws {
    let process = try TerminalProcess(Self.app)
    #expect(try await process.outputs("Ready"))
    process.type("\u{1b}[24~")
    #expect(try await process.outputs("F12 or Escape closes"))
    process.type("copied\u{1b}[1;2H\u{3}")
    let sequence = "\u{1b}]52;c;" + Data("copied".utf8).base64EncodedString()
    #expect(try await process.outputs(sequence), "\(process.output)")
    // A burst of two keys that close the prompt and exit the app.
    process.type("\u{1b}\u{11}")
    #expect(try await process.ended()?.end == .code(0))
  }
}
