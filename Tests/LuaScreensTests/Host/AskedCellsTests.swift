import Interface
import LuaScreens
import Seeded
import Testing

/// The cells of a script's table change only while scripts run, so that frames in between need not ask for them again.
@MainActor
@Suite("Asked cells")
struct AskedCellsTests {
  private static let script = """
    _G.ui, _G.app = ui, app
    cells, asked = {}, 0
    for row = 1, 6 do cells[row] = "cell" .. row .. " is 0" end
    local Screen = ui.ViewController:subclass "Screen"
    function Screen:numberOfRowsInSection() return #cells end
    function Screen:cellForRow(_, _, row)
      asked = asked + 1
      return cells[row]
    end
    function Screen:loadView() self.view = ui.TableView { dataSource = self } end
    function Screen:encodeRestorableState(coder)
      if onSave then onSave() end
    end
    function app:willFinishLaunching()
      self.window = ui.Window { rootViewController = Screen { restorationIdentifier = "screen" } }
    end
    """

  private func shown(_ app: ScriptedApp) -> [String] {
    app.application.render().text.split(separator: "\n").filter { $0.contains("cell") }.map { line in
      line.split(separator: " ").filter { $0 != "›" }.joined(separator: " ")
    }
  }

  private func type(_ key: Key, _ app: ScriptedApp) {
    app.host.turn { _ = app.application.handle(.key(KeyPress(key))) }
  }

  @Test("a key that runs no script asks for no cell")
  func keysAskNothing() throws {
    let app = try ScriptedApp(Self.script)
    #expect(shown(app).count == 6)
    func asked() throws -> Int { try #require(Int(app.eval("return asked"))) }
    let before = try asked()
    // The evaluation may have changed cells.
    for _ in 0..<3 {
      _ = app.application.render()
      type(.down, app)
    }
    #expect(try asked() == before + 6)
  }

  @Test("whatever changes a cell, the next frame shows it", arguments: 1...12 as ClosedRange<UInt64>)
  func changesAreShown(_ seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let app = try ScriptedApp(Self.script)
    var expected = (1...6).map { "cell\($0) is 0" }
    for step in 1...40 {
      if Bool.random(using: &random) { #expect(shown(app) == expected, "seed \(seed), before step \(step)") }
      let row = Int.random(in: 1...6, using: &random)
      let text = "cell\(row) is \(step)"
      let change = "cells[\(row)] = '\(text)'"
      switch Int.random(in: 0..<8, using: &random) {
      case 0: try app.eval(change)
      case 1:
        try app.eval("ui.after(1, function() \(change) end)")
        _ = app.application.render()
        app.advance(by: 1.5)
      case 2:
        try app.eval("ui.task(function() ui.sleep(1) \(change) end)")
        _ = app.application.render()
        app.advance(by: 1.5)
      case 3:
        try app.eval(
          "app.window.rootViewController.keyPressed = function(_, key) if key == 'x' then \(change) return true end end"
        )
        _ = app.application.render()
        type(.character("x"), app)
      case 4:
        try app.eval("onSave = function() \(change) end")
        _ = app.application.render()
        try app.host.turn { _ = try app.application.preserve() }
        try app.eval("onSave = nil")
      case 5:
        // A frame between the parts of a task.
        try app.host.turn {
          try app.host.evaluate("ui.task(function() ui.sleep(0.1) ui.sleep(0.1) \(change) end)", name: "test") { _, _ in
          }
          app.host.timers.advance(to: app.host.timers.now + 0.15)
          _ = app.application.render()
        }
        app.advance(by: 1)
      case 6:
        try app.eval("\(change) app.window.rootViewController.view:reloadData()")
      default:
        type([.down, .up, .home, .end].randomElement(using: &random) ?? .down, app)
        continue
      }
      expected[row - 1] = text
      #expect(shown(app) == expected, "seed \(seed), step \(step)")
    }
  }
}
