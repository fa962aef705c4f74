import ReadBack
import Seeded
import Testing

@testable import LuaScreens

@Suite("State coder in scripts")
@MainActor
struct CoderTests {
  /// A root that encodes the global `out`, a table by keys, and decodes it into the global `back`.
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
      if probe then probed = table.pack(load("local coder = ... return " .. probe)(coder)) end
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
    #expect(try ReadBack().problems(of: #require(try app.store.currentArchive())) == [])
    return app
  }

  @Test(
    "every kind of value is decoded bit for bit as it was encoded",
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

  @Test("a table with any keys keeps its keys and values", arguments: 1...20 as ClosedRange<UInt64>)
  func randomTables(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let keys = (-1...6).map { "[\($0)]" } + ["[2.5]", "[true]", "['x']", "['1']", "n", "['\\0']", "['\\xff']"]
    func table(_ depth: Int) -> String {
      let entries = keys.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }.shuffled(using: &random).map {
        key in
        let isTable = depth > 0 && Int.random(in: 0..<4, using: &random) == 0
        return "\(key) = \(isTable ? table(depth - 1) : "\(Int.random(in: 0..<9, using: &random))")"
      }
      // Holes that the table has preallocated.
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

  @Test("shared and recursive tables keep their structure")
  func shapes() throws {
    let app = try relaunched(
      "(function() local s = { n = 1 } local c = { s = s, t = s } c.self = c return { c = c, l = { s, s } } end)()")
    #expect(
      try app.eval("back.c.s == back.c.t, back.c.self == back.c, back.c.s.n, back.l[1] == back.l[2]")
        == "true, true, 1, true")
  }

  @Test(
    "a value that cannot be saved is an error with its key and path",
    arguments: [
      ("{ f = print }", "cannot encode key \"f\": a function cannot be saved"),
      ("{ t = { a = { 1, print } } }", "cannot encode key \"t\".a[2]: a function cannot be saved"),
      ("{ c = coroutine.create(print) }", "cannot encode key \"c\": a coroutine cannot be saved"),
      ("{ t = { [{}] = 1 } }", "cannot encode key \"t\": it contains a table as a key"),
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
    // The node keeps its earlier state.
    try app.relaunch()
    #expect(try app.eval("back.good") == "1")
  }

  @Test("an endlessly nested table is an error, not a crash")
  func tooDeep() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval("local t = {} out = { t = t } for i = 1, 100000 do t.t = {} t = t.t end")
    try app.eval("root:invalidateRestorableState()")
    #expect(app.problems.first?.contains("nested deeper than") == true)
  }

  @Test("a table with a million entries is saved")
  func large() throws {
    let app = try relaunched("(function() local t = {} for i = 1, 1000000 do t[i] = i end return { t = t } end)()")
    #expect(try app.eval("#back.t, back.t[1000000]") == "1000000, 1000000")
  }

  @Test(
    "typed reads return nil for another type",
    arguments: [
      ("coder:decodeInteger 'i', coder:decodeInteger 'f', coder:decodeInteger 's'", "3, nil, nil"),
      ("coder:decodeNumber 'f', coder:decodeNumber 'i', coder:decodeNumber 'b'", "2.5, 3, nil"),
      ("coder:decodeString 's', coder:decodeString 'i', coder:decodeString 'none'", "x, nil, nil"),
      ("coder:decodeBoolean 'b', coder:decodeBoolean 's'", "true, nil"),
      ("coder:decodeTable 't'[1], coder:decodeTable 's'", "1, nil"),
      ("coder:contains 'i', coder:contains 'none', coder:decode 'none'", "true, false, nil"),
      ("table.concat(coder:keys(), ',')", "b,f,i,s,t"),
      ("coder.info.appVersion, coder.info.screenSize.width, coder.info.savedAt > 0", "1.0, 80, true"),
    ])
  func typedReads(probe: String, expected: String) throws {
    let app = try ScriptedApp(Self.script)
    try app.eval("out = { i = 3, f = 2.5, s = 'x', b = true, t = { 1 } } root:invalidateRestorableState()")
    try app.relaunch("probe = [[\(probe)]]\n" + Self.script)
    #expect(try app.eval("table.unpack(probed, 1, probed.n)") == expected)
  }

  @Test("encoding while decoding, and using a coder after its callback, are errors")
  func misuse() throws {
    let app = try ScriptedApp(
      Self.script + "\n" + """
        local encode = Root.encodeRestorableState
        function Root:encodeRestorableState(coder) late = coder return encode(self, coder) end
        function Root:viewControllerWithRestorationIdentifierPath(path, coder) early = coder return Root() end
        function Root:init() if early then failure = select(2, pcall(early.encode, early, "x", 1)) end end
        local decode = Root.decodeRestorableState
        function Root:decodeRestorableState(coder)
          between = select(2, pcall(early.decode, early, "x"))
          return decode(self, coder)
        end
        """)
    for call in [
      "late:encode('x', 1)", "late:encode('x', nil)", "late:decode 'x'", "late:contains 'x'", "late:keys()",
      "late:decodeInteger 'x'", "late:decodeBoolean 'x'", "late:decodeNumber 'x'", "late:decodeString 'x'",
      "late:decodeTable 'x'", "late.info",
    ] {
      #expect(app.failure("return \(call)").contains("after its callback had returned"), "\(call)")
    }
    try app.relaunch("probe = [[select(2, pcall(coder.encode, coder, 'x', 1))]]\n" + app.script)
    #expect(try app.eval("probed[1]").contains("encode was called while the state is being decoded"))
    #expect(try app.eval("failure").contains("encode was called while the state is being decoded"))
    #expect(try app.eval("between").contains("after its callback had returned"))
    #expect(app.failure("early:decode 'x'").contains("after its callback had returned"))
    #expect(app.problems == [])
  }

  @Test("the app's coder can be used in each of its callbacks, and not between them")
  func applicationCoder() throws {
    let app = try ScriptedApp(
      Self.script + "\n" + """
        function app:shouldSaveApplicationState(coder) saved = coder coder:encode("a", { 1 }) return true end
        function app:willEncodeRestorableState(coder) coder:encode("b", 2) end
        function Root:encodeRestorableState() between = select(2, pcall(saved.encode, saved, "c", 3)) end
        function app:didDecodeRestorableState(coder) appBack = { coder:decode "a", coder:decode "b", coder:decode "c" } end
        """)
    try app.relaunch()
    #expect(try app.eval("appBack[1][1], appBack[2], appBack[3]") == "1, 2, nil")
    #expect(try app.eval("between").contains("after its callback had returned"))
  }

  @Test(
    "one table encoded for two keys stays one table",
    arguments: [
      ("local t = { n = 1 } out = { a = t, b = t }", "back.a == back.b and back.a.n == 1"),
      ("local t = {} t.t = t out = { a = t, b = t }", "back.a == back.b and back.a.t == back.a"),
      ("local t = { 1 } out = { a = { x = t, y = t }, b = t }", "back.a.x == back.b and back.a.y == back.b"),
      (
        "local t = { 1 } out = { a = { { t } }, b = { c = { t } } }", "back.a[1][1] == back.b.c[1] and back.a ~= back.b"
      ),
      (
        "local s, t = {}, {} s.t, t.s = t, s out = { a = s, b = t, c = { s, t } }",
        "back.a.t == back.b and back.b.s == back.a and back.c[1] == back.a and back.c[2] == back.b"
      ),
      ("local t = { { 1 }, { 2 } } out = { a = t, b = t[2], c = t[1] }", "back.a[2] == back.b and back.a[1] == back.c"),
      ("out = { a = { 1 }, b = { 1 } }", "back.a ~= back.b and back.a[1] == 1 and back.b[1] == 1"),
      ("local t = { root } out = { a = t, b = t }", "back.a == back.b and back.a[1] == root"),
      ("local t = {} out = { a = t, b = t, c = { t, { t } } }", "back.c[1] == back.a and back.c[2][1] == back.b"),
    ])
  func sharedTables(values: String, check: String) throws {
    let app = try ScriptedApp(Self.script)
    try app.eval("\(values) root:invalidateRestorableState()")
    #expect(app.problems == [])
    for _ in 1...2 {
      try app.relaunch()
      #expect(try app.eval("return \(check)") == "true")
      try app.eval("out = back root:invalidateRestorableState()")
    }
    #expect(try app.store.verify() == [])
  }

  @Test("a table changed between two keys is decoded as two, each as it was encoded")
  func changedTable() throws {
    let app = try ScriptedApp(
      Self.script + "\n" + """
        function Root:encodeRestorableState(coder)
          local t = { n = 1, same = {} }
          coder:encode("a", t) t.n = 2 coder:encode("b", t) coder:encode("c", t)
          coder:encode("d", { 1 }) coder:encode("d", t) coder:encode("e", t) coder:encode("e", nil)
          for i = 1, 100 do coder:encode("scratch" .. i, { i }) collectgarbage() end
        end
        """)
    try app.relaunch()
    #expect(
      try app.eval("back.a.n, back.b.n, back.a ~= back.b, back.b == back.c, back.d == back.b, back.e")
        == "1, 2, true, true, true, nil")
    #expect(try app.eval("back.scratch1[1], back.scratch100[1], back.scratch1 ~= back.scratch2") == "1, 100, true")
  }

  @Test("random graphs of tables for several keys keep their structure", arguments: 1...20 as ClosedRange<UInt64>)
  func randomGraphs(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let count = Int.random(in: 1...12, using: &random)
    var lines = (1...count).map { "t[\($0)] = { n = \($0) }" }
    for _ in 0..<Int.random(in: 0...20, using: &random) {
      let (from, to) = (Int.random(in: 1...count, using: &random), Int.random(in: 1...count, using: &random))
      lines.append("t[\(from)].k\(Int.random(in: 1...4, using: &random)) = t[\(to)]")
    }
    for key in ["a", "b", "c", "d"] { lines.append("out.\(key) = t[\(Int.random(in: 1...count, using: &random))]") }
    let graph = "(function() local t, out = {}, {} \(lines.joined(separator: " ")) return out end)()"
    let app = try relaunched(graph)
    // Tables are numbered, so equal paths lead to equal tables.
    let same = """
      local seen, other = {}, {}
      local function same(a, b)
        if type(a) ~= "table" or type(b) ~= "table" then return a == b end
        if seen[a] or other[b] then return seen[a] == b and other[b] == a end
        seen[a], other[b] = b, a
        for k, v in pairs(a) do if not same(v, b[k]) then return false end end
        for k in pairs(b) do if a[k] == nil then return false end end
        return true
      end
      """
    #expect(try app.eval("\(same) return same(\(graph), back)") == "true")
    #expect(try app.store.verify() == [])
  }

  @Test("encoding nil removes the key, and a second write replaces the first")
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

  @Test("references are decoded to the restored objects; one to an object that was not restored is nil")
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

  @Test("registered objects are restored by their class or found by the app")
  func objects() throws {
    let app = try ScriptedApp(ScriptedApp.registeringModel)
    try app.eval("model.n = 7")
    try app.eval("app:restorableStateChanged()")
    try app.relaunch()
    #expect(try app.eval("model.n") == "7")
    #expect(
      app.failure("app:registerObjectForStateRestoration({}, 'model')").contains("already registered as \"model\""))
    #expect(app.events.contains("model decodeRestorableState"))
  }
}
