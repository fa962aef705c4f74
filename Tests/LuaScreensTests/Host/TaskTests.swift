import Interface
import LuaRuntime
import Testing

@testable import LuaScreens

/// Tasks of an app: when they run, which controller owns them, and that they leak nothing.
@Suite("App tasks")
@MainActor
struct AppTaskTests {
  private static let script = """
    Root = ui.ViewController:subclass "Root"
    function app:didFinishLaunching()
      nav = ui.NavigationController { restorationIdentifier = "nav", viewControllers = { Root { restorationIdentifier = "root" } } }
      tabs = ui.TabBarController { restorationIdentifier = "tabs", viewControllers = { nav, Root {} } }
      self.window.rootViewController = tabs
      self.window:makeKeyAndVisible()
    end
    _G.ui = ui
    log = {}
    function note(...) log[#log + 1] = table.concat({ ... }, " ") end
    function notes() local all = table.concat(log, "|") log = {} return all end
    function closer(name) return setmetatable({}, { __close = function() note(name) end }) end
    -- A task of a controller that says when it is closed.
    function watched(c) return c:task(function(self) local x <close> = closer "ended" note(tostring(self == c)) ui.sleep(1e6) end) end
    """

  private func app() throws -> ScriptedApp { try ScriptedApp(Self.script) }

  @Test("the body starts at the end of the turn, not inside ui.task")
  func start() throws {
    let app = try app()
    #expect(try app.eval("t = ui.task(function() note 'body' end) note 'after' return t.isRunning") == "true")
    #expect(try app.eval("return notes(), t.isRunning, tostring(t)") == "after|body, false, Task")
  }

  @Test("a task started while the script is loaded runs")
  func atLoad() throws {
    let app = try ScriptedApp(Self.script + "\nui.task(function() note 'early' ui.sleep(1) note 'late' end)")
    #expect(try app.eval("return notes()") == "early")
    app.advance(by: 1)
    #expect(try app.eval("return notes()") == "late")
  }

