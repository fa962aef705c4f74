import Foundation
import Interface
import LuaRuntime
import Testing

@testable import LuaScreens

/// Workers of an app: that they leak nothing, share the memory limit, and end with the app. `workers.test.lua` tests what
/// scripts see.
@Suite("Workers", .serialized)
@MainActor
struct WorkerTests {
  private func app(_ lines: String = "", limit: Int? = nil) throws -> ScriptedApp {
    var options = LuaState.Options()
    if let limit { options.memoryLimit = limit }
    return try ScriptedApp("_G.ui = ui\n" + lines, lua: options)
  }

  /// Lets real time pass until an expression is true.
  private func wait(_ app: ScriptedApp, until condition: String) throws {
    let end = ContinuousClock.now + .seconds(20)
    while try app.eval("return not not (\(condition))") != "true" {
      guard ContinuousClock.now < end else { throw LuaError.usage("\(condition) within 20 s; \(app.problems)") }
      usleep(1000)
      app.poll()
    }
  }

  /// Returns a number of the process's status.
  private func number(of field: String) throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = try #require(status.split(separator: "\n").first { $0.hasPrefix(field) })
    return try #require(line.split(whereSeparator: { !$0.isNumber }).first.flatMap { Int($0) })
  }

  private var descriptors: Int {
    get throws { try FileManager.default.contentsOfDirectory(atPath: "/proc/self/fd").count }
  }

  @Test("1,000 workers, finished, failed and cancelled, leave no memory, descriptors or objects")
  func leaks() throws {
    let app = try app("done, alive = 0, setmetatable({}, { __mode = 'k' })", limit: 64 << 20)
    let round = """
      for i = 1, 20 do
        local worker = ui.Worker(function(i, rows)
          if i % 3 == 0 then error { i } end
          if i % 3 == 1 then while true do worker.receive() end end
          worker.send(rows)
          return rows
        end, i, { string.rep("x", 1000) })
        worker.onMessage = function() end
        alive[worker] = true
        ui.task(function() pcall(function() worker:wait() end) done = done + 1 end)
        if i % 3 == 1 then ui.task(function() worker:cancel() done = done + 1 end) end
      end
      """
    try app.eval(round)
    try wait(app, until: "done >= 27")
    let before = try descriptors
    for _ in 0..<50 {
      try app.eval("done = 0 " + round)
      try wait(app, until: "done >= 27")
    }
    #expect(try descriptors == before)
    let end = ContinuousClock.now + .seconds(10)
    while app.host.lua.memoryOfWorkers > 0, ContinuousClock.now < end { usleep(1000) }
    #expect(app.host.lua.memoryOfWorkers == 0)
    #expect(!app.host.hasRunningWorkers)
    // Their objects are garbage.
    #expect(try app.eval("for i = 1, 5 do collectgarbage() end return next(alive)") == "nil")
  }

  @Test("a worker that sends without end does not keep the results of others from arriving")
  func turns() throws {
    let app = try app()
    try app.eval(
      """
      local busy = ui.Worker(function() while true do worker.send(1) end end)
      busy.onMessage = function() local t = os.clock() while os.clock() - t < 0.01 do end end
      ui.task(function() ui.Worker(function() end):wait() done = true end)
      """)
    try wait(app, until: "done")
  }

  @Test("an app and its workers that use all memory get errors")
  func fullMemory() throws {
    let app = try app(limit: 16 << 20)
    let message = try app.eval(
      """
      local made = {}
      local done, message = pcall(function()
        while true do made[#made + 1] = ui.Worker "worker.receive()" end
      end)
      return message
      """)
    #expect(message.contains("not enough memory"))
  }

  @Test("an app with a worker in a C function is closed without waiting for it")
  func blocked() throws {
    let app = try app()
    try app.eval("ui.Worker(function() os.execute 'sleep 3' end)")
    usleep(50_000)
    let start = ContinuousClock.now
    app.host.close(runningFinalizers: true)
    #expect(ContinuousClock.now - start < .seconds(2))
  }

  @Test("os.exit in a worker ends the app through its life cycle, with the code")
  func exits() throws {
    let app = try app()
    var code: Int32?
    app.host.onExit = { code = $0 }
    try app.eval("ui.Worker(function() os.exit(7) end)")
    let end = ContinuousClock.now + .seconds(10)
    while code == nil, ContinuousClock.now < end {
      usleep(1000)
      app.poll()
    }
    #expect(code == 7)
  }

  @Test("lines that a worker prints arrive whole and in order, before its result")
  func prints() throws {
    let app = try app()
    try app.eval(
      "ui.task(function() ui.Worker(function() for i = 1, 500 do print(i, 'x') end end):wait() done = true end)")
    try wait(app, until: "done")
    #expect(app.printed == (1...500).map { "\($0)\tx\n" }.joined())
  }

  @Test("an app that uses no worker has no descriptor for them, and no thread")
  func unused() throws {
    let (threads, before) = (try number(of: "Threads:"), try descriptors)
    let app = try app()
    #expect(try number(of: "Threads:") <= threads + 1)
    #expect(try descriptors == before)
    _ = app
  }
}
