import Interface
import LuaScreens
import TestApplication
import Testing

@testable import AppSession

@Suite("Selection of screen text with the mouse")
@MainActor
struct ScreenSelectionTests {
  private static let script = """
    local ui = require "luahost"
    local app = ui.Application { identifier = "org.example.selection" }
    function app:willFinishLaunching()
      local chosen = ui.Label { text = "none" }
      local table = ui.TableView { rows = { "first row", "second row", "third row" }, height = 3 }
      table.delegate = { didSelectRow = function(_, _, _, row) chosen.text = "row " .. row end }
      local page = ui.ViewController { view = ui.VStack { alignment = "leading", chosen, table,
        ui.Label { text = "label \u{5e9}\u{5dc}(1) \u{5e2}\u{5d5} 日" },
        ui.Label { text = "\u{5e9}\u{5dc} abc 12!" } } }
      self.window = ui.Window { rootViewController = page }
      self.window:makeKeyAndVisible()
    end
    return app
    """

  /// Drags from one cell to another. Returns the copied texts and the first line of the screen.
  private func drag(_ path: (x: Int, y: Int)...) throws -> (copied: [String], first: String?) {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: Size(width: 40, height: 6))
    configuration.source = Self.script
    let session = AppSession(configuration, storage: .memory)
    var events = path.enumerated().map { index, place in
      InputEvent.mouse(MouseEvent(index == 0 ? .press(button: 1) : .drag(button: 1), at: Point(x: place.x, y: place.y)))
    }
    if let last = path.last { events.append(.mouse(MouseEvent(.release(button: 1), at: Point(x: last.x, y: last.y)))) }
    let quit = InputEvent.key(KeyPress(.character("q"), modifiers: .control))
    let frontEnd = MemoryFrontEnd(sending: events + [quit], size: Size(width: 40, height: 6))
    _ = try AppScreen(session, on: frontEnd).run()
    return (frontEnd.copied, frontEnd.frames.last?.lines.first)
  }

  @Test("text from right to left is copied in its own order")
  func rightToLeft() throws {
    #expect(try drag((0, 4), (30, 4)).copied == ["label \u{5e9}\u{5dc}(1) \u{5e2}\u{5d5} 日"])
    #expect(try drag((0, 5), (30, 5)).copied == ["\u{5e9}\u{5dc} abc 12!"])
  }

  @Test("dragging over rows copies their text and chooses none of them")
  func rows() throws {
    let several = try drag((2, 1), (4, 2), (7, 2))
    #expect(several.copied == ["first row\n  second"])
    #expect(several.first == "none")
    #expect(try drag((2, 1), (4, 1), (6, 1)).copied == ["first"])
    #expect(try drag((2, 1), (9, 5)).first == "none")
  }

  @Test("a click chooses a row although the mouse moves a little")
  func click() throws {
    let clicked = try drag((4, 2), (5, 2))
    #expect(clicked.first == "row 2" && clicked.copied.isEmpty)
    #expect(try drag((4, 2)).first == "row 2")
  }
}
