import Seeded
import Testing

@testable import LuaScreens

@Suite("The coder in scripts")
@MainActor
struct CoderTests {
  /// A root that encodes the global `out` as a table of keys, and decodes into the global `back`.
  private static let script = """
    Root = ui.ViewController:subclass "Root"
    function Root:encodeRestorableState(coder)
      Root.super.encodeRestorableState(self, coder)
      for key, value in pairs(out or {}) do coder:encode(key, value) end
    end
    function Root:decodeRestorableState(coder)
      Root.super.decodeRestorableState(self, coder)
      back = {}
      for _, key in ipairs(coder:keys()) do back[key] = coder:decode(key) end
      coderNow = coder
    end
    function Root:viewControllerWithRestorationIdentifierPath(path) return Root() end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Root { restorationIdentifier = "root", restorationClass = Root }
      end
      root = self.window.rootViewController
      self.window:makeKeyAndVisible()
    end
    _G.ui = ui
    """

  /// Encodes the values of a table constructor, kills and relaunches.
  private func relaunched(_ values: String) throws -> ScriptedApp {
    let app = try ScriptedApp(Self.script)
    try app.eval("out = \(values)")
    try app.eval("root:invalidateRestorableState()")
    #expect(app.problems == [])
    try app.relaunch()
    return app
  }

  @Test(
    "every kind of value comes back as it was, bit for bit",
    arguments: [
      ("true", "back.v == true"), ("false", "back.v == false"), ("0", "math.type(back.v) == 'integer'"),
      ("3.0", "math.type(back.v) == 'float' and back.v == 3"), ("math.mininteger", "back.v == math.mininteger"),
      ("math.maxinteger", "back.v == math.maxinteger"), ("-0.0", "1 / back.v == -math.huge"),
      ("0/0", "back.v ~= back.v"), ("math.huge", "back.v == math.huge"), ("2^-1074", "back.v == 2^-1074"),
      ("0.1", "back.v == 0.1"),
      ("2^53", "math.type(back.v) == 'float' and back.v == 2^53"),
      ("''", "back.v == ''"), ("'grüße 漢'", "back.v == 'grüße 漢'"),
      ("'a\\0b\\xff\\xfe'", "back.v == 'a\\0b\\xff\\xfe'"),
      ("('x'):rep(100000)", "#back.v == 100000"),
      ("{}", "next(back.v) == nil"), ("{ 1, 2, 3 }", "#back.v == 3 and back.v[3] == 3"),
      ("{ 1, nil, 3 }", "back.v[1] == 1 and back.v[2] == nil and back.v[3] == 3"),
      ("table.pack(1, nil, 3)", "back.v.n == 3 and back.v[1] == 1 and back.v[2] == nil and back.v[3] == 3"),
      ("{ 1, nil, 3, x = 'v' }", "back.v.x == 'v' and back.v[1] == 1 and back.v[3] == 3"),
      ("{ a = { 1, nil, 3, x = 'v' } }", "back.v.a.x == 'v' and back.v.a[3] == 3"),
      ("{ { nil, nil, 3, y = 'w', z = 'v' } }", "back.v[1].y == 'w' and back.v[1].z == 'v' and back.v[1][3] == 3"),
      ("{ [1] = 'a', [2.5] = 'b' }", "back.v[1] == 'a' and back.v[2.5] == 'b'"),
      ("{ [0] = 'a', 'b' }", "back.v[0] == 'a' and back.v[1] == 'b'"),
      (
        "{ [10] = 'x', [-1] = 'y', [1.5] = 'z', [true] = 't' }",
        "back.v[10] == 'x' and back.v[-1] == 'y' and back.v[1.5] == 'z' and back.v[true] == 't'"
      ),
      ("{ ['\\xff'] = 1 }", "back.v['\\xff'] == 1"), ("{ a = { b = { c = 'deep' } } }", "back.v.a.b.c == 'deep'"),
      ("ui.Data 'a\\0\\xff'", "back.v.bytes == 'a\\0\\xff'"),
      ("ui.Date(1.5)", "back.v.timeIntervalSince1970 == 1.5"),
    ])
  func roundTrip(value: String, check: String) throws {
    let app = try relaunched("{ v = \(value) }")
    #expect(try app.eval("return \(check)") == "true")
  }

