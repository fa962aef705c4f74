import Foundation
import LuaRuntime
import Testing

/// The time limit covers everything in a call: processor time, and twice that in real time.
@MainActor
@Suite("Time limits")
struct TimeTests {
  @Test(
    "any operation that takes too long is stopped, and the state stays usable",
    arguments: [
      // Coroutines too short for the hook, nested ones too.
      "while true do coroutine.wrap(function() end)() end",
      "local function f() for i = 1, 200 do coroutine.wrap(f)() end end while true do pcall(f) end",
      "while true do coroutine.resume(coroutine.create(function() while true do end end)) end",
      "local co = coroutine.wrap(function() while true do coroutine.yield() end end) while true do co() end",
      "coroutine.wrap(function() while true do pcall(function() while true do end end) end end)()",
      "coroutine.wrap(function() table.sort({ 1, 2, 3 }, function() while true do end end) end)()",
      "local x <close> = setmetatable({}, { __close = function() while true do end end }) while true do end",
      "coroutine.wrap(function() local x <close> = setmetatable({}, { __close = function() while true do end end }) "
        + "while true do end end)()",
      "local c = coroutine.create(function() local x <close> = setmetatable({}, { __close = function() while true do end end })"
        + " coroutine.yield() end) coroutine.resume(c) coroutine.close(c)",
      // C functions that allocate nothing, or never return to the interpreter.
      "string.rep('', 1e15) while true do string.rep('', 1e15) end",
      "table.move({}, 1, 1e15, 2)",
      "table.insert(setmetatable({}, { __len = function() return 1e15 end }), 1, 0)",
      "table.remove(setmetatable({}, { __len = function() return 1e15 end }), 1)",
      "table.concat(setmetatable({}, { __index = function() return '' end }), '', 1, 1e15)",
      "table.unpack(setmetatable({}, { __index = function() while true do end end }), 1, 5)",
      "for _ in ipairs(setmetatable({}, { __index = function() return 1 end })) do end",
      "string.find(('a'):rep(30) .. 'b', ('a?'):rep(30) .. ('a'):rep(30) .. 'c')",
      "string.match(('a'):rep(200), '.-.-.-.-.-.-.-b')",
      "string.gsub(('a'):rep(200), '.-.-.-.-.-.-.-b', '')",
      "for _ in string.gmatch(('a'):rep(200), '.-.-.-.-.-.-.-b') do end",
      "string.find(('a'):rep(4000000), ('a'):rep(2000000) .. 'b', 1, true)",
      "while true do table.concat({ 'a', 'b', 'c' }) end",
      "local t = {} for i = 1, 1e5 do t[i] = 'x' end while true do table.concat(t) end",
      "table.sort(setmetatable({}, { __len = function() return 2^31 - 2 end, __index = function(_, i) return i end }))",
      "while true do table.sort({ 3, 1, 2 }, function() return true end) end",
      "local s = ('x'):rep(1e6) while true do utf8.len(s); s:byte(1, 1000); ('%s'):format(s) end",
      "local s = ('x'):rep(1e6) while true do s = s:upper():lower():reverse() end",
      "load(function() return ' ' end)",
      "local s = 'return ' .. ('1 + '):rep(1e5) .. '1' while true do load(s) end",
      // Code that catches the error.
      "while true do pcall(error) end",
      "local function f() pcall(f) end while true do pcall(f) end",
      "while true do xpcall(function() while true do end end, function() while true do end end) end",
      "return pcall(function() while true do end end)",
      "while true do xpcall(error, function(m) return m end) end",
      // Metamethods and hooks.
      "getmetatable('').__add = function() while true do end end return 'a' + {}",
      "return setmetatable({}, { __index = function(t, k) return t[k + 1] end })[1]",
      "debug.sethook() while true do end",
      "debug.sethook(function() end, 'crl', 1) while true do end",
      "while true do pcall(debug.sethook) end",
      "while true do debug.gethook() end",
    ])
  func stopped(_ source: String) throws {
    let lua = try LuaState(options: .init(timeLimit: 0.05))
    let clock = ContinuousClock()
    let start = clock.now
    let message = lua.failure(source)
    #expect(message.contains("time limit exceeded") || message.contains("overflow"), "\(message)")
    #expect(clock.now - start < .seconds(1.5))
    #expect(try lua.run("return 'alive'") == ["alive"])
  }

