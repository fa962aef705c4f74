import Foundation
import Interface
import Loop
import LuaScreens
import StateRestoration
import Testing

@testable import AppSession

@Suite("Saves over an app")
@MainActor
struct SavesTests {
  /// A session with an app of one text field.
  private func session(saves: Bool = true, restores: Bool = true, size: Size = Size(width: 80, height: 24)) throws
    -> AppSession
  {
    var configuration = ScriptHost.Configuration(script: "app.lua", screenSize: size)
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.saves" }
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView()
        self.title = "Notes"
        self.view = ui.VStack { ui.TextField { restorationIdentifier = "field" } }
      end
      function Screen:viewControllerWithRestorationIdentifierPath() return Screen() end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or Screen { restorationIdentifier = "screen", restorationClass = Screen }
        self.window:makeKeyAndVisible()
      end
      function app:shouldSaveApplicationState() return \(saves) end
      function app:shouldRestoreApplicationState() return \(restores) end
      return app
      """
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    session.onProblem = { Issue.record("\($0)") }
    try session.load()
    try session.launch()
    session.endStep()
    return session
  }

  private func step(_ session: AppSession, _ body: (Automation) throws -> Void) throws {
    let host = try session.running
    try host.turn { try body(Automation(host.application)) }
    session.endStep()
  }

  private func text(_ session: AppSession) throws -> String { try session.running.application.render().text }

  @Test("a save that the app refuses when the user returns to it is reported as not restored")
  func refusedSave() throws {
    let session = try session(restores: false)
    session.onProblem = { _ in }
    let save = try #require(try session.lastSave)
    session.returnTo(save: save)
    #expect(try text(session).contains("Save \(save) was not restored."))
  }

  @Test("a change of a selection names its location and its length")
  func partsOfProperties() throws {
    let session = try session()
    try step(session) {
      try $0.tap("field")
      try $0.type("ab")
    }
    #expect(try text(session).contains("ab"))
    let before = try #require(try session.store?.currentArchive())
    try step(session) { try $0.key("shift+left") }
    let after = try #require(try session.store?.currentArchive())
    let lines = ArchiveText.lines(ArchiveDifference(from: before, to: after)).filter { $0.contains("selectedRange") }
    #expect(lines == ["  (selectedRange.length): 0 -> 1", "  (selectedRange.location): 3 -> 2"])
  }

  @Test("the saves are listed newest first with their changes, and Enter returns to the chosen one")
  func returns() throws {
    let session = try session()
    var drawn: [SaveNumber] = []
    session.drawSave = { _ in
      drawn.append(1)
      var grid = Grid(size: Size(width: 20, height: 2))
      grid[0, 0].text = "P"
      return grid
    }
    try step(session) { try $0.type("x") }
    try step(session) { try $0.type("y") }
    let saves = try #require(try session.store?.saves())
    #expect(drawn.isEmpty)
    try step(session) { try $0.key("f10") }
    let lines = try text(session).split(separator: "\n").map(String.init)
    let rows = lines.filter { $0.contains("now  ") }
    #expect(rows.count == saves.count && rows[0].contains("\"xy\"") && rows[1].contains("\"x\""), "\(lines)")
    // The picture of the newest save is stored with it.
    #expect(drawn.isEmpty && lines[1].contains("xy"), "\(lines)")
    try step(session) { try $0.key("down") }
    let older = try text(session).split(separator: "\n")
    #expect(drawn.count == 1 && older[1].contains("P"), "\(older)")
    try step(session) { try $0.key("enter") }
    let shown = try text(session)
    #expect(shown.contains("x") && !shown.contains("xy"))
    #expect(try session.running.application.keyWindow?.overlay == nil)
    #expect(try text(session).contains("Returned to save \(saves[saves.count - 2].number)."))
    let last = try #require(try session.store?.saves().last)
    #expect(last.number > saves[saves.count - 1].number)
  }

  @Test("of the saves that several keys pass before the next frame, only the last one's picture is drawn")
  func heldKey() throws {
    let session = try session()
    for letter in "abcd" { try step(session) { try $0.type(String(letter)) } }
    var drawn: [String] = []
    session.drawSave = { archive in
      drawn.append("\(archive)")
      return Grid(size: Size(width: 20, height: 2))
    }
    try step(session) { try $0.key("f10") }
    _ = try text(session)
    for _ in 1...3 { try step(session) { try $0.key("down") } }
    #expect(drawn.isEmpty)
    _ = try text(session)
    #expect(drawn.count == 1)
  }

  @Test("what an app without autosave has not saved is saved before the return, and can be returned to")
  func savesBeforeReturn() throws {
    let session = try session()
    try step(session) { try $0.type("x") }
    let older = try #require(try session.lastSave)
    try session.running.application.autosave = false
    try step(session) { try $0.type("y") }
    try session.rollBack(to: older)
    #expect(try !text(session).contains("xy"))
    let unsaved = try #require(try session.store?.saves().dropLast().last)
    #expect(unsaved.number > older)
    try session.rollBack(to: unsaved.number)
    #expect(try text(session).contains("xy"))
  }

  @Test("the title of a save is that of the app's screen, whatever covers it", arguments: ["f1", "f10", "ctrl+p"])
  func title(key: String) throws {
    let session = try session()
    try step(session) { try $0.key(key) }
    #expect(try session.running.application.screenTitle == "Notes")
  }

  @Test("Escape and F10 close the saves, and nothing has changed")
  func closes() throws {
    let session = try session()
    try step(session) { try $0.type("a") }
    let (screen, saves) = (try text(session), try session.store?.saves())
    for key in ["escape", "f10"] {
      try step(session) { try $0.key("f10") }
      #expect(try text(session).contains("Return to this save"))
      try step(session) { try $0.key(key) }
      #expect(try text(session) == screen)
    }
    #expect(try session.store?.saves() == saves)
  }

  @Test("without a save nothing can be chosen; a click chooses a save; the palette shows them; rows can be read")
  func others() throws {
    let none = try session(saves: false, size: Size(width: 40, height: 12))
    try step(none) { try $0.key("f10") }
    let empty = try text(none)
    #expect(empty.contains("There are no saves yet"), "\(empty)")
    try step(none) { try $0.key("enter") }
    let one = try session(size: Size(width: 40, height: 12))
    one.drawSave = { archive in Grid(size: Size(width: 10, height: archive.nodes.count)) }
    try step(one) { try $0.type("a") }
    try step(one) { try $0.key("ctrl+p") }
    try step(one) { try $0.type("saves") }
    try step(one) { try $0.key("enter") }
    let saves = try #require(try one.store?.saves())
    let elements = try #require(try one.running.application.keyWindow?.accessibilityElements)
    #expect(elements.contains { $0.role == .image && $0.text.contains("picture of save \(saves.last?.number ?? 0)") })
    #expect(elements.contains { $0.role == .row && $0.label.contains("\(saves.first?.number ?? 0)  now") })
    let row = try #require(elements.last { $0.role == .row })
    try step(one) { try $0.activate(row) }
    let picture = try one.running.application.keyWindow?.accessibilityElements.first { $0.role == .image }
    #expect(picture?.label.contains(row.label) == true)
    try step(one) { try $0.tap("Return to this save") }
    let shown = try text(one)
    #expect(!shown.contains("Return to this save") && !shown.contains("a "), "\(shown)")
  }
}