  @Test("ui.sleep waits for its time and returns nothing")
  func sleep() throws {
    let app = try app()
    try app.eval("ui.task(function() note(select('#', ui.sleep(1.5))) ui.sleep(0.5) note 'two' end)")
    app.advance(by: 1.4)
    #expect(try app.eval("return notes()") == "")
    app.advance(by: 0.1)
    #expect(try app.eval("return notes()") == "0")
    app.advance(by: 0.5)
    #expect(try app.eval("return notes()") == "two")
    for (bad, message) in [("-1", "number of 0 or more"), ("0/0", "number of 0 or more"), ("'x'", "expected a number")]
    {
      try app.eval("ui.task(function() note(select(2, pcall(ui.sleep, \(bad)))) end)")
      #expect(try app.eval("return notes()").contains(message))
    }
    #expect(
      app.failure("ui.sleep(1)")
        == "test:1: ui.sleep waits, so it can only be called in a task: ui.task(function() ui.sleep(...) end)")
    #expect(app.failure("ui.await(print)").contains("ui.task(function() ui.await(...) end)"))
    #expect(app.failure("t = ui.task(print) t:wait()").contains("ui.task(function() task:wait(...) end)"))
    #expect(app.failure("ui.task(1)").contains("expected a function"))
  }

  @Test("ui.await waits for any function with a callback")
  func await() throws {
    let app = try app()
    try app.eval(
      "ui.task(function() note(ui.await(function(resume) ui.after(2, function() resume('a', 'b') end) end)) end)")
    app.advance(by: 2)
    #expect(try app.eval("return notes()") == "a b")
    try app.eval("ui.task(function() note(ui.await(function(resume) resume('now') end)) end) note 'first'")
    #expect(try app.eval("return notes()") == "first|now")
  }

  @Test("an error that no task waited for is reported once with its traceback; a cancellation is not")
  func errors() throws {
    let app = try app()
    try app.eval("ui.task(function() error 'alone' end)")
    #expect(app.problems.count == 1)
    #expect(app.problems[0].hasPrefix("task: test:1: alone\nstack traceback:"), "\(app.problems)")
    try app.eval("nav.topViewController:task(function() error 'of a screen' end)")
    #expect(app.problems.last?.hasPrefix("root task: test:1: of a screen") == true)
    try app.eval("t = ui.task(function() error { 1 } end) ui.task(function() note(select(2, pcall(t.wait, t))[1]) end)")
    #expect(try app.eval("return notes()") == "1")
    try app.eval("t = ui.task(function() ui.sleep(1) end)")
    try app.eval("t:cancel()")
    app.advance(by: 2)
    #expect(app.problems.count == 2)
  }

  @Test("a controller's task is cancelled when the controller leaves its window, not when it is covered")
  func ownership() throws {
    let app = try app()
    try app.eval("c = Root {} nav:push(c) watched(c)")
    #expect(try app.eval("nav:push(Root {}) return notes()") == "true")
    #expect(try app.eval("tabs.selectedIndex = 2 return notes()") == "")
    #expect(try app.eval("return notes()") == "")
    #expect(try app.eval("nav:popTo(c) tabs.selectedIndex = 1 return notes()") == "")
    // Out and in again within a turn.
    #expect(try app.eval("nav:pop() nav:push(c)") == "")
    #expect(try app.eval("return notes()") == "")
    try app.eval("nav:pop()")
    #expect(try app.eval("return notes()") == "ended")
    // Presented, and in a presented container.
    try app.eval("c = Root {} d = Root {} c:addChild(d) nav:present(c) watched(c) watched(d)")
    #expect(try app.eval("return notes()") == "true|true")
    try app.eval("c:dismiss()")
    #expect(try app.eval("return notes()") == "ended|ended")
    // With the root of the window.
    try app.eval("watched(nav.topViewController)")
    try app.eval("app.window.rootViewController = Root {}")
    #expect(try app.eval("return notes()") == "true|ended")
    #expect(app.host.lua.tasks.count == 0)
  }

  @Test("a controller outside any window may have tasks; they end when it has entered and left one")
  func notYet() throws {
    let app = try app()
    try app.eval("c = Root {} t = watched(c)")
    #expect(try app.eval("return notes(), t.isRunning") == "true, true")
    try app.eval("nav:push(c)")
    #expect(try app.eval("return t.isRunning") == "true")
    try app.eval("nav:pop()")
    #expect(try app.eval("return notes(), t.isRunning") == "ended, false")
    // A task started after the controller has left.
    #expect(try app.eval("t = watched(c) return t.isRunning") == "true")
    #expect(try app.eval("return notes(), t.isRunning") == "true, true")
    try app.eval("nav:push(c) nav:pop()")
    #expect(try app.eval("return notes(), t.isRunning") == "ended, false")
  }

  @Test("a controller that is collected before it enters a window cancels its tasks")
  func collected() throws {
    let app = try app()
    try app.eval("do local c = Root {} c.me = c t = watched(c) end")
    #expect(try app.eval("return notes()") == "true")
    app.host.lua.collectGarbage()
    app.save()
    #expect(try app.eval("return notes(), t.isRunning") == "ended, false")
    #expect(app.problems == [])
    #expect(app.host.lua.tasks.count == 0)
  }

  @Test("garbage collection does not affect the task of a visible controller")
  func collector() throws {
    let app = try app()
    try app.eval(
      "nav:push(Root {}) nav.topViewController:task(function(c) for i = 1, 5 do ui.sleep(1) note(i) end end)")
    for round in 1...5 {
      app.host.lua.collectGarbage()
      app.advance(by: 1)
      #expect(try app.eval("return notes()") == "\(round)")
    }
  }

  @Test("a thousand pushed and popped controllers with tasks leak nothing")
  func leaks() throws {
    let app = try app()
    try app.eval("collected = setmetatable({}, { __mode = 'k' })")
    for _ in 0..<10 {
      try app.eval(
        """
        for i = 1, 100 do
          local c = Root {}
          c.work = c:task(function(self) collected[coroutine.running()] = true ui.sleep(1e6) return self end)
          c.other = ui.task(function() return c, c.other end)
          ui.task(function() return c.other:wait() end)
          collected[c] = true
          nav:push(c)
        end
        """)
      try app.eval("local popped = nav:popToRoot()")
    }
    app.host.lua.collectGarbage()
    app.save()
    app.host.lua.collectGarbage()
    #expect(try app.eval("local n = 0 for _ in pairs(collected) do n = n + 1 end return n") == "0")
    #expect(app.host.lua.tasks.count == 0)
    #expect(app.problems == [])
  }

  @Test("a turn looks once at a controller with tasks, regardless of their number")
  func ownersOfTasks() throws {
    let app = try app()
    try app.eval("for i = 1, 100 do nav.topViewController:task(function() ui.sleep(1e6) end) end")
    var owners = 0
    app.host.lua.tasks.cancelTasksOfOwnersThatLeft { _ in
      owners += 1
      return true
    }
    #expect(owners == 1 && app.host.lua.tasks.count == 100)
  }

  @Test("a task that is always ready does not prevent a turn from ending")
  func fairness() throws {
    let app = try app()
    try app.eval("n = 0 ui.task(function() while true do n = n + 1 ui.await(function(resume) resume() end) end end)")
    let first = Int(try app.eval("return n")) ?? 0
    #expect(first > 0)
    app.advance(by: 0.01)
    #expect(Int(try app.eval("return n")) ?? 0 > first)
  }

  @Test("the time limit applies to each resumption")
  func timeLimit() throws {
    let app = try ScriptedApp(Self.script, lua: .init(timeLimit: 0.2))
    try app.eval("ui.task(function() local x <close> = closer 'closed' ui.sleep(1) while true do pcall(error) end end)")
    app.advance(by: 1)
    #expect(app.problems.first?.contains("time limit exceeded") == true)
    #expect(try app.eval("return notes()") == "closed")
  }

  @Test("no task runs after the app was killed, ended or exited; an orderly end closes variables")
  func end() throws {
    let work =
      "ui.task(function() local x <close> = setmetatable({}, { __close = function() print 'closed' end }) ui.sleep(1) print 'late' end)"
    for isOrderly in [true, false] {
      let app = try app()
      try app.eval(work)
      let timers = app.host.timers
      app.host.close(runningFinalizers: isOrderly)
      timers.advance(to: timers.now + 10)
      #expect(app.printed == (isOrderly ? "closed\n" : ""))
      #expect(timers.nextDeadline == nil)
    }
    let app = try app()
    try app.eval(work)
    try app.relaunch()
    app.advance(by: 5)
    #expect(app.printed == "")
    try app.eval("ui.task(function() ui.sleep(1) os.exit(3) end) ui.task(function() ui.sleep(1) print 'no' end)")
    app.advance(by: 2)
    #expect(app.printed == "")
  }

  @Test("a task's changes are saved")
  func saving() throws {
    let app = try ScriptedApp(
      """
      \(ScriptedApp.registeringModel)
      function app:didFinishLaunching() self.window.rootViewController = ui.ViewController { restorationIdentifier = "r" } end
      _G.ui = ui
      """)
    try app.eval("ui.task(function() ui.sleep(1) model.n = 7 end)")
    app.advance(by: 1)
    #expect(try app.eval("return model.n") == "7")
    #expect(app.problems == [])
    try app.relaunch()
    #expect(try app.eval("return model.n") == "7", "\(app.problems)")
  }
}