  @Test("the time of one call does not count for the next, nor does time between calls")
  func eachCall() async throws {
    let lua = try LuaState(options: .init(timeLimit: 0.5))
    for _ in 1...4 {
      try lua.run("return 1")
      try await Task.sleep(for: .milliseconds(200))
    }
  }

  /// Returns the time limit error that ends a chunk, if any.
  private func limit(_ lua: LuaState, _ source: String) -> LuaTimeLimit? {
    do {
      try lua.run(source)
    } catch LuaError.timeout(let limit, _, _) {
      return limit
    } catch {
      Issue.record("\(error)")
    }
    return nil
  }

  @Test("a waiting call is stopped after twice the limit in real time, and the message says so")
  func clockLimit() throws {
    var options = LuaState.Options(timeLimit: 0.5)
    options.onOverdue = { _ in }
    let lua = try LuaState(options: options)
    #expect(limit(lua, "os.execute('sleep 0.7')") == nil)
    #expect(limit(lua, "os.execute('sleep 1.2')") == .clock(1))
    #expect(limit(lua, "for i = 1, 20 do os.execute('sleep 0.1') end") == .clock(1))
    #expect(lua.failure("os.execute('sleep 1.2')").hasSuffix("the script ran longer than 1 s and was stopped"))
  }

  @Test("a call that cannot be stopped is reported once with its limit")
  func overdue() throws {
    var options = LuaState.Options(timeLimit: 0.05)
    let calls = Calls()
    options.onOverdue = { calls.add("\($0)") }
    options.alternatives = LuaState.Alternatives(task: "host.task", run: "host.run")
    let lua = try LuaState(options: options)
    lua.calling(LuaCallback("viewDidLoad", of: "root")) {
      #expect(limit(lua, "os.execute('sleep 2.7')") == .clock(0.1))
    }
    #expect(
      calls.all == [
        "root viewDidLoad: the callback ran longer than 0.1 s and could not be stopped: it waits in execute at test.lua:1. "
          + "Use host.run in a task (host.task), which does not block the app. The app was terminated; the last save is kept"
      ])
  }

  private final class Calls: @unchecked Sendable {
    private let lock = NSLock()
    private var texts: [String] = []
    func add(_ text: String) { lock.withLock { texts.append(text) } }
    var all: [String] { lock.withLock { texts } }
  }

  @Test("calls without a limit count neither as real time nor as processor time")
  func pausedCall() throws {
    let lua = try LuaState(options: .init(timeLimit: 0.2))
    let stack = try lua.stack
    lua.pushFunction(on: stack) { stack in
      lua.withoutTimeLimit {
        usleep(500_000)
        _ = lua.withoutTimeLimit { usleep(100_000) }
        let end = ContinuousClock.now + .milliseconds(500)
        while ContinuousClock.now < end {}
      }
      return 0
    }
    stack.setGlobal("lend")
    #expect(limit(lua, "lend()") == nil)
    // The limit applies again afterwards.
    #expect(limit(lua, "lend() while true do end") != nil)
  }

  @Test("the error has the place where the time was spent, also below pcall and in a coroutine")
  func traceback() throws {
    let lua = try LuaState(options: .init(timeLimit: 0.05))
    for source in [
      "local function busy() while true do end end\nlocal function work() xpcall(busy, print) end\nwork()",
      "local function busy() while true do end end\ncoroutine.wrap(busy)()",
    ] {
      do {
        try lua.run(source)
        Issue.record("no error")
      } catch let error as LuaError {
        #expect(error.traceback.contains("in function <test.lua:1>"), "\(error)")
      }
    }
  }

  @Test("an xpcall handler runs at the stack level that Lua documents, and coroutines can yield below it")
  func handlers() throws {
    let lua = try LuaState()
    #expect(
      try lua.run(
        """
        local function fails() error("failed") end
        return select(2, xpcall(fails, function(m) return debug.getinfo(3, "f").func == fails end)),
          select(2, xpcall(fails, function(m) return debug.traceback(m, 2):match("traceback:\\n%s*([^\\n]*)") end)),
          (select(2, xpcall(fails, debug.traceback)):find("in function 'error'", 1, true))
        """)[0...1] == ["true", "[C]: in function 'error'"])
    #expect(
      try lua.run(
        """
        local co = coroutine.wrap(function()
          return xpcall(function() coroutine.yield "waits" error "failed" end, function(m) return "handled " .. m end)
        end)
        return co(), co()
        """) == ["waits", "false", "handled test.lua:2: failed"])
    #expect(lua.failure("xpcall(print)").contains("bad argument #2 to 'xpcall' (function expected"))
  }

  @Test("a script's own hook is called as often as requested, beside the host's")
  func hooks() throws {
    let lua = try LuaState()
    #expect(
      try lua.run(
        """
        local n = 0
        debug.sethook(function() n = n + 1 end, "", 1000)
        for i = 1, 100000 do end
        local f, mask, count = debug.gethook()
        debug.sethook()
        local few = n
        n = 0
        debug.sethook(function() n = n + 1 end, "", 10000)
        for i = 1, 1000000 do end
        debug.sethook()
        return type(f), mask, count, few >= 90 and few <= 110, n >= 90 and n <= 110, debug.gethook()
        """) == ["function", "", "1000", "true", "true", "nil"])
    #expect(
      try lua.run(
        "local e = {} local c = coroutine.create(function() print '' end) debug.sethook(c, function(w) e[#e + 1] = w end, 'c') "
          + "coroutine.resume(c) return e[1], debug.gethook()") == ["call", "nil"])
  }

  @Test("library functions raise the same errors as Lua's own")
  func messages() throws {
    let lua = try LuaState()
    for (source, message) in [
      ("string.rep('x', 1 << 40)", "resulting string too large"),
      ("table.insert({}, 1, 2, 3)", "wrong number of arguments to 'insert'"),
      ("table.insert({}, 3, 2)", "bad argument #2 to 'insert' (position out of bounds)"),
      ("table.remove({ 1 }, 9)", "bad argument #1 to 'remove' (position out of bounds)"),
      ("table.concat({ 1, {} })", "invalid value (table) at index 2 in table for 'concat'"),
      ("table.move({}, -1, math.maxinteger, 2)", "bad argument #3 to 'move' (too many elements to move)"),
      ("table.sort({ 1, 'x' })", "attempt to compare string with number"),
      ("('x'):find('[a')", "malformed pattern (missing ']')"),
      ("('x'):find('%')", "malformed pattern (ends with '%')"),
      ("('x'):gsub('x', '%2')", "invalid capture index %2"),
      ("('x'):gsub('x', true)", "string/function/table expected, got boolean"),
      ("('x'):rep({})", "bad argument #1 to 'rep' (number expected, got table)"),
      ("('x'):find(('a?'):rep(300))", "no error"),
      ("(('a'):rep(300)):find(('a?'):rep(300))", "pattern too complex"),
      ("coroutine.resume(1)", "bad argument #1 to 'resume' (thread expected, got number)"),
      ("coroutine.wrap(1)", "bad argument #1 to 'wrap' (function expected, got number)"),
    ] {
      #expect(lua.failure(source).contains(message), "\(source): \(lua.failure(source))")
    }
  }

  @Test("during exit running code has half a second, and later calls have less")
  func ending() async throws {
    var options = LuaState.Options(timeLimit: 60)
    // A busy machine may be late.
    options.onOverdue = { _ in }
    let lua = try LuaState(options: options)
    let clock = ContinuousClock()
    let start = clock.now
    lua.requestEnd()
    for _ in 1...40 { #expect(lua.failure("while true do pcall(error) end").contains("the app is exiting")) }
    // A busy machine may be late; with the script's own limit it would be forty minutes.
    #expect(clock.now - start < .seconds(60))
    #expect(try lua.run("return 'alive'") == ["alive"])
  }

  @Test("blocking for more than a second is reported with its position and an alternative")
  func longWait() throws {
    for alternatives in [nil, LuaState.Alternatives(task: "host.task", run: "host.run")] {
      var options = LuaState.Options()
      options.alternatives = alternatives
      let lua = try LuaState(options: options)
      var waits: [String] = []
      lua.onLongWait = { waits.append($0.description) }
      try lua.run("os.execute('true')\nos.execute('sleep 1.02')")
      #expect(waits.count == 1)
      #expect(waits.first?.hasPrefix("test.lua:2: execute blocked the app for 1") == true, "\(waits)")
      let advice = "; use host.run in a task (host.task) instead"
      #expect(waits.first?.hasSuffix(advice) == (alternatives != nil), "\(waits)")
      // The host's names are unknown here.
      #expect(!waits.contains { $0.contains("ui.") })
      let yield = lua.failure("coroutine.yield()")
      #expect(yield.contains("task: host.task(function()") == (alternatives != nil), "\(yield)")
      #expect(!yield.contains("ui."), "\(yield)")
    }
  }
}
