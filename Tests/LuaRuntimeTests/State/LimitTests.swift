import LuaRuntime
import Testing

@MainActor
@Suite("Time and memory limits")
struct LimitTests {
  private func impatient() throws -> LuaState {
    try LuaState(options: .init(timeLimit: 0.05))
  }

  private func expectTimeout(_ source: String) throws {
    let lua = try impatient()
    do {
      try lua.run(source)
      Issue.record("no error")
    } catch LuaError.timeout {}
    #expect(try lua.run("return 'alive'") == ["alive"])
  }

  @Test("limits of zero or less, and those that are no numbers, stop every script", arguments: [0, -5, .nan])
  func limitsOfNothing(_ limit: Double) throws {
    #expect(throws: LuaError.self) { try LuaState(options: .init(timeLimit: limit)).run("while true do end") }
    guard let bytes = Int(exactly: limit) else { return }
    let options = LuaState.Options(memoryLimit: bytes, timeLimit: nil)
    #expect(throws: LuaError.self) { try LuaState(options: options).run("return ('x'):rep(1 << 20)") }
  }

  @Test("memory is limited if a capability is missing, even if it was removed later")
  func limitOfSandbox() throws {
    var options = LuaState.Options()
    #expect(options.memoryLimit == nil)
    options.capabilities = []
    #expect(options.memoryLimit == 256 << 20)
    #expect(try LuaState(options: options).hasMemoryLimit)
  }

  @Test("an endless loop is stopped with an error, and the state stays usable")
  func endlessLoop() throws { try expectTimeout("while true do end") }

  @Test("an endless loop that catches errors with pcall is stopped")
  func swallowing() throws {
    try expectTimeout("while true do pcall(function() while true do end end) end")
    try expectTimeout("local function f() while true do end end while true do xpcall(f, function(e) return e end) end")
  }

  @Test("an endless loop in a coroutine is stopped")
  func coroutine() throws {
    try expectTimeout("while true do coroutine.wrap(function() while true do end end)() end")
    try expectTimeout(
      "local c = coroutine.create(function() while true do end end) while true do coroutine.resume(c) end")
  }

  @Test("an endless finalizer is stopped")
  func endlessFinalizer() throws {
    let lua = try impatient()
    try lua.run("setmetatable({}, { __gc = function() while true do end end })")
    lua.collectGarbage()
    #expect(try lua.run("return 'alive'") == ["alive"])
  }

  @Test("the traceback of an endless recursion has its first levels")
  func traceback() throws {
    let lua = try LuaState()
    var error: LuaError?
    do {
      try lua.run("local function f() return 1 + f() end f()")
    } catch let failure as LuaError {
      error = failure
    }
    let lines = try #require(error).traceback.split(separator: "\n")
    #expect(lines.count == 24 && lines[1].contains(":1: in "), "\(lines)")
    #expect(lines.last?.contains("...") == true)
  }

  @Test("endless recursion is an error, in Lua and through Swift")
  func recursion() throws {
    let lua = try LuaState()
    #expect(lua.failure("local function f() return 1 + f() end f()").contains("stack overflow"))
    let stack = try lua.stack
    lua.pushFunction(on: stack) { stack in
      stack.pushValue(1)
      try stack.call(arguments: 0, results: 0)
      return 0
    }
    stack.setGlobal("through")
    #expect(lua.failure("local function f() through(f) end f()").contains("overflow"))
    #expect(try lua.run("return 'alive'") == ["alive"])
  }

