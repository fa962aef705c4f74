import LuaRuntime
import Testing

/// Finalizers of scripts run within the limits, outside Swift calls, and otherwise as the manual says (section 2.5.3).
@MainActor
@Suite("Finalizers")
struct FinalizerTests {
  /// Ways to give a table a finalizer `f`.
  nonisolated private static let ways = [
    "setmetatable({}, { __gc = f })",
    "setmetatable({}, { __gc = setmetatable({}, { __call = function(_, object) f(object) end }) })",
    "local mt = { __gc = true } setmetatable({}, mt) mt.__gc = f",
    "local mt = { __gc = true } setmetatable({}, mt) rawset(mt, '__gc', f)",
    "local mt = { __gc = print } setmetatable({}, mt) setmetatable({}, mt) mt.__gc = f",
    "debug.setmetatable({}, { __gc = f })",
    "setmetatable({}, { __gc = coroutine.wrap(function(object) f(object) end) })",
    "local file = io.tmpfile() file:close() debug.setmetatable(file, { __gc = f })",
  ]

  @Test("an endless finalizer is stopped by the time limit, whatever __gc is and whenever it was set", arguments: ways)
  func time(_ way: String) throws {
    let lua = try LuaState(options: .init(timeLimit: 0.05))
    let end = ContinuousClock.now + .seconds(10)
    _ = lua.failure("warn '@off' f = function() while true do end end do \(way) end collectgarbage()")
    #expect(try lua.run("return 'alive'") == ["alive"])
    lua.collectGarbage()
    #expect(try lua.run("return 'alive'") == ["alive"])
    lua.close(runningFinalizers: true)
    #expect(ContinuousClock.now < end)
  }

  @Test("setting an object's own metatable again leaves its finalizer unchanged")
  func ownMetatable() throws {
    let lua = try LuaState.withThings()
    let source = """
      local thing = Thing()
      local meta = debug.getmetatable(thing)
      local before = meta.__gc
      debug.setmetatable(thing, meta)
      return before == meta.__gc
      """
    #expect(try lua.run(source) == ["true"])
  }

  @Test("a finalizer that allocates too much is stopped by the memory limit", arguments: ways)
  func memory(_ way: String) throws {
    let lua = try LuaState(options: .init(memoryLimit: 8 << 20))
    _ = try lua.run(
      "warn '@off' f = function() reached = 'no' reached = #string.rep('x', 20000000) end do \(way) end collectgarbage()"
    )
    lua.collectGarbage()
    #expect(try lua.run("return reached") == ["no"])
  }

  @Test(
    "no finalizer runs during a call into Swift, whatever Swift pushes; it runs when the script continues",
    arguments: ways)
  func notInSwift(_ way: String) throws {
    let lua = try LuaState()
    let stack = try lua.stack
    var isInSwift = false
    var wrong = 0
    var calls = 0
    lua.pushFunction(on: stack) { _ in
      calls += 1
      if isInSwift { wrong += 1 }
      return 0
    }
    stack.setGlobal("f")
    lua.pushFunction(on: stack) { stack in
      isInSwift = true
      defer { isInSwift = false }
      for _ in 0..<20_000 {
        stack.createTable(array: 8, hash: 8)
        stack.pop()
      }
      return 0
    }
    stack.setGlobal("swift")
    try lua.run("for i = 1, 20 do do \(way) end swift() end collectgarbage() collectgarbage()")
    #expect(wrong == 0)
    #expect(calls >= 1)
  }

  @Test("finalizers run as the manual says")
  func manual() throws {
    let lua = try LuaState()
    for source in [
      // In the reverse order of marking.
      "order = '' for i = 1, 5 do setmetatable({}, { __gc = function() order = order .. i end }) end "
        + "collectgarbage() assert(order == '54321', order)",
      // A field added later marks nothing, and a removed one is not called.
      "local mt = {} setmetatable({}, mt) mt.__gc = function() error 'called' end warn '@on' collectgarbage()",
      "local mt = { __gc = function() bad = true end } setmetatable({}, mt) mt.__gc = nil collectgarbage() assert(not bad)",
      // A resurrected object can be marked again, and is finalized again.
      "n = 0 local mt mt = { __gc = function(o) n = n + 1 kept = o end } setmetatable({ 7 }, mt) collectgarbage() "
        + "assert(n == 1 and kept[1] == 7) kept = nil collectgarbage() assert(n == 1) setmetatable({}, mt) collectgarbage() "
        + "assert(n == 2) setmetatable(kept, mt) kept = nil collectgarbage() assert(n == 3)",
      // Once, however often the metatable was set.
      "n = 0 local mt = { __gc = function() n = n + 1 end } local o = setmetatable({}, mt) setmetatable(o, mt) o = nil "
        + "collectgarbage() collectgarbage() assert(n == 1)",
      // Objects reachable only from it still exist; weak references are cleared as usual.
      "local weak = setmetatable({}, { __mode = 'v' }) local keys = setmetatable({}, { __mode = 'k' }) "
        + "do local o = setmetatable({ inner = { 'x' } }, { __gc = function(o) seen = o.inner[1] inKeys = keys[o] end }) "
        + "weak[1] = o keys[o] = 'key' end collectgarbage() assert(seen == 'x' and inKeys == 'key' and weak[1] == nil)",
      // Finalizers that create more objects, raise errors and yield.
      "n = 0 local function more() n = n + 1 if n < 10 then setmetatable({}, { __gc = more }) end end more() "
        + "for i = 1, 20 do collectgarbage() end assert(n == 10)",
      "warn '@off' setmetatable({}, { __gc = error }) setmetatable({}, { __gc = function() coroutine.yield() bad = true end }) "
        + "collectgarbage() assert(not bad)",
      "local r setmetatable({}, { __gc = function() r = { collectgarbage() } end }) collectgarbage() assert(r and not r[1])",
      // The function setmetatable itself.
      "local mt = { __gc = print } local o = {} assert(setmetatable(o, mt) == o and getmetatable(o) == mt and mt.__gc == print)",
      "local o = setmetatable({}, { __metatable = 1 }) local ok, m = pcall(setmetatable, o, { __gc = print }) "
        + "assert(not ok and m:find 'cannot change a protected metatable')",
      "assert(select(2, pcall(setmetatable, 1, {})):find \"bad argument #1 to 'setmetatable'\")",
    ] {
      #expect(throws: Never.self, "\(source)") { try lua.run(source) }
    }
  }

  @Test("closing a state runs its remaining finalizers in order; killing it runs none")
  func closing() throws {
    for isKilled in [false, true] {
      let lua = try LuaState()
      var order = ""
      let stack = try lua.stack
      lua.pushFunction(on: stack) { stack in
        order += stack.string(1) ?? "?"
        return 0
      }
      stack.setGlobal("note")
      try lua.run("for i = 1, 3 do t = { t, setmetatable({}, { __gc = function() note(tostring(i)) end }) } end")
      lua.close(runningFinalizers: !isKilled)
      #expect(order == (isKilled ? "" : "321"))
    }
  }
}
