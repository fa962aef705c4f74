import Foundation
import Interface
import LuaRuntime
import Testing

@testable import LuaScreens

/// A script may pass any value to any property or method of any class: with or without an error, the process keeps
/// running, drawing and saving. The members are those that are registered, so that new ones are covered.
@Suite("Hostile values")
@MainActor
struct HostileValueTests {
  /// The values: limits of numbers, long, empty and invalid text, every type.
  private static let values = """
    local function view() return ui.Label { text = "x" } end
    local values = {
      math.mininteger, math.maxinteger, math.mininteger + 1, math.maxinteger - 1, 0, 1, 2, -1, 1 << 31, -(1 << 31),
      1 << 32, 1 << 40, 1 << 53, 10000, 1e308, -1e308, math.huge, -math.huge, 0 / 0, -0.0, 0.5, 2^53, 2^63, -2^63, 1e-308,
      1e15, 1e18, "", "x", ("x"):rep(100000), ("x\\n"):rep(2000), "\\0", "\\xff", "\\u{301}", "\\u{1F468}\\u{200D}\\u{1F469}",
      "1", "nan", true, false, {}, { 1, 2, 3 }, { math.mininteger, math.maxinteger }, { "a", "", ("y"):rep(1000) },
      { x = math.mininteger, y = math.maxinteger }, { x = math.maxinteger, y = math.mininteger },
      { location = math.maxinteger, length = math.maxinteger }, { location = math.mininteger, length = math.mininteger },
      { location = 1, length = math.maxinteger }, { section = math.mininteger, row = math.maxinteger },
      { top = math.maxinteger, left = math.mininteger, bottom = 10000, right = 10000 }, { {} }, { { "a" }, { "b" } },
      { { title = "a", action = function() end, handler = function() end, input = "ctrl+a", width = math.maxinteger } },
      setmetatable({}, { __index = function() return math.mininteger end }), function() return math.mininteger end,
      print, coroutine.create(function() end), ui, ui.Label, ui.Date(1e308), ui.Date(-1e308), ui.Date(0 / 0),
      ui.Date(math.huge), ui.Date(1e15), ui.Data "", ui.Data(("x"):rep(100000)), io.stdout,
    }
    local function all(isShort)
      local all = { table.unpack(values) }
      if isShort then
        for place, value in ipairs(all) do if type(value) == "string" and #value > 1000 then all[place] = ("x"):rep(300) end end
      end
      for _, make in ipairs {
        view, function() return ui.ViewController() end, function() return ui.AlertController() end,
        function() return ui.BarButtonItem { title = "b" } end, function() return ui.TextField() end,
        function() return ui.Window() end,
      } do all[#all + 1] = make() end
      return all
    end
    """

  /// Creates the objects under test by class name, as the class does or as scripts get them.
  private static let maker = """
    local function make(name)
      if name == "Application" then return app
      elseif name == "Timer" then return ui.after(1, function() end)
      elseif name == "Data" then return ui.Data "x"
      elseif name == "Date" then return ui.Date(1)
      elseif name == "Pasteboard" then return app.pasteboard
      elseif name == "NavigationItem" then return ui.ViewController().navigationItem
      elseif name == "Storyboard" then return ui.Storyboard("S" .. math.random(0), { scenes = { a = {} } })
      elseif name == "Canvas" or name == "Coder" then return lent
      end
      local made, object = pcall(function() return ui[name]() end)
      if not made then return nil end
      for property, value in pairs {
        rows = { "a", "b", "c" }, segments = { "a", "b" }, components = { { "a" }, { "b" } }, items = { "a", "b" },
        text = "one two\\nthree",
      } do pcall(function() object[property] = value end) end
      return object
    end
    local function show(object)
      if object == nil or not object.isKindOf then return end
      if object:isKindOf(ui.View) then
        window.rootViewController = ui.ViewController { restorationIdentifier = "root", view = ui.VStack { object } }
      elseif object:isKindOf(ui.AlertController) then
        window.rootViewController = ui.ViewController { restorationIdentifier = "root" }
        window.rootViewController:present(object)
      elseif object:isKindOf(ui.ViewController) then window.rootViewController = object
      end
    end
    """

