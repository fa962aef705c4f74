import Interface
import Testing

@testable import LuaScreens

@Suite("Lifetime of script objects")
@MainActor
struct LifeTests {
  private static let script = """
    Root = ui.ViewController:subclass "Root"
    function app:didFinishLaunching()
      nav = ui.NavigationController { viewControllers = { Root {} } }
      self.window.rootViewController = nav
      self.window:makeKeyAndVisible()
    end
    _G.ui = ui
    made = 0
    collected = setmetatable({}, { __mode = "k" })
    """

  /// Returns how many of the objects are left that the chunk creates in each of a thousand rounds.
  private func left(_ round: String) throws -> String {
    let app = try ScriptedApp(Self.script)
    for _ in 0..<10 {
      try app.eval("for i = 1, 100 do \(round) end")
    }
    app.host.lua.collectGarbage()
    return try app.eval("local n = 0 for _ in pairs(collected) do n = n + 1 end return n")
  }

  @Test("a thousand rounds of pushing and popping a controller that captures itself leak nothing")
  func pushAndPop() throws {
    let round = """
      local c = Root {}
      c.view = ui.VStack { ui.Button { title = "x", action = function() c:dismiss() end } }
      c.me, c.view.restorationIdentifier = c, "v"
      collected[c] = true
      nav:push(c)
      nav:pop()
      """
    #expect(try left(round) == "0")
  }

  @Test("a thousand rounds of presenting and dismissing leak nothing")
  func presentAndDismiss() throws {
    let round = """
      local c = Root {}
      c.onDone = function() return c, nav end
      collected[c] = true
      nav:present(c)
      c:dismiss()
      """
    #expect(try left(round) == "0")
  }

  @Test("a thousand rounds of tabs, tables and timers leak nothing")
  func tabs() throws {
    let round = """
      local c = Root {}
      local tabs = ui.TabBarController { viewControllers = { c } }
      c.view = ui.TableView { dataSource = c, delegate = c }
      ui.after(60, function() return c end):cancel()
      collected[c], collected[tabs] = true, true
      tabs.viewControllers = {}
      """
    #expect(try left(round) == "0")
  }

  @Test("controllers that are pushed and popped do not accumulate, also after many at once")
  func pace() throws {
    let app = try ScriptedApp(Self.script)
    let round = """
      local c = Root {}
      c.view = ui.VStack { ui.HStack { ui.Button { title = "x" }, ui.TextField {} }, ui.TableView { rows = { "a" } } }
      collected[c] = true
      nav:push(c)
      nav:pop()
      """
    try app.eval("for i = 1, 3000 do \(round) end")
    var counts: [Int] = []
    for _ in 0..<40 {
      try app.eval("for i = 1, 100 do \(round) end")
      counts.append(try Int(app.eval("local n = 0 for _ in pairs(collected) do n = n + 1 end return n")) ?? .max)
    }
    #expect(counts.suffix(20).max() ?? .max < 500)
  }

