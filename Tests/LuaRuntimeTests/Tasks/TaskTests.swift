import LuaRuntime
import Testing

/// Tasks and their waits without an app: the test runs the queue.
@MainActor
@Suite("Tasks")
struct TaskTests {
  /// A state with `task`, and with `wait()`, whose waits the test completes.
  @MainActor
  final class Bench {
    let lua: LuaState
    var waits: [Wait] = []
    var cancelled = 0
    var errors: [String] = []
    private let module = ScriptModule("bench", prefix: "bench.")

    init(timeLimit: Double = 5, memoryLimit: Int? = nil) throws {
      lua = try LuaState(options: .init(memoryLimit: memoryLimit, timeLimit: timeLimit))
      let task = try lua.define("Task", LuaTask.self)
      task.method("wait()", "") { task, stack in try task.waitForEnd(on: stack) }
      task.method("cancel()", "") { $0.cancel() }
      task.property("isRunning", "", get: { $0.isRunning })
      lua.tasks.onError = { [weak self] error, _ in self?.errors.append(error.message) }
      module.function("task(body)", "") { stack in
        stack.push(object: try stack.state.tasks.start(function: 1, on: stack))
        return 1
      }
      module.wait("wait()", "") { [weak self] _, wait in
        self?.waits.append(wait)
        wait.onCancel = { self?.cancelled += 1 }
      }
      module.wait("await(start)", "") { stack, wait in
        stack.pushValue(1)
        wait.pushResume(on: stack)
        try stack.call(arguments: 1, results: 0)
      }
      let stack = try lua.stack
      stack.createTable()
      try module.setMembers(on: stack)
      try stack.forEachPair(-1) { if let name = stack.string(-2) { stack.pushValue(-1); stack.setGlobal(name) } }
      stack.pop()
      try lua.run("log = {} function note(...) log[#log + 1] = table.concat({ ... }, ' ') end")
    }

    /// Runs a chunk and then the tasks, and returns what the script noted.
    @discardableResult
    func run(_ source: String) throws -> String {
      try lua.run(source)
      return try settle()
    }

    @discardableResult
    func settle() throws -> String {
      lua.tasks.run { true }
      lua.tasks.reportErrors()
      return try lua.run("local all = table.concat(log, '|') log = {} return all")[0]
    }
  }

  @Test("a task starts when the queue runs, waits, and gets the result of its wait")
  func waiting() throws {
    let bench = try Bench()
    #expect(try bench.run("t = task(function() note('in', wait()) end) note('out')") == "out")
    #expect(bench.waits.count == 1)
    bench.waits[0].finish { stack in
      stack.push("a")
      stack.push("b")
      return 2
    }
    #expect(try bench.lua.run("return t.isRunning") == ["true"])
    #expect(try bench.settle() == "in a b")
    #expect(try bench.lua.run("return t.isRunning") == ["false"])
    #expect(bench.lua.tasks.count == 0)
  }

  @Test("only the first outcome of a wait counts, whenever and by whomever it is set")
  func outcomes() throws {
    let bench = try Bench()
    #expect(try bench.run("task(function() note(await(function(resume) resume(1, 2) resume(3) end)) end)") == "1 2")
    try bench.run("task(function() note(await(function(resume) r = resume end)) end)")
    #expect(try bench.run("r('one') r('two') note 'later'") == "later|one")
    try bench.run("t = task(function() note(await(function(resume) r = resume end)) end)")
    #expect(try bench.run("t:cancel() r('late')") == "")
    try bench.run("task(function() note(await(function(resume) r = resume end)) end)")
    #expect(try bench.run("task(function() r('other') note 'mine' end)") == "mine|other")
    #expect(bench.errors == [])
    // None is left.
    #expect(try bench.run("r('x') r()") == "")
  }

