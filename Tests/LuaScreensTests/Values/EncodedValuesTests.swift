import LuaRuntime
import LuaScreens
import StateRestoration
import Testing

/// With a memory limit, Swift encodes every value; without one, C encodes most of them.
@MainActor @Suite("Values encoded in C")
struct EncodedValuesTests {
  @Test("a random callback leaves the same state as if Swift had encoded all its values", arguments: 1...12)
  func sameStates(seed: Int) throws {
    let script = "local seed = \(seed)\n" + Self.randomCallbacks
    let (inC, inSwift) = (try Self.states(script), try Self.states(script, lua: .init(memoryLimit: 1 << 30)))
    #expect(inC.count == 61)
    for (identifier, state) in inC { #expect(state == inSwift[identifier], "\(identifier)") }
  }

  @Test("a value that C leaves to Swift keeps what was encoded before it")
  func mixedValues() throws {
    let state = try Self.state(
      """
      coder:encode("a", { 1 }) coder:encode("b", "text")
      coder:encode("self", self) coder:encode("c", { 2 })
      """)
    #expect(state.keys == ["a", "b", "c", "self"])
    #expect(state.decodeValue(forKey: "a") == .list([.integer(1)]))
    #expect(state.decodeValue(forKey: "c") == .list([.integer(2)]))
  }

  @Test("a table under two keys is still one table after a restoration")
  func sharedTables() throws {
    let app = try ScriptedApp(
      Self.screen("local t = { 1 } coder:encode('a', t) coder:encode('n', 1) coder:encode('b', { t })")
        + """

        function Screen:decodeRestorableState(coder) self.same = coder:decode("a") == coder:decode("b")[1] end
        """)
    try app.relaunch()
    #expect(try app.eval("app.window.rootViewController.same") == "true")
  }

  @Test("a table under two keys is still one table when encoding another value under the first has failed")
  func sharedTablesAfterFailure() throws {
    for other in ["{ t, print }", "print", "{ coroutine.create(print) }"] {
      let app = try ScriptedApp(
        Self.screen(
          "local t = { 1 } coder:encode('a', t) pcall(coder.encode, coder, 'a', \(other)) coder:encode('b', t)")
            + """

            function Screen:decodeRestorableState(coder) self.same = coder:decode("a") == coder:decode("b") end
            """)
      try app.relaunch()
      #expect(try app.eval("app.window.rootViewController.same") == "true", "\(other)")
    }
  }

  @Test("null and empty arrays of JSON stay what they are", arguments: [nil, 1 << 30])
  func json(memoryLimit: Int?) throws {
    let text = #"{"a":null,"b":[],"c":{},"d":[1,null,[]],"e":[2]}"#
    let app = try ScriptedApp(
      Self.screen(
        """
        local value, list = ui.json.decode '\(text)', ui.json.array {}
        coder:encode("value", value) coder:encode("null", ui.json.null)
        coder:encode("lists", { list, list, ui.json.null }) coder:encode("list", list) coder:encode("none", nil)
        """)
          + """

          function Screen:decodeRestorableState(coder)
            local lists = coder:decode "lists"
            self.same = lists[1] == lists[2] and lists[1] == coder:decode "list" and lists[3] == ui.json.null
            self.text = ui.json.encode { value = coder:decode "value", lists = lists }
            self.isNull = coder:decode "null" == ui.json.null and coder:decode "none" == nil
          end
          """, lua: .init(memoryLimit: memoryLimit))
    try app.relaunch()
    let root = "app.window.rootViewController"
    #expect(try app.eval("\(root).same") == "true")
    #expect(try app.eval("\(root).isNull") == "true")
    let expected = #"{"lists":[[],[],null],"value":\#(text)}"#
    #expect(try app.eval("\(root).text == [=[\(expected)]=]") == "true")
  }

  @Test("a table that became garbage is not taken for one created later at its address")
  func reusedAddresses() throws {
    let state = try Self.state(
      "for n = 1, 20 do coder:encode('k' .. n, { n }) collectgarbage() end")
    #expect(!state.hasBuiltIn || state.builtIn.decodeValue(forKey: "sharedTables") == nil)
    for n in 1...20 { #expect(state.decodeValue(forKey: "k\(n)") == .list([.integer(Int64(n))])) }
  }

  @Test("a coder that a script keeps is refused after its callback, in the callback of another node too")
  func keptCoder() throws {
    let app = try ScriptedApp(
      Self.screen(
        """
        if kept then refused = select(2, pcall(kept.encode, kept, "x", 1)) end
        kept = kept or coder
        coder:encode("n", 1)
        """))
    try app.eval("app.window.rootViewController:invalidateRestorableState()")
    app.save()
    #expect(try app.eval("refused").contains("after its callback had returned"))
  }

  @Test("a callback that fails after some values leaves the state as it was")
  func failingCallback() throws {
    let app = try ScriptedApp(Self.screen("coder:encode('n', n or 1) if n then error 'no' end coder:encode('m', 2)"))
    let before = try Self.state(of: "root", in: app)
    try app.eval("n = 7 app.window.rootViewController:invalidateRestorableState()")
    app.save()
    #expect(try Self.state(of: "root", in: app) == before)
  }

  @Test("nil removes a key that was encoded before it")
  func removedKeys() throws {
    let state = try Self.state(
      """
      coder:encode('never', nil) coder:encode('a', 1) coder:encode('a', nil)
      coder:encode('b', 2) coder:encode('c', nil)
      """)
    #expect(state.keys == ["b"])
  }

  @Test("nil removes one of many keys, and nothing if its key was never encoded")
  func removedFromMany() throws {
    let state = try Self.state(
      """
      for n = 1, 300 do coder:encode('k' .. n, n) end
      coder:encode('never', nil) coder:encode('k150', nil) coder:encode('last', 1)
      """)
    #expect(state.keys.count == 300)
    #expect(!state.contains("k150") && state.contains("last"))
    #expect(state.decodeInteger(forKey: "k300") == 300)
  }

  @Test("a callback in a coroutine encodes for the same coder")
  func coroutine() throws {
    let state = try Self.state(
      "coroutine.wrap(function() coder:encode('a', { 1, { x = 2 } }) end)() coder:encode('b', 1)")
    #expect(state.keys == ["a", "b"])
  }

  // MARK: Apps

  private static func screen(_ encoding: String) -> String {
    """
    Screen = ui.ViewController:subclass "Screen"
    function Screen:viewControllerWithRestorationIdentifierPath(path) return Screen() end
    function Screen:encodeRestorableState(coder) \(encoding) end
    function app:didFinishLaunching()
      if not self.window.rootViewController then
        self.window.rootViewController = Screen { restorationIdentifier = "root", restorationClass = Screen }
      end
    end
    """
  }

  /// Returns the state of a screen that runs these statements with `coder`.
  private static func state(_ encoding: String) throws -> StateCoder {
    StateCoder(decoding: try state(of: "root", in: ScriptedApp(screen(encoding))))
  }

  private static func state(of identifier: String, in app: ScriptedApp) throws -> [UInt8] {
    try #require(app.store.currentArchive()?.nodes.first { $0.identifier == identifier }).state
  }

  private static func states(_ script: String, lua: LuaState.Options = .init()) throws -> [String: [UInt8]] {
    let nodes = try #require(try ScriptedApp(script, lua: lua).store.currentArchive()).nodes
    return Dictionary(nodes.map { ($0.identifier, $0.state) }, uniquingKeysWith: { first, _ in first })
  }

  /// Sixty nodes that encode random values under few keys, some more than once, in an order that the seed determines.
  private static let randomCallbacks = #"""
    math.randomseed(seed)
    local random = math.random
    local function bits(text) return (string.unpack("<d", text)) end
    local numbers = {
      0, 1, 23, 24, 255, 256, 65535, 65536, 4294967295, 4294967296, math.maxinteger, -1, -24, -25, -256, -257, math.mininteger,
      0.0, -0.0, 0.5, 1.5, 65504.0, 65505.0, 5.9604644775390625e-08, 2.98e-8, 6.103515625e-05, 6.1e-5, 1e-45, 3.4028234663852886e+38,
      1e39, 0.1, 1e300, math.huge, -math.huge, 0/0, bits "\1\0\0\0\0\0\xf0\x7f", bits "\0\0\0\0\0\0\xf8\xff", 2^53, 5e-324,
    }
    local texts = {
      "", "a", "text", ("x"):rep(23), ("x"):rep(24), ("y"):rep(300), ("z"):rep(70000), "a\0b", "ü", "日本語", "👩‍👩‍👧", "\xff", "\xc0\x80",
      "\xed\xa0\x80", "\xf4\x90\x80\x80", "\xe2\x82", "é\xe9", "\u{7f}\u{80}\u{7ff}\u{800}\u{ffff}\u{10000}\u{10ffff}",
    }
    local tables, node = {}, nil
    local value
    local function table_of(depth)
      if #tables > 0 and random(4) == 1 then return tables[random(#tables)] end
      -- The items of such a constructor are traversed in another order.
      local t = random(6) == 1 and { [3] = random(9), [1] = random(9), [2] = random(9) } or {}
      tables[#tables + 1] = t
      local kind = random(9)
      if kind == 9 then
        for n = 1, random(0, 6) do t[n] = value(depth - 1) end
        t[random(6)] = nil
      elseif kind <= 3 then
        for n = 1, random(0, 5) do t[n] = value(depth - 1) end
      elseif kind <= 5 then
        for n = 1, random(0, 5) do t[texts[random(9)] .. n] = value(depth - 1) end
      elseif kind == 6 then
        for n = 1, random(30, 36) do t["k" .. n] = n end
      elseif kind == 7 then
        t[random(2, 5)] = value(depth - 1) t.x = value(depth - 1) t[true] = 1 t[1.5] = 2 t["\xff"] = 3
      else
        local inner = t
        for n = 1, random(12, 20) do inner[1] = {} inner = inner[1] end
      end
      if random(30) == 1 then t[1] = t end
      return t
    end
    function value(depth)
      local kind = random(depth > 0 and 12 or 8)
      if kind <= 3 then return numbers[random(#numbers)] end
      if kind <= 6 then return texts[random(#texts)] end
      if kind == 7 then return random(2) == 1 end
      if kind == 8 then return random(12) == 1 and node or random(12) == 1 and print or random(100) end
      return table_of(depth)
    end
    local Node = ui.ViewController:subclass "Node"
    function Node:encodeRestorableState(coder)
      node = self
      -- The last tables of another node stay reachable.
      for n = #tables, 4, -1 do tables[n] = nil end
      for n = 1, random(0, 9) do
        local key = random(5) == 1 and texts[random(#texts)] or "k" .. random(6)
        if random(10) == 1 then
          coder:encode(key, nil)
        else
          pcall(coder.encode, coder, key, value(3))
        end
        if random(15) == 1 then coder:contains(key) end
      end
      if random(15) == 1 then error "no" end
    end
    function app:didFinishLaunching()
      local root = Node { restorationIdentifier = "root" }
      for n = 1, 60 do root:addChild(Node { restorationIdentifier = "node" .. n }) end
      self.window.rootViewController = root
    end
    """#
}