  @Test("objects in the view tree stay alive, with the fields that a script set")
  func heldByTheTree() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval("do local c = Root {} c.note = { 'kept' } nav:push(c) end")
    app.host.lua.collectGarbage()
    #expect(try app.eval("nav.topViewController.note[1]") == "kept")
  }

  @Test("using an object of an ended app is an error, not a crash")
  func afterTheEnd() throws {
    let app = try ScriptedApp(Self.script)
    let window = app.application.keyWindow
    app.host.close(runningFinalizers: false)
    window?.rootViewController?.loadViewIfNeeded()
    _ = window?.render()
    #expect(app.failure("return nav") == "the app's Lua state is closed")
  }

  @Test("a killed app runs none of its script's code, not even finalizers")
  func killed() throws {
    let app = try ScriptedApp(Self.script)
    // Reachable, so that no collection before the kill runs them.
    try app.eval(
      "kept = {} for i = 1, 10 do kept[i] = setmetatable({}, { __gc = function() print 'collected' end }) end")
    try app.relaunch()
    #expect(app.printed == "")
  }

  @Test("tasks that are pending when the app ends do not run")
  func pendingTasks() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval("ui.task(function() ui.sleep(1) print 'late' end)")
    let timers = app.host.timers
    app.host.close(runningFinalizers: false)
    timers.advance(to: 10)
    #expect(app.printed == "")
  }

  @Test("errors of dead and suspended coroutines, and of yields in callbacks, say what is wrong")
  func coroutines() throws {
    let app = try ScriptedApp(Self.script)
    #expect(
      app.failure("ui.Button { title = 'x', action = coroutine.create(print) }")
        == "test:1: action: expected a function or nil, got a coroutine")
    try app.eval(
      "b = ui.Button { title = 'x', action = function() coroutine.yield() end, accessibilityIdentifier = 'b' }")
    try app.eval("nav.topViewController.view = ui.VStack { b }")
    try app.host.turn { try app.automation.tap("b") }
    #expect(app.problems.first?.contains("attempt to yield") == true, "\(app.problems)")
  }

  @Test("controllers whose default view the script uses, with closures below it, leak nothing")
  func defaultViews() throws {
    let round = """
      local c, inner = Root {}, Root {}
      c.view:addSubview(ui.Button { title = "x", action = function() c:dismiss() end })
      c:addChild(inner)
      c.view:addSubview(inner.view)
      local parent = inner.view.superview
      inner.view:removeFromSuperview()
      c.view:addSubview(inner.view)
      collected[c], collected[inner] = true, true
      nav:push(c)
      nav:pop()
      """
    #expect(try left(round) == "0")
  }

  @Test("what a script keeps below a default view lives as long as its controller")
  func keptBelowDefaultView() throws {
    let app = try ScriptedApp(Self.script)
    try app.eval(
      """
      local c = Root {}
      nav:push(c)
      local button = ui.Button { title = "x", action = function() print "pressed" end }
      button.accessibilityIdentifier = "b"
      c.view:addSubview(button)
      weak = setmetatable({ button }, { __mode = "v" })
      """)
    for _ in 0..<5 { try app.eval("collectgarbage()") }
    #expect(try app.eval("return #weak, weak[1].accessibilityIdentifier") == "1, b")
    try app.eval("local popped = nav:pop()")
    app.host.lua.collectGarbage()
    #expect(try app.eval("return #weak") == "0")
  }

  @Test("the collector runs before and after a restoration")
  func collector() throws {
    let app = try ScriptedApp(
      """
      function app:didDecodeRestorableState() decoded = collectgarbage "isrunning" end
      function app:didFinishLaunching() finished = collectgarbage "isrunning" end
      _G.isRunning = function() return decoded, finished, collectgarbage "isrunning" end
      """)
    #expect(try app.eval("return isRunning()") == "nil, true, true")
    try app.relaunch()
    #expect(try app.eval("return isRunning()") == "false, true, true")
  }

  @Test("the collector of an app without memory limit is paused for longer the more nodes are restored")
  func pausedCollector() throws {
    let app = try ScriptedApp("")
    for (nodes, isRunning) in [(0, true), (10_000, false)] {
      app.host.lua.pauseCollector(whileCreating: nodes)
      let running = try app.eval(
        "local text = ('x'):rep(80 << 20) for i = 1, 1000000 do end return collectgarbage 'isrunning'")
      #expect(running == "\(isRunning)")
      app.host.lua.resumeCollector()
      app.host.lua.collectGarbage()
    }
  }

  @Test("garbage of a restoration is collected at the memory limit")
  func garbageWhileRestoring() throws {
    let app = try ScriptedApp(
      """
      function app:didDecodeRestorableState() for i = 1, 2000 do last = ("x"):rep(50000) .. i end end
      """, lua: .init(memoryLimit: 16 << 20))
    try app.relaunch(lua: .init(memoryLimit: 16 << 20))
    #expect(try app.eval("return #last") == "50004")
    #expect(app.problems == [])
  }

  @Test("an app gets one warning when its script uses nearly all its memory, until it releases some")
  func memoryWarning() throws {
    let app = try ScriptedApp(
      "function app:didReceiveMemoryWarning() print 'warned' end", lua: .init(memoryLimit: 16 << 20))
    let warnings = { app.events.filter { $0 == "app didReceiveMemoryWarning" }.count }
    let fill = "hold = {} for i = 1, 295 do hold[i] = ('x'):rep(50000) .. i end"
    for count in 1...2 {
      try app.eval(fill)
      try app.eval("kept = hold")
      #expect(warnings() == count)
      try app.eval("hold, kept = nil, nil collectgarbage()")
    }
    #expect(app.printed == "warned\nwarned\n")
  }

  @Test("garbage, and memory without a limit, cause no warning")
  func noMemoryWarning() throws {
    let fill =
      "local hold = {} for i = 1, 140 do hold[i] = ('x'):rep(50000) .. i end"
    let limited = try ScriptedApp("", lua: .init(memoryLimit: 16 << 20))
    try limited.eval("collectgarbage 'stop' " + fill)
    let free = try ScriptedApp("")
    try free.eval(fill + " kept = hold")
    for app in [limited, free] { #expect(!app.events.contains("app didReceiveMemoryWarning")) }
  }

  @Test("os.exit asks the host for an orderly exit of the app")
  func exit() throws {
    let app = try ScriptedApp("function app:didFinishLaunching() ui.after(1, function() os.exit(7) print 'no' end) end")
    var code: Int32?
    app.host.onExit = { code = $0 }
    app.advance(by: 2)
    #expect(code == 7)
    #expect(app.printed == "")
    #expect(app.problems == [])
  }
}