  @Test("a failed wait is an error at the script's line, and so is an error raised by `start`")
  func failing() throws {
    let bench = try Bench()
    try bench.run(
      "task(function()\n note(tostring(select(2, pcall(wait)))) note(select(2, pcall(function() wait() end))) end)")
    bench.waits[0].fail(LuaError.usage("no luck"))
    bench.waits[0].finish()
    #expect(try bench.settle() == "no luck")
    bench.waits[1].fail(LuaError.usage("no luck"))
    #expect(try bench.settle() == "test.lua:2: no luck")
    #expect(
      try bench.run("task(function() local ok, e = pcall(await, function() error({ code = 7 }) end) note(e.code) end)")
        == "7")
    #expect(bench.errors == [])
  }

  @Test("an error is not reported while a task that may wait for it is ready to run")
  func errorsOnTheirWay() throws {
    let bench = try Bench()
    let tasks = bench.lua.tasks
    func turn() {
      tasks.run { false }
      tasks.reportErrors()
    }
    try bench.lua.run("t = task(function() error 'awaited' end) task(function() note(select(2, pcall(t.wait, t))) end)")
    turn()
    turn()
    #expect(try bench.settle() == "test.lua:1: awaited")
    #expect(bench.errors == [])
    try bench.lua.run("task(function() error 'alone' end) task(function() end) task(wait)")
    turn()
    turn()
    #expect(bench.errors == [])
    turn()
    #expect(bench.errors == ["test.lua:1: alone"])
    try bench.lua.run("task(function() error 'last' end) task(function() end)")
    turn()
    #expect(bench.errors.count == 1)
    bench.lua.close(runningFinalizers: true)
    #expect(bench.errors.last == "test.lua:1: last")
  }

  @Test("waiting outside a task is an error that says so")
  func whereNothingWaits() throws {
    let bench = try Bench()
    #expect(
      bench.lua.failure("wait()").contains(
        "bench.wait waits, so it can only be called in a task: ui.task(function() bench.wait(...) end)"))
    #expect(bench.lua.failure("coroutine.wrap(function() wait() end)()").contains("in a task: ui.task"))
    for (source, message) in [
      ("coroutine.wrap(function() wait() end)()", "a coroutine of the script"),
      ("table.sort({ 1, 2 }, function() wait() end)", "inside a function called by Lua's library"),
      ("string.gsub('x', 'x', function() wait() end)", "inside a function called by Lua's library"),
      ("await(function() wait() end)", "a callback of the host"),
      ("coroutine.yield(1)", "a task cannot yield"),
      (
        "local c = coroutine.running() coroutine.wrap(function() error(select(2, coroutine.resume(c))) end)()",
        "cannot resume a task"
      ),
      ("local c = coroutine.running() coroutine.wrap(function() coroutine.close(c) end)()", "cannot close a task"),
    ] {
      bench.errors = []
      try bench.run("task(function() \(source) end)")
      #expect(bench.errors.count == 1 && bench.errors[0].contains(message), "\(source): \(bench.errors)")
    }
    #expect(bench.waits.isEmpty)
  }

  @Test("a script with access to a task's coroutine can neither resume nor close it")
  func foreignHands() throws {
    let bench = try Bench()
    try bench.run("task(function() thread = coroutine.running() note(wait()) end)")
    #expect(try bench.run("note(tostring(coroutine.resume(thread)), coroutine.status(thread))") == "false suspended")
    #expect(bench.lua.failure("coroutine.close(thread)").contains("task:cancel()"))
    bench.waits[0].finish { stack in
      stack.push("fine"); return 1
    }
    #expect(try bench.settle() == "fine")
    #expect(try bench.run("note(coroutine.status(thread))") == "dead")
  }

  @Test("a script's own coroutines work in a task, also around waits")
  func ownCoroutines() throws {
    let bench = try Bench()
    #expect(
      try bench.run(
        """
        task(function()
          local numbers = coroutine.wrap(function() for i = 1, 3 do coroutine.yield(i) end end)
          note(numbers()) await(function(resume) resume() end) note(numbers())
        end)
        """) == "1|2")
  }

  @Test("results and errors of a task reach its waiters unchanged; an error without a waiter is reported")
  func results() throws {
    let bench = try Bench()
    #expect(
      try bench.run(
        "t = task(function() return 1, nil, 'c' end) task(function() note(select('#', t:wait()), (select(3, t:wait()))) end)"
      )
        == "3 c")
    #expect(try bench.run("task(function() note((t:wait())) end)") == "1")
    for value in ["nil", "{}", "'\\xff\\0text'", "print", "12"] {
      #expect(
        try bench.run(
          "v = \(value) t = task(function() error(v, 0) end) for i = 1, 2 do "
            + "task(function() local ok, e = pcall(t.wait, t) note(tostring(ok), tostring(rawequal(e, v))) end) end")
          == "false true|false true", "\(value)")
      #expect(bench.errors == [], "\(value)")
    }
    try bench.run("t = task(function() error 'unheard' end)")
    #expect(bench.errors == ["test.lua:1: unheard"])
    // It is still available later.
    #expect(try bench.run("task(function() note(select(2, pcall(t.wait, t))) end)") == "test.lua:1: unheard")
    #expect(bench.errors.count == 1)
  }

  @Test("an error is reported if the task that waits for it is cancelled")
  func lostError() throws {
    let bench = try Bench()
    try bench.run("t = task(function() wait() error 'lost' end) w = task(function() t:wait() end)")
    try bench.run("w:cancel()")
    bench.waits[0].finish()
    try bench.settle()
    #expect(bench.errors == ["test.lua:1: lost"])
  }

  @Test("a task cannot wait for itself, nor in a cycle")
  func circles() throws {
    let bench = try Bench()
    try bench.run("a = task(function() a:wait() end)")
    #expect(bench.errors.first?.contains("cannot wait for itself") == true)
    bench.errors = []
    #expect(
      try bench.run(
        """
        a = task(function() b:wait() note 'a' end)
        b = task(function() c:wait() note 'b' end)
        c = task(function() note(select(2, pcall(a.wait, a)):match('waiting would never end')) end)
        """) == "waiting would never end|b|a")
    #expect(bench.errors == [])
  }

  @Test("a cancellation cannot be caught, ends the wait, and closes variables")
  func cancelling() throws {
    let bench = try Bench()
    let closer = "local x <close> = setmetatable({}, { __close = function(_, e) note('closed', tostring(e)) end })"
    for body in [
      "\(closer) wait()", "\(closer) pcall(function() wait() end) note 'no'",
      "\(closer) xpcall(function() wait() end, function() note 'no' end) note 'no'",
      "pcall(function() \(closer) pcall(wait) note 'no' end) note 'no'",
    ] {
      bench.cancelled = 0
      try bench.run("t = task(function() \(body) end)")
      #expect(
        try bench.lua.run("t:cancel() t:cancel() return t.isRunning, log[1], log[2]") == ["false", "closed nil", "nil"])
      #expect(bench.cancelled == 1, "\(body)")
      try bench.settle()
    }
    #expect(try bench.run("t = task(function() note 'never' end) t:cancel()") == "")
    #expect(
      try bench.run("task(function() note(tostring(select(2, pcall(t.wait, t)))) end)") == "the task was cancelled")
    #expect(try bench.run("t = task(function() return 5 end)") == "")
    #expect(try bench.run("t:cancel() task(function() note(t:wait()) end)") == "5")
    #expect(bench.errors == [])
  }

  @Test("errors in closing variables are reported, and all are closed; waiting there is an error")
  func closingErrors() throws {
    let bench = try Bench()
    try bench.run(
      """
      function closer(f) return setmetatable({}, { __close = f }) end
      t = task(function()
        local a <close> = closer(function() note 'a' end)
        local b <close> = closer(function() error 'bad' end)
        local c <close> = closer(function() wait() end)
        wait()
      end)
      """)
    #expect(try bench.run("t:cancel()") == "a")
    #expect(bench.errors.count == 1 && bench.errors[0].contains("bad"), "\(bench.errors)")
  }

  @Test("a task that cancels itself, also in a coroutine, ends at its next wait")
  func cancellingItself() throws {
    let bench = try Bench()
    let closer = "local x <close> = setmetatable({}, { __close = function() note 'closed' end })"
    for call in ["t:cancel()", "coroutine.wrap(function() t:cancel() end)()", "pcall(t.cancel, t)"] {
      #expect(
        try bench.run("t = task(function() \(closer) \(call) note(tostring(t.isRunning)) pcall(wait) note 'no' end)")
          == "true|closed")
    }
    #expect(bench.waits.isEmpty)
    #expect(try bench.run("t = task(function() t:cancel() return 3 end) task(function() note(t:wait()) end)") == "3")
    #expect(bench.errors == [])
  }

  @Test("tasks that cancel each other while they are closed terminate")
  func chainOfCancels() throws {
    let bench = try Bench()
    try bench.run(
      """
      tasks, closed = {}, 0
      for i = 1, 20000 do
        tasks[i] = task(function()
          local x <close> = setmetatable({}, { __close = function() closed = closed + 1 if tasks[i + 1] then tasks[i + 1]:cancel() end end })
          wait()
        end)
      end
      """)
    try bench.run("tasks[1]:cancel()")
    #expect(try bench.lua.run("return closed") == ["20000"])
    #expect(bench.lua.tasks.count == 0)
  }

  @Test("limits of time and memory apply to each resumption, and variables are closed after an error")
  func limits() throws {
    let bench = try Bench(timeLimit: 0.1)
    let closer = "local x <close> = setmetatable({}, { __close = function() note 'closed' end })"
    for body in [
      "while true do end", "pcall(function() while true do end end) wait()",
      "xpcall(function() wait() while true do end end, function() while true do end end)",
    ] {
      bench.errors = []
      try bench.lua.run("task(function() \(closer) \(body) end)")
      bench.lua.tasks.run { true }
      for wait in bench.waits { wait.finish() }
      bench.waits = []
      #expect(try bench.settle().hasSuffix("closed"))
      #expect(bench.errors.first?.contains("time limit exceeded") == true, "\(body): \(bench.errors)")
    }
    let small = try Bench(memoryLimit: 4 << 20)
    try small.run("task(function() wait() local s = ('x'):rep(8 << 20) end)")
    small.waits[0].finish()
    try small.settle()
    #expect(small.errors.first?.contains("not enough memory") == true, "\(small.errors)")
  }

  @Test("ten thousand tasks leak nothing")
  func leaks() throws {
    let bench = try Bench()
    try bench.run("seen = setmetatable({}, { __mode = 'k' })")
    func round() throws {
      try bench.run(
        """
        for i = 1, 1000 do
          local t t = task(function() seen[coroutine.running()] = true if i % 2 == 0 then wait() end return t, coroutine.running() end)
          seen[t] = true
        end
        """)
      for wait in bench.waits { wait.finish() }
      bench.waits = []
      try bench.settle()
    }
    func left() throws -> Int {
      bench.lua.collectGarbage()
      #expect(try bench.lua.run("local n = 0 for _ in pairs(seen) do n = n + 1 end seen = {} return n") == ["0"])
      bench.lua.collectGarbage()
      try bench.lua.run("seen = setmetatable({}, { __mode = 'k' })")
      return bench.lua.memoryInUse
    }
    try round()
    let before = try left()
    for _ in 0..<9 {
      try round()
      #expect(try left() <= before)
    }
    #expect(bench.lua.tasks.count == 0)
  }

  @Test("closing the state ends its tasks and closes their variables; killing it runs nothing")
  func closing() throws {
    for isOrderly in [true, false] {
      let bench = try Bench()
      var printed = ""
      bench.lua.onPrint = { printed += String(decoding: $0, as: UTF8.self) }
      try bench.run(
        "for i = 1, 2 do task(function() local x <close> = setmetatable({}, { __close = function() print('closed') end }) wait() end) end"
      )
      bench.lua.close(runningFinalizers: isOrderly)
      #expect(bench.cancelled == 2)
      #expect(printed == (isOrderly ? "closed\nclosed\n" : ""))
      for wait in bench.waits { wait.finish() }
      bench.lua.tasks.run { true }
    }
  }
}