  @Test("a table of any keys has the same keys and values again", arguments: 1...20 as ClosedRange<UInt64>)
  func randomTables(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let keys = (-1...6).map { "[\($0)]" } + ["[2.5]", "[true]", "['x']", "['1']", "n", "['\\0']", "['\\xff']"]
    func table(_ depth: Int) -> String {
      let entries = keys.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.shuffled(using: &random).map {
        key in
        let isTable = depth > 0 && Int.random(in: 0..<4, using: &random) == 0
        return "\(key) = \(isTable ? table(depth - 1) : "\(Int.random(in: 0..<9, using: &random))")"
      }
      // Holes that the table was made with room for.
      let items = (0..<Int.random(in: 0..<4, using: &random)).map { _ in Bool.random(using: &random) ? "nil" : "'i'" }
      return "{ " + (items + entries.filter { !$0.hasPrefix("[1]") }).joined(separator: ", ") + " }"
    }
    let lines = (1...30).map { "out.v\($0) = \(table(3))" }.joined(separator: " ")
    let app = try relaunched("(function() local out = {} \(lines) return out end)()")
    let same = """
      local function same(a, b)
        if type(a) ~= "table" or type(b) ~= "table" then return a == b end
        for k, v in pairs(a) do if not same(v, b[k]) then return false end end
        for k in pairs(b) do if a[k] == nil then return false end end
        return true
      end
      """
    #expect(try app.eval("\(same) local out = {} \(lines) return same(out, back) and same(back, out)") == "true")
    #expect(try app.store.verify() == [])
  }