  private typealias Members = (name: String, properties: [String], methods: [String], inherited: Set<String>)

  /// Returns an app that tries values one by one, and writes each attempt to standard output first: `attempt()` makes
  /// the next attempts and returns their number, or nil at the end.
  private static func app(members: [Members]) throws -> ScriptedApp {
    let list = members.map { member in
      func names(_ names: [String]) -> String { "{ " + names.map { "\"\($0)\"" }.joined(separator: ", ") + " }" }
      let inherited = member.inherited.map { "[\"\($0)\"] = true" }.joined(separator: ", ")
      return "{ \"\(member.name)\", \(names(member.properties)), \(names(member.methods)), { \(inherited) } }"
    }
    return try ScriptedApp(
      """
      \(values)
      \(maker)
      function app:didFinishLaunching()
        window = self.window
        window.rootViewController = ui.ViewController { restorationIdentifier = "root" }
        window:makeKeyAndVisible()
      end
      local classes = { \(list.joined(separator: ", ")) }
      local count, output = 0, io.stdout
      output:setvbuf "no"
      local function try(what, body)
        count = count + 1
        output:write(what, "\\n")
        pcall(body)
        if count % 17 == 0 then coroutine.yield(count) end
      end
      local function attempts()
        for index, class in ipairs(classes) do
          local name, properties, methods, inherited = table.unpack(class)
          -- What a class has from another is tried with a part of the values, another part in each class.
          local function isTried(member, place) return not inherited[member] or (place + index) % 24 == 0 end
          local values, object, uses = all(), nil, 0
          -- What others left makes the next one more interesting, and a fresh object now and then less so.
          local function subject()
            uses = uses + 1
            if object == nil or uses % 16 == 0 then object = make(name) pcall(show, object) end
            return object
          end
          for _, property in ipairs(properties) do
            for place, value in ipairs(values) do
              if isTried(property, place) then try(name .. "." .. property .. " = value " .. place, function()
                subject()[property] = value
                return object[property]
              end) end
            end
          end
          for _, method in ipairs(methods) do
            for place, value in ipairs(values) do
              if isTried(method, place) then try(name .. ":" .. method .. " value " .. place, function()
                local object = subject()
                pcall(object[method], object, value)
                pcall(object[method], object, value, value)
                pcall(object[method], object, 1, value, 1, value)
                pcall(object[method], object, value, value, value, value, value)
                pcall(object[method], value)
              end) end
            end
          end
        end
        local values = all()
        for name, body in pairs(ui) do
          if type(body) == "function" then
            for place, value in ipairs(values) do
              try("ui." .. name .. " value " .. place, function()
                pcall(body, value)
                pcall(body, value, value)
                pcall(body, value, function() end)
                pcall(body, "name", value)
              end)
            end
          end
        end
      end
      local thread = coroutine.create(attempts)
      function attempt()
        local isGoing, what = coroutine.resume(thread)
        assert(isGoing, what)
        if not window.isKeyWindow then window:makeKeyAndVisible() end
        return what
      end
      """)
  }

  private static func members(of host: ScriptHost) -> [Members] {
    host.lua.hostClasses.filter { !$0.isScript }.map {
      ($0.name, $0.properties.map(\.name), $0.methodNames, Set($0.superclass?.memberNames ?? []))
    }
  }

  /// User input: each attempt is followed by one of the keys and a click.
  private static let keys = [
    "down", "up", "right", "left", "pagedown", "home", "end", "space", "enter", "tab", "x", "escape",
  ]

  private static func live(_ app: ScriptedApp, _ number: Int) throws {
    if let key = KeyPress(name: keys[number % keys.count]) { _ = app.application.handle(.key(key)) }
    let place = Point(x: number * 7 % 80, y: number * 3 % 24)
    for action in [MouseEvent.Action.press(button: 1), .drag(button: 1), .release(button: 1), .wheel(rows: 3)] {
      _ = app.application.handle(.mouse(MouseEvent(action, at: place)))
    }
    _ = app.application.render()
    app.save()
  }

