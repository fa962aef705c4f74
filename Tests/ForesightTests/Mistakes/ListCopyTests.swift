import AppSession
import Foresight
import Loop
import LuaScreens
import Testing

@Suite("Lists read from properties")
@MainActor
struct ListCopyTests {
  /// Returns the notes about how a script uses the lists of a controller, a table and a choice.
  private func notes(_ body: String) throws -> [String] {
    var configuration = ScriptHost.Configuration(script: "app.lua")
    configuration.source = """
      local ui = require "luahost"
      local app = ui.Application { identifier = "org.example.copies" }
      local kept = {}
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView()
        self.table = ui.TableView { rows = { "a", "b" } }
        self.choice = ui.PopUpButton { items = { "x", "y" } }
        self.field = ui.TextField { text = "text" }
        self.view = ui.VStack { self.table, self.choice, self.field }
      end
      function Screen:change()
        \(body)
      end
      function app:didFinishLaunching()
        self.window = ui.Window()
        local screen = Screen { keyCommands = { { title = "One", input = "a", action = function() end } } }
        self.window.rootViewController = ui.NavigationController { screen }
        self.window:makeKeyAndVisible()
        function change() screen:change() end
      end
      return app
      """
    configuration.reportMistakes()
    let session = AppSession(configuration, storage: .memory, loop: MainLoop(.virtual))
    var notes: [String] = []
    session.onProblem = { notes.append("\($0)") }
    try session.load()
    try session.launch()
    let host = try #require(session.host)
    #expect(notes == [])
    try host.turn { try host.evaluate("change()", name: "test", push: { _ in 0 }) { _, _ in } }
    return notes
  }

  @Test(
    "changing a copy without assigning or keeping it is noted once with its line and the assignment",
    arguments: [
      ("table.insert(self.keyCommands, { title = 'Two', action = function() end })", "self.keyCommands"),
      ("self.keyCommands[1].title = 'Other'", "self.keyCommands"),
      ("local rows = self.table.rows; rows[#rows + 1] = 'c'", "self.table.rows"),
      ("table.remove(self.choice.items)", "self.choice.items"),
      (
        "local all = self.navigationController.viewControllers; all[2] = Screen()",
        "self.navigationController.viewControllers"
      ),
      ("local rows = self.table.rows; table.sort(rows, function(x, y) return x > y end)", "self.table.rows"),
    ])
  func forgotten(_ body: String, _ property: String) throws {
    let notes = try notes(body)
    #expect(notes.count == 1, "\(notes)")
    #expect(notes.first?.contains("app.lua:") == true, "\(notes)")
    #expect(notes.first?.contains("local list = \(property); …; \(property) = list") == true, "\(notes)")
  }

  @Test(
    "setting a field of a table that was read is noted",
    arguments: [
      ("self.table.contentOffset.y = 1", "self.table.contentOffset"),
      ("self.field.selectedRange.length = 2", "self.field.selectedRange"),
      ("self.table.contentOffset.y, self.n = 1, 2", "self.table.contentOffset"),
    ])
  func forgottenField(_ body: String, _ property: String) throws {
    let notes = try notes(body)
    #expect(notes.count == 1, "\(notes)")
    #expect(
      notes.first?.contains(
        "the table read from \(property) is a copy; changes to it have no effect unless it is assigned: local value = \(property); …; \(property) = value"
      ) == true, "\(notes)")
  }

  @Test(
    "copies that are assigned, kept, only read or changed back, and read-only ones, are not noted",
    arguments: [
      "local rows = self.table.rows; rows[3] = 'c'; self.table.rows = rows",
      "local offset = self.table.contentOffset; offset.y = 1; self.table.contentOffset = offset",
      "local offset = self.table.contentOffset; offset.y = offset.y + 1; kept.y = offset.y",
      "kept.y = self.table.contentOffset.y",
      "local list = self.keyCommands; list[2] = { title = 'Two', action = function() end }; self.keyCommands = list",
      "kept.rows = self.table.rows; kept.rows[3] = 'c'",
      "self.rows = self.table.rows; table.insert(self.rows, 'c')",
      "for _, row in ipairs(self.table.rows) do kept[row] = true end",
      "local rows = self.table.rows; rows[3] = 'c'; rows[3] = nil",
      "table.remove(self.view.subviews); table.remove(self.navigationController.children)",
      "local rows = self.table.rows; self.table.rows = rows; rows[3] = 'later'",
      "local rows = self.table.rows; local t = ui.TableView { rows = rows }; rows[3] = 'later'",
      "local rows = {}; for i = 1, 1001 do rows[i] = 'r' end; self.table.rows = rows; table.insert(self.table.rows, 'x')",
    ])
  func right(_ body: String) throws {
    #expect(try notes(body) == [])
  }

  @Test("a line is noted once, and causes one garbage collection")
  func once() throws {
    #expect(try notes("for _ = 1, 300 do table.insert(self.table.rows, 'c') end").count == 1)
  }
}