  @Test("tables that stand in several places, and in themselves, keep their shape")
  func shapes() throws {
    let app = try relaunched(
      "(function() local s = { n = 1 } local c = { s = s, t = s } c.self = c return { c = c, l = { s, s } } end)()")
    #expect(
      try app.eval("back.c.s == back.c.t, back.c.self == back.c, back.c.s.n, back.l[1] == back.l[2]")
        == "true, true, 1, true")
  }

  @Test(
    "what cannot be saved is an error that names the key and the place",
    arguments: [
      ("{ f = print }", "cannot encode key \"f\": a function cannot be saved"),
      ("{ t = { a = { 1, print } } }", "cannot encode key \"t\".a[2]: a function cannot be saved"),
      ("{ c = coroutine.create(print) }", "cannot encode key \"c\": a coroutine cannot be saved"),
      ("{ t = { [{}] = 1 } }", "cannot encode key \"t\": a table is a key in it"),
      ("{ u = io.stdout }", "cannot encode key \"u\":"),
    ])
  func unencodable(values: String, message: String) throws {
    let app = try ScriptedApp(Self.script)
    try app.eval("out = { good = 1 }")
    try app.eval("root:invalidateRestorableState()")
    try app.eval("out = \(values)")
    try app.eval("root:invalidateRestorableState()")
    #expect(app.problems.count == 1)
    #expect(app.problems.first?.contains(message) == true, "\(app.problems)")
    // The node keeps what it encoded before.
    try app.relaunch()
    #expect(try app.eval("back.good") == "1")
  }

  @Test("a table nested without end is an error, not a crash")
  func tooDeep() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval("local t = {} out = { t = t } for i = 1, 100000 do t.t = {} t = t.t end")
    try app.eval("root:invalidateRestorableState()")
    #expect(app.problems.first?.contains("nested deeper than") == true)
  }

  @Test("a table of a million entries is saved")
  func large() throws {
    let app = try relaunched("(function() local t = {} for i = 1, 1000000 do t[i] = i end return { t = t } end)()")
    #expect(try app.eval("#back.t, back.t[1000000]") == "1000000, 1000000")
  }

  @Test("typed reads give nil for another type")
  func typedReads() throws {
    let app = try relaunched("{ i = 3, f = 2.5, s = 'x', b = true, t = { 1 } }")
    #expect(
      try app.eval("coderNow:decodeInteger 'i', coderNow:decodeInteger 'f', coderNow:decodeInteger 's'")
        == "3, nil, nil")
    #expect(
      try app.eval("coderNow:decodeNumber 'f', coderNow:decodeNumber 'i', coderNow:decodeNumber 'b'") == "2.5, 3, nil")
    #expect(
      try app.eval("coderNow:decodeString 's', coderNow:decodeString 'i', coderNow:decodeString 'none'")
        == "x, nil, nil")
    #expect(try app.eval("coderNow:decodeBoolean 'b', coderNow:decodeBoolean 's'") == "true, nil")
    #expect(try app.eval("coderNow:decodeTable 't'[1], coderNow:decodeTable 's'") == "1, nil")
    #expect(
      try app.eval("coderNow:contains 'i', coderNow:contains 'none', coderNow:decode 'none'") == "true, false, nil")
    #expect(try app.eval("table.concat(coderNow:keys(), ',')") == "b,f,i,s,t")
    #expect(
      try app.eval("coderNow.info.appVersion, coderNow.info.screenSize.width, coderNow.info.savedAt > 0")
        == "1.0, 80, true")
  }

  @Test("encoding nil leaves the key out, and a second write wins")
  func keys() throws {
    let app = try ScriptedApp(
      Self.script + "\n" + """
        function Root:encodeRestorableState(coder)
          coder:encode("gone", 1) coder:encode("gone", nil)
          coder:encode("twice", 1) coder:encode("twice", 2)
        end
        """)
    try app.relaunch()
    #expect(try app.eval("back.gone, back.twice") == "nil, 2")
  }

  @Test("references lead to the restored objects; one that was not restored is nil")
  func references() throws {
    let app = try ScriptedApp(
      """
      local Page = ui.ViewController:subclass "Page"
      function Page:encodeRestorableState(coder) coder:encode("friend", self.friend) coder:encode("list", { self.friend }) end
      function Page:decodeRestorableState(coder) self.friend = coder:decode "friend" self.list = coder:decode "list" end
      function Page:viewControllerWithRestorationIdentifierPath(path)
        if path[#path] == refuse then return nil end
        return Page()
      end
      function app:didFinishLaunching()
        if not self.window.rootViewController then
          local a = Page { restorationIdentifier = "a", restorationClass = Page }
          local b = Page { restorationIdentifier = "b", restorationClass = Page }
          a.friend, b.friend = b, a
          tabs = ui.TabBarController { restorationIdentifier = "tabs", viewControllers = { a, b } }
          self.window.rootViewController = tabs
        end
        tabs = self.window.rootViewController
        self.window:makeKeyAndVisible()
      end
      local Tabs = ui.TabBarController
      function app:viewControllerWithRestorationIdentifierPath(path) if #path == 1 then return Tabs {} end end
      """)
    try app.relaunch()
    #expect(
      try app.eval(
        "local a, b = table.unpack(tabs.viewControllers) return a.friend == b, b.friend == a, a.list[1] == b")
        == "true, true, true")
    try app.relaunch("refuse = 'b'\n" + app.script)
    #expect(try app.eval("#tabs.viewControllers, tabs.viewControllers[1].friend") == "1, nil")
  }

  @Test("registered objects come back, made again by their class or found by the app")
  func objects() throws {
    let app = try ScriptedApp(ScriptedApp.registeringModel)
    try app.eval("model.n = 7")
    try app.eval("app:restorableStateChanged()")
    try app.relaunch()
    #expect(try app.eval("model.n") == "7")
    #expect(
      app.failure("app:registerObjectForStateRestoration({}, 'model')").contains("registered as \"model\" already"))
    #expect(app.events.contains("model decodeRestorableState"))
  }
}