  /// Tries all values.
  fileprivate static func tryValues() throws {
    let app = try app(members: members(of: ScriptedApp("").host))
    var number = 0
    while try app.eval("attempt()") != "nil" {
      try live(app, number)
      number += 1
    }
    #expect(number > 1000)
  }

  @Test("no value passed to a property, method or function crashes the process", .timeLimit(.minutes(10)))
  func values() async throws {
    // In a process of its own, so that a crash is one failure with a name.
    let result = await #expect(processExitsWith: .success, observing: [\.standardOutputContent]) {
      try await HostileValueTests.tryValues()
    }
    guard let output = result?.standardOutputContent, result?.exitStatus != .exitCode(0) else { return }
    Issue.record(
      "the last that was tried: \(String(decoding: output, as: UTF8.self).split(separator: "\n").last ?? "nothing")")
  }

  @Test("no value passed to a canvas while drawing, or to a coder while encoding, crashes the process")
  func lent() throws {
    let lua = try ScriptedApp("").host.lua
    func names(_ hostClass: String) throws -> String {
      try #require(lua.hostClass(named: hostClass)).methodNames.map { "\"\($0)\"" }.joined(separator: ", ")
    }
    let app = try ScriptedApp(
      """
      \(Self.values)
      local function attack(object, methods)
        for _, method in ipairs(methods) do
          for _, value in ipairs(all(true)) do
            pcall(object[method], object, value)
            pcall(object[method], object, "key", value)
            for _, other in ipairs { 0, 1, math.mininteger, math.maxinteger, 1 << 30 } do
              pcall(object[method], object, value, other, "text", value)
              pcall(object[method], object, other, value, value, other, value, value)
              pcall(object[method], object, 1, 1, value, other)
            end
          end
        end
      end
      local Painter = ui.View:subclass "Painter"
      function Painter:draw(canvas) attack(canvas, { \(try names("Canvas")) }) painted = true end
      local Screen = ui.ViewController:subclass "Screen"
      function Screen:loadView() self.view = Painter {} end
      function Screen:encodeRestorableState(coder) attack(coder, { \(try names("Coder")) }) encoded = true end
      function Screen:decodeRestorableState(coder) attack(coder, { \(try names("Coder")) }) end
      function app:didFinishLaunching()
        self.window.rootViewController = Screen { restorationIdentifier = "root" }
        self.window:makeKeyAndVisible()
      end
      """)
    _ = app.application.render()
    app.save()
    #expect(try app.eval("painted, encoded") == "true, true")
  }

  @Test("no value returned by a data source or delegate crashes the process", .timeLimit(.minutes(10)))
  func answers() throws {
    let app = try ScriptedApp(
      """
      \(Self.values)
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      local sources = {}
      for _, value in ipairs(all(true)) do
        for rows = 0, 1 do
          -- Of the methods that count, only every second source answers all with the value; the rest have rows to ask for.
          sources[#sources + 1] = setmetatable({}, { __index = function(_, name)
            if type(name) ~= "string" then return nil end
            if name == "numberOfSections" then return function() return 2 end end
            if rows == 1 and name:find "^number" then return function() return 3 end end
            return function() return value, value end
          end })
        end
      end
      function next_source()
        local source = table.remove(sources)
        if not source then return nil end
        local table_ = ui.TableView { restorationIdentifier = "table", dataSource = source, delegate = source }
        local pages = ui.PageViewController { dataSource = source, viewControllers = { ui.ViewController {} } }
        app.window.rootViewController = ui.TabBarController {
          restorationIdentifier = "root",
          viewControllers = { ui.ViewController { restorationIdentifier = "list", view = table_ }, pages },
        }
        pcall(table_.becomeFirstResponder, table_)
        pcall(table_.selectRow, table_, 1, 2)
        pcall(pages.goForward, pages)
        return true
      end
      """)
    var number = 0
    while try app.eval("next_source()") != "nil" {
      for _ in 0..<3 {
        try Self.live(app, number)
        number += 1
      }
    }
    #expect(number > 100)
  }
}