  @Test("a C stack overflow by nested gsub, pcall, sort and metamethods is an error")
  func cStackOverflow() throws {
    let lua = try LuaState()
    for source in [
      "local function f() return (string.gsub('a', 'a', f)) end f()",
      "local function f() local ok, e = pcall(f); if not ok then error(e, 0) end end f()",
      "local t = setmetatable({}, {}) getmetatable(t).__index = function(t, k) return t[k] end return t.x",
      "local t = setmetatable({}, {}) getmetatable(t).__tostring = function(t) return tostring(t) end return tostring(t)",
      "local t = setmetatable({}, {}) getmetatable(t).__eq = function(a, b) return a == b end return t == setmetatable({}, getmetatable(t))",
      "local t = setmetatable({}, {}) getmetatable(t).__concat = function(a, b) return a .. b end return t .. 'x'",
      "assert(load(('('):rep(1000) .. '1' .. (')'):rep(1000)))",
      "local function f() local t = { 2, 1 } table.sort(t, function() f() end) end f()",
      "local function f() return coroutine.wrap(f)() end f()",
    ] {
      let message = lua.failure(source)
      #expect(message.contains("overflow"), "\(source): \(message)")
      #expect(try lua.run("return 'alive'") == ["alive"])
    }
  }

  @Test("string.rep of a GiB, and a table that grows endlessly, are memory errors of the script")
  func memory() throws {
    let lua = try LuaState(options: .init(memoryLimit: 16 << 20, timeLimit: 5))
    #expect(lua.failure("return #string.rep('x', 1 << 30)").contains("not enough memory"))
    #expect(lua.failure("local t = {} for i = 1, 1e9 do t[i] = { i } end").contains("not enough memory"))
    #expect(try lua.run("return select(2, pcall(string.rep, 'x', 1 << 30))") == ["not enough memory"])
    #expect(try lua.run("return 'alive'") == ["alive"])
  }

  @Test("values pushed by Swift may exceed the script's memory limit")
  func swiftPushes() throws {
    let lua = try LuaState(options: .init(memoryLimit: 2 << 20))
    let stack = try lua.stack
    lua.pushFunction(on: stack) { stack in
      stack.push(bytes: [UInt8](repeating: 120, count: 4 << 20))
      return 1
    }
    stack.setGlobal("big")
    #expect(lua.failure("local s = big() return #(s .. 'more')").contains("not enough memory"))
    #expect(try lua.run("return 'alive'") == ["alive"])
  }

  @Test("a yield across a host callback is an error; a script's own coroutines work")
  func yields() throws {
    let lua = try LuaState()
    let stack = try lua.stack
    lua.pushFunction(on: stack) { stack in
      stack.pushValue(1)
      try stack.call(arguments: 0, results: 0)
      return 0
    }
    stack.setGlobal("through")
    #expect(lua.failure("coroutine.wrap(function() through(coroutine.yield) end)()").contains("attempt to yield"))
    #expect(
      try lua.run(
        "local c = coroutine.wrap(function(a) local b = coroutine.yield(a + 1) return b * 2 end) return c(1), c(5)")
        == ["2", "10"])
    #expect(
      lua.failure(
        "local c = coroutine.create(function() end) coroutine.resume(c) error(select(2, coroutine.resume(c)), 0)")
        == "cannot resume dead coroutine")
  }

  @Test("errors in __gc, __close, __tostring and __index are errors of the script")
  func metamethods() throws {
    let lua = try LuaState()
    try lua.run("setmetatable({}, { __gc = function() error 'x' end })")
    lua.collectGarbage()
    #expect(
      lua.failure("local x <close> = setmetatable({}, { __close = function() error 'closing' end })").contains(
        "closing"))
    #expect(
      lua.failure("return tostring(setmetatable({}, { __tostring = function() error 'no text' end }))").contains(
        "no text"))
    #expect(
      lua.failure("return tostring(setmetatable({}, { __tostring = function() return {} end }))").contains(
        "must return a string"))
    #expect(
      lua.failure("return setmetatable({}, { __index = function() error 'no index' end }).x").contains("no index"))
  }

  @Test("a script that replaces _G, pcall, require, string or the string metatable harms only itself")
  func replacedGlobals() throws {
    let lua = try LuaState.withThings()
    try lua.run(
      "getmetatable('').__index = nil; pcall, require, tostring, error, type, print = nil; string = nil; _G = nil")
    #expect(try lua.run("local t = Thing { text = 'x' } return t.text, t:add(2)") == ["x", "2"])
    #expect(lua.failure("return Thing().txt").contains("did you mean 'text'?"))
  }
}
