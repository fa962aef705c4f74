import LuaRuntime
import StateRestoration
import Testing

@testable import LuaScreens

@Suite("Dates, data and deep tables")
@MainActor
struct ValueTests {
  private static let script = """
    _G.ui = ui
    Root = ui.ViewController:subclass "Root"
    function Root:encodeRestorableState(coder) coder:encode("value", out) end
    function Root:decodeRestorableState(coder) back = coder:decode "value" end
    function app:willFinishLaunching()
      self.window = ui.Window()
      root = Root { restorationIdentifier = "root" }
      self.window.rootViewController = root
    end
    function app:didFinishLaunching() self.window:makeKeyAndVisible() end
    """

  @Test(
    "dates and data are compared by value",
    arguments: [
      ("ui.Date(1.5) == ui.Date(1.5)", "true"), ("ui.Date(1) == ui.Date(2)", "false"),
      ("ui.Date(1) ~= ui.Date(1)", "false"), ("ui.Date(1) == 1", "false"),
      ("ui.Date(1) == ui.Data 'x'", "false"), ("ui.Date(1) == ui.Label {}", "false"),
      ("ui.Label {} == ui.Label {}", "false"),
      ("ui.Date(0/0) == ui.Date(0/0)", "false"), ("ui.Date(1) < ui.Date(2)", "true"),
      ("ui.Date(2) < ui.Date(1)", "false"), ("ui.Date(1) <= ui.Date(1)", "true"),
      ("ui.Date(2) > ui.Date(1)", "true"), ("ui.Date(1) >= ui.Date(2)", "false"),
      ("ui.Date(0/0) <= ui.Date(1)", "false"),
      ("ui.Data 'a\\0\\xff' == ui.Data 'a\\0\\xff'", "true"), ("ui.Data 'a' == ui.Data 'b'", "false"),
      ("ui.Data '' == ui.Data ''", "true"),
      ("tostring(ui.Date(0))", "Date \"1970-01-01T00:00:00Z\""),
      ("tostring(ui.Date(1767268800.25))", "Date \"2026-01-01T12:00:00.25Z\""),
      ("tostring(ui.Date(-1))", "Date \"1969-12-31T23:59:59Z\""),
      ("tostring(ui.Date(1e300)):sub(1, 4)", "Date"), ("tostring(ui.Data 'abc')", "Data \"3 bytes\""),
      ("next({ [ui.Date(1)] = 1 }) ~= nil and ({ [ui.Date(1)] = 1 })[ui.Date(1)]", "nil"),
    ])
  func values(expression: String, result: String) throws {
    #expect(try ScriptedApp(Self.script).eval(expression) == result)
  }

  @Test(
    "comparing values without an order is an error that says so",
    arguments: [
      ("return ui.Date(1) < 1", "cannot compare"), ("return 1 < ui.Date(1)", "cannot compare"),
      ("return ui.Date(1) <= ui.Data 'x'", "cannot compare"),
      ("return ui.Data 'a' < ui.Data 'b'", "attempt to compare"),
    ])
  func unordered(source: String, message: String) throws {
    #expect(try ScriptedApp(Self.script).failure(source).contains(message))
  }

  @Test("dates can be sorted, and are equal to themselves after a kill")
  func restored() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval("out = { ui.Date(3), ui.Date(1), ui.Date(2), ui.Data 'x' } root:invalidateRestorableState()")
    try app.relaunch()
    #expect(
      try app.eval("back[1] == ui.Date(3), back[2] < back[3], back[4] == ui.Data 'x'") == "true, true, true")
    #expect(
      try app.eval(
        "local d = { back[1], back[2], back[3] } table.sort(d) return d[1].timeIntervalSince1970, d[3].timeIntervalSince1970"
      ) == "1.0, 3.0")
  }

  @Test(
    "tables nested 1,000 deep are restored: lists, maps, and with each table shared",
    arguments: ["{ inner }", "{ t = inner }", "{ inner, inner }"])
  func deep(level: String) throws {
    let app = try ScriptedApp(Self.script)
    try app.eval(
      "local inner = { 'bottom' } for _ = 1, 1000 do inner = \(level) end out = inner root:invalidateRestorableState()")
    #expect(app.problems == [])
    let archive = try #require(try app.store.currentArchive())
    // Tools can read it, too.
    let state = try #require(archive.nodes.first).state
    #expect(KeySpace(decoding: state).entries.first?.value.expanded.description.isEmpty == false)
    try app.relaunch()
    #expect(app.problems == [])
    #expect(
      try app.eval(
        "local t, depth = back, 0 while type(t[1] or t.t) == 'table' do t = t[1] or t.t depth = depth + 1 end return depth, t[1]"
      ) == "1000, bottom")
  }
}
