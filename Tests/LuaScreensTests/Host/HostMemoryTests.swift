import LuaRuntime
import Testing

@testable import LuaScreens

/// What the host holds for a script counts as what Lua holds.
@Suite("Memory that the host holds")
@MainActor
struct HostMemoryTests {
  private func limited() throws -> ScriptedApp {
    try ScriptedApp("", lua: .init(memoryLimit: 8 << 20, timeLimit: 60))
  }

  @Test(
    "more of it than the limit is an error where it goes over, and what is let go can be used again",
    arguments: [
      "t[i] = ui.Data(long)",
      "t[i] = ui.Label { text = long }",
      "t[i] = ui.Label { long }",
      "t[i] = ui.Label() t[i].text = long",
      "t[i] = ui.TextField { placeholder = long }",
      "t[i] = ui.TextView { text = short }",
      "t[i] = ui.ViewController { title = long }",
      "t[i] = ui.Button { title = long }",
      "t[i] = ui.SegmentedControl { segments = { long, long, long } }",
      "t[i] = ui.PickerView { components = { { long, long }, { long } } }",
      "t[i] = ui.TableView { rows = { long, long } }",
      "t[i] = ui.View()",
    ])
  func limit(statement: String) throws {
    let app = try limited()
    let attack = """
      local ui, long, short = require "luahost", ("x"):rep(100000), ("x"):rep(10000)
      local t = {}
      local isDone, message = pcall(function() for i = 1, 1e6 do \(statement) end end)
      local count = #t
      t = nil
      return isDone, tostring(message):match "not enough memory", count > 10
      """
    for _ in 0..<2 { #expect(try app.eval(attack) == "false, not enough memory, true") }
    #expect(app.host.lua.memoryInUse < 10 << 20)
    app.host.lua.collectGarbage()
    // Lua's tables of many objects stay large.
    #expect(app.host.lua.memoryInUse < 6 << 20)
  }

  @Test("garbage is collected rather than refused, and its bytes count no longer")
  func garbage() throws {
    let app = try limited()
    #expect(
      try app.eval(
        """
        local ui, long = require "luahost", ("x"):rep(300000)
        local label = ui.Label()
        for i = 1, 200 do
          ui.Data(long)
          ui.Label { text = long }
          label.text = long .. i
        end
        label.text = ""
        return label.text
        """) == "")
    app.host.lua.collectGarbage()
    #expect(app.host.lua.memoryInUse < 4 << 20)
  }

  @Test(
    "a coroutine that makes too many objects gets the error where it allocates, and what it closes runs under the limits"
  )
  func coroutine() throws {
    let app = try limited()
    #expect(
      try app.eval(
        """
        local ui, isClosed = require "luahost", false
        local isDone, message = pcall(coroutine.wrap(function()
          local closing <close> = setmetatable({}, { __close = function() isClosed = true end })
          local t = {}
          for i = 1, 1e6 do t[i] = ui.View() end
        end))
        return isDone, tostring(message):match "not enough memory", isClosed
        """) == "false, not enough memory, true")
    #expect(try app.eval("local t = {} for i = 1, 1000 do t[i] = { i } end return #t") == "1000")
  }

  @Test("without a limit the collector keeps the pace of what the host holds")
  func pace() throws {
    let app = try ScriptedApp("")
    try app.eval(
      """
      local ui, long = require "luahost", ("x"):rep(1000000)
      for i = 1, 300 do ui.Data(long) end
      """)
    #expect(app.host.lua.memoryInUse < 100 << 20)
  }

  @Test("what a property refuses is not counted")
  func refusedValue() throws {
    let app = try limited()
    let before = app.host.lua.memoryInUse
    for _ in 0..<10 {
      #expect(app.failure("kept = kept or require('luahost').Label() kept.text = { ('x'):rep(1000000) }") != "")
    }
    app.host.lua.collectGarbage()
    #expect(app.host.lua.memoryInUse < before + 1 << 20)
  }

  @Test("a coder takes no more than there may be, and the app goes on saving")
  func coder() throws {
    let app = try ScriptedApp(
      """
      local Big = ui.ViewController:subclass "Big"
      function Big:encodeRestorableState(coder)
        if small then return coder:encode("small", 1) end
        local long = ("x"):rep(1000000)
        for i = 1, 1000 do coder:encode("key " .. i, { long, long }) end
      end
      function app:didFinishLaunching()
        self.window.rootViewController = Big { restorationIdentifier = "big" }
        self.window:makeKeyAndVisible()
      end
      """, lua: .init(memoryLimit: 8 << 20, timeLimit: 60))
    #expect(app.problems.contains { $0.contains("not enough memory") })
    #expect(try app.eval("small = true return 'alive'") == "alive")
  }
}
