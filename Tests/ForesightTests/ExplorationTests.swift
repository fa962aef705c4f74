import AppSession
import Foundation
import Interface
import LuaScreens
import StateRestoration
import Testing

@testable import Foresight

@Suite("Exploration of apps")
@MainActor
struct ExplorationTests {
  @Test(
    "a loss is found, and its test fails before the fix and passes after it",
    arguments: ExplorationCase.all.filter { $0.name != "a field of the controller that the screen does not show" })
  func finds(_ example: ExplorationCase) throws {
    let report = try ExplorationCase.explore(example.script, steps: 60)
    let found = report.discoveries.map(\.message)
    #expect(report.hasLosses && found.contains { $0.contains(example.lost) }, "\(found)")
    #expect(report.discoveries.allSatisfy { $0.test != nil }, "\(report.tests)")
    #expect(try ExplorationCase.run(report.tests, beside: example.script) == (0, report.count), "\(report.tests)")
    #expect(example.fixed != example.script)
    #expect(try ExplorationCase.run(report.tests, beside: example.fixed) == (report.count, 0), "\(report.tests)")
    let fixed = try ExplorationCase.explore(example.fixed)
    #expect(fixed.discoveries.isEmpty, "\(fixed.tests)")
  }

  @Test("an app that loses nothing has no discovery", arguments: ExplorationCase.sound.map(\.name))
  func finds(nothingIn name: String) throws {
    let script = try #require(ExplorationCase.sound.first { $0.name == name }?.script)
    let report = try ExplorationCase.explore(script, steps: 120)
    #expect(report.discoveries.isEmpty, "\(report.tests)")
  }

  @Test(
    "rows that come in pages are awaited, and their scroll bar is no loss", arguments: ExplorationCase.pages.map(\.name)
  )
  func pages(_ name: String) throws {
    let script = try #require(ExplorationCase.pages.first { $0.name == name }?.script)
    for seed in 1...3 as ClosedRange<UInt64> {
      let report = try ExplorationCase.explore(script, steps: 250, seed: seed)
      let isAutomatic = name.contains("timer")
      #expect(
        !report.discoveries.contains { $0.property == "screen" || isAutomatic && $0.kind == .loss }, "\(report.tests)")
    }
  }

  @Test("one mistake is one discovery", arguments: ExplorationCase.once.map(\.name))
  func finds(onceIn name: String) throws {
    let script = try #require(ExplorationCase.once.first { $0.name == name }?.script)
    let report = try ExplorationCase.explore(script, steps: 60)
    #expect(report.discoveries.count == 1 && report.hasLosses, "\(report.tests)")
    #expect(report.discoveries.first?.test != nil)
  }

  @Test(
    "mistakes that do not depend on each other are found one by one",
    arguments: ExplorationCase.independent.map(\.name))
  func finds(independentIn name: String) throws {
    let example = try #require(ExplorationCase.independent.first { $0.name == name })
    let report = try ExplorationCase.explore(example.script, steps: 200)
    let found = report.discoveries
    #expect(found.count == example.messages.count, "\(report.tests)")
    #expect(example.messages.allSatisfy { part in found.contains { $0.message.contains(part) } }, "\(report.tests)")
    // An error is in its own line, whatever keys are lost.
    #expect(
      found.allSatisfy { $0.kind != .error || ["error", "callback-failed"].contains($0.code) }, "\(report.tests)")
  }

  @Test("a mistake that is found in several ways is one discovery", arguments: ExplorationCase.severalWays.map(\.name))
  func finds(severalWaysIn name: String) throws {
    let example = try #require(ExplorationCase.severalWays.first { $0.name == name })
    let report = try ExplorationCase.explore(example.script, steps: 60)
    let found = report.discoveries.filter { $0.kind != .field }
    #expect(found.map(\.code) == [example.code] && found.first?.place != nil, "\(report.tests)")
  }

  @Test("a child whose view its container does not place is named, and not the focus in it")
  func childrenNotShown() throws {
    let script = ExplorationCase.childrenNotShown
    let report = try ExplorationCase.explore(script)
    let line = script.split(separator: "\n", omittingEmptySubsequences: false).firstIndex {
      $0.contains("local card =")
    }
    #expect(report.discoveries.map(\.place?.line) == [line.map { $0 + 1 }], "\(report.tests)")
    let message = report.discoveries.first?.message ?? ""
    #expect(message.hasPrefix("desk/card1 (Card): it is not on the screen after "), "\(message)")
    #expect(report.discoveries.first?.test != nil)
  }

  @Test("rows in another order do not lose the focus in a cell of them")
  func rowsInAnotherOrder() throws {
    let script = ExplorationCase.note(
      view: "self:list()",
      body: """
        function Note:init() self.items = { { name = "a", level = 1 }, { name = "b", level = 2 } } end
        function Note:list()
          self.table = ui.TableView { restorationIdentifier = "table", dataSource = self, columns = { { title = "Name" }, { title = "Level" } } }
          self:sort()
          return self.table
        end
        function Note:sort() table.sort(self.items, function(a, b) return a.level < b.level end) self.table:reloadData() end
        function Note:numberOfRowsInSection() return #self.items end
        function Note:cellForRow(_, _, row)
          local item = self.items[row]
          item.stepper = item.stepper or ui.Stepper {
            restorationIdentifier = item.name, onChange = function(view) item.level = view.value end,
          }
          item.stepper.value = item.level
          return { item.name, item.stepper }
        end
        function Note:modelIdentifierForElement(_, _, row) return self.items[row].name end
        function Note:indexPathForElement(_, name)
          for row, item in ipairs(self.items) do if item.name == name then return 1, row end end
        end
        """,
      encode: "for _, item in ipairs(self.items) do coder:encode(item.name, item.level) end",
      decode:
        "for _, item in ipairs(self.items) do item.level = coder:decode(item.name) or item.level end self:sort()")
    let report = try ExplorationCase.explore(script, steps: 200)
    #expect(report.hasLosses)
    #expect(!report.discoveries.contains { $0.before == $0.after }, "\(report.tests)")
  }

  @Test("what only time brings is one loss, at the line of the timer that is not started again")
  func timerNotStartedAgain() throws {
    let script = ExplorationCase.note(
      view: "self:make(), ui.Button { title = 'Start', action = function() self.runs = true self:run() end }",
      body: """
        function Note:make()
          self.seconds, self.rounds, self.label = 0, 0, ui.Label { text = "0 rounds, 0" }
          return self.label
        end
        function Note:run()
          if not self.runs or self.timer then return end
          self.timer = ui.every(1, function()
            self.seconds, self.rounds = self.seconds + 1, self.rounds + 2
            self:show()
          end)
        end
        function Note:show() self.label.text = self.rounds .. " rounds, " .. self.seconds end
        """,
      encode: """
        for _, name in ipairs { "seconds", "rounds", "runs" } do coder:encode(name, self[name]) end
        """,
      decode: """
        self.seconds = coder:decode "seconds" or 0
          self.rounds = coder:decode "rounds" or 0
          self.runs = coder:decode "runs"
          self:show()
        """)
    let line = script.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("ui.every") }
    let report = try ExplorationCase.explore(script, steps: 100)
    #expect(report.discoveries.map(\.place?.line) == [line.map { $0 + 1 }], "\(report.tests)")
    #expect(report.discoveries.first?.remedy?.contains("timer") == true && report.discoveries.first?.test != nil)
    let fixed = try ExplorationCase.explore(
      script.replacing(
        "  self:show()\nend\nfunction Note:view", with: "  self:show()\n  self:run()\nend\nfunction Note:view"),
      steps: 100)
    #expect(fixed.discoveries.isEmpty, "\(fixed.tests)")
  }

  @Test("a lost line that is part of another line has a test")
  func partOfOtherLine() throws {
    let script = ExplorationCase.note(
      view: """
        self:canvas(), ui.Label { text = "# or *" },
            ui.Button { title = 'Brush', action = function() self.brush = '#' end },
            ui.Button { title = 'Paint', action = function() self.label.text = self.brush end }
        """,
      body: """
        function Note:init() self.brush = "*" end
        function Note:canvas() self.label = ui.Label { text = "" } return self.label end
        """, encode: "coder:encode('text', self.label.text)",
      decode: "self.label.text = coder:decodeString 'text' or ''")
    let report = try ExplorationCase.explore(script, steps: 100)
    #expect(report.hasLosses && report.discoveries.allSatisfy { $0.test != nil }, "\(report.tests)")
  }

  @Test("an edited cell is part of its list")
  func editedCell() throws {
    let script = ExplorationCase.note(
      view: """
        self:goods(),
            ui.Button { title = 'More', action = function() self.counts[1] = self.counts[1] + 1 self.table:reloadData() end }
        """,
      body: """
        function Note:init() self.counts = { 1, 2 } end
        function Note:goods()
          self.table = ui.TableView {
            restorationIdentifier = "goods", columns = { { title = "Good" }, { title = "Count" } }, dataSource = self,
          }
          return self.table
        end
        function Note:numberOfRowsInSection() return #self.counts end
        function Note:cellForRow(_, _, row) return { "Apples " .. row, tostring(self.counts[row]) } end
        function Note:modelIdentifierForElement(_, _, row) return "row" .. row end
        function Note:indexPathForElement(_, name) return 1, tonumber(name:match "%d") end
        function Note:canEditCell(_, _, _, column) return column == 2 end
        function Note:commitEdit(_, _, row, _, text) self.counts[row] = tonumber(text) or error "a number" end
        """, encode: "coder:encode('counts', { 1, 2 })",
      decode: "self.counts = coder:decode 'counts' self.table:reloadData()")
    for seed in 1...3 as ClosedRange<UInt64> {
      let report = try ExplorationCase.explore(script, steps: 200, seed: seed)
      #expect(
        !report.discoveries.contains { $0.className == "TextField" && $0.property == "screen" }, "\(report.tests)")
    }
  }

  @Test("a view that moves others is named in their place")
  func movedViews() throws {
    let script = ExplorationCase.note(
      view: """
        self:hint(),
            ui.ProgressView { progress = 0.5 },
            ui.Button { title = 'Dismiss', action = function() self.label.isHidden = true end }
        """,
      body: "function Note:hint() self.label = ui.Label { text = 'Fill in all' } return self.label end")
    let report = try ExplorationCase.explore(script)
    let line = script.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("Fill in all") }
    #expect(report.discoveries.map(\.place?.line) == [line.map { $0 + 1 }], "\(report.tests)")
  }

  @Test("losses of one screen that do not depend on each other are found one by one")
  func independentLosses() throws {
    let script = ExplorationCase.note(
      view: """
        ui.TextField {},
        ui.Switch {},
        self:counter("kg"),
        """,
      body: """
        function Note:counter(unit)
          local number = 0
          local label = ui.Label { text = "0 " .. unit }
          return ui.HStack { label, ui.Button { title = "Add " .. unit, action = function()
            number = number + 1
            label.text = number .. " " .. unit
          end } }
        end
        """)
    let report = try ExplorationCase.explore(script, steps: 200)
    let found = Set(report.discoveries.map { "\($0.className) \($0.property ?? "")" })
    #expect(found == ["TextField text", "Switch isOn", "Label screen"], "\(report.tests)")
    #expect(
      report.discoveries.allSatisfy { $0.items.count <= 3 && $0.test != nil && $0.remedy != nil }, "\(report.tests)")
    #expect(try ExplorationCase.run(report.tests, beside: script) == (0, report.count), "\(report.tests)")
  }

  @Test("losses of one value by a kill and by the background are two")
  func background() throws {
    let script = ExplorationCase.note(
      view: "self:show(), ui.Button { title = 'Add', action = function() self:add() end }",
      body: """
        function Note:show() self.label = ui.Label { text = "count 0" } return self.label end
        function Note:add() self.label.text = "count 1" end
        """, app: "function app:didEnterBackground() self.window.rootViewController.label.text = 'background' end")
    let report = try ExplorationCase.explore(script, steps: 60)
    let events = Set(report.discoveries.map { "\($0.event.map { $0.restarts ? "restart" : $0.rawValue } ?? "")" })
    #expect(events == ["restart", "background"], "\(report.tests)")
  }

  @Test("a controller with the identifier \"app\" is not the application")
  func controllerNamedApp() throws {
    let script = ExplorationCase.note(
      view: """
        ui.Button { title = 'More', action = function() self.count = (self.count or 0) + 1 end },
            ui.Button { title = 'Larger', action = function() settings.size = settings.size + 1 end }
        """,
      encode: "coder:encode('count', self.count or 0)", decode: "self.count = coder:decode 'cuont'",
      app: """
        settings = { size = 0 }
        function settings:encodeRestorableState(coder) coder:encode("size", self.size) end
        function settings:decodeRestorableState(coder) coder:decode "size" end
        app:registerObjectForStateRestoration(settings, "settings")
        """
    ).replacing("\"note\"", with: "\"app\"")
    let report = try ExplorationCase.explore(script, steps: 80)
    #expect(Set(report.discoveries.map(\.path)) == ["app", "settings"], "\(report.tests)")
  }

  @Test("a printed test does not name a view by the identifier that it lacks")
  func unnamed() throws {
    let script = ExplorationCase.note(view: "ui.Switch { accessibilityLabel = 'Loud' }")
    let report = try ExplorationCase.explore(script, steps: 40)
    let test = try #require(report.discoveries.first?.test)
    #expect(!test.contains("app:find"), "\(test)")
    let fixed = script.replacing("'Loud'", with: "'Loud', restorationIdentifier = 'loud'")
    #expect(try ExplorationCase.run(report.tests, beside: script).failed > 0)
    let result = try ExplorationCase.run(report.tests, beside: fixed)
    #expect(result.failed == 0 && result.passed > 0, "\(report.tests)")
  }

  @Test(
    "a view that handles its own keys gets those that the scripts name, a letter and a digit",
    arguments: [
      ("key ~= \"w\"", "w"), ("#key ~= 1 or not key:match '%l'", "a"), ("not tonumber(key)", "1"),
    ])
  func ownKeys(_ condition: String, _ key: String) throws {
    let script = """
      local ui = require "luahost"
      local Pad = ui.View:subclass "Pad"
      function Pad:init() self.canBecomeFirstResponder = true end
      function Pad:draw(canvas) canvas:put(1, 1, pressed or "nothing") end
      function Pad:keyPressed(key)
        if \(condition) then return false end
        pressed = "up"
        self:setNeedsDisplay()
        return true
      end
      """ + ExplorationCase.note(view: "Pad { height = 3 }").replacing("local ui = require \"luahost\"", with: "")
    let report = try ExplorationCase.explore(script, steps: 60)
    #expect(report.discoveries.contains { $0.items.contains(.step(.key(key))) }, "\(report.tests)")
  }

  @Test(
    "texts that begin as the scripts distinguish them are typed",
    arguments: [
      "text:sub(1, 1) == '='", "text:match '^=%w'", "string.find(text, '^%=.')", "not (text:sub(1, 1) ~= '=')",
    ])
  func beginningsOfTexts(condition: String) throws {
    let script = ExplorationCase.note(
      view: """
        result, ui.TextField { width = 20, restorationIdentifier = 'field', onChange = function(field)
          local text = field.text
          if (\(condition)) then result.text = "a formula" end
        end }
        """
    ).replacing(
      "function Note:loadView()", with: "local result = ui.Label { text = 'a text' }\nfunction Note:loadView()")
    let report = try ExplorationCase.explore(script, steps: 60)
    #expect(report.discoveries.contains { $0.items.contains(.step(.type("=7"))) }, "\(report.tests)")
  }

  @Test("a view that handles its own keys gets those that are fields of a table", arguments: ["x", "right"])
  func keysOfTable(key: String) throws {
    let script = """
      local ui = require "luahost"
      local Pad = ui.View:subclass "Pad"
      function Pad:init() self.count, self.canBecomeFirstResponder = 0, true end
      function Pad:draw(canvas) canvas:put(0, 0, ("#"):rep(self.count)) end
      local keys = { \(key) = function(self) self.count = self.count + 1 end }
      function Pad:keyPressed(key)
        if not keys[key] then return false end
        keys[key](self)
        self:setNeedsDisplay()
        return true
      end
      """ + ExplorationCase.note(view: "Pad { height = 3 }").replacing("local ui = require \"luahost\"", with: "")
    let report = try ExplorationCase.explore(script, steps: 60)
    #expect(report.discoveries.contains { $0.items.contains(.step(.key(key))) }, "\(report.tests)")
  }

  @Test("a view that handles pasted text gets some")
  func pastes() throws {
    let script = """
      local ui = require "luahost"
      local Pad = ui.View:subclass "Pad"
      function Pad:init() self.canBecomeFirstResponder = true end
      function Pad:draw(canvas) canvas:put(1, 1, content or "nothing") end
      function Pad:pasted(text)
        content = "pasted " .. #text
        self:setNeedsDisplay()
        return true
      end
      """ + ExplorationCase.note(view: "Pad { height = 3 }").replacing("local ui = require \"luahost\"", with: "")
    let report = try ExplorationCase.explore(script, steps: 60)
    let found = try #require(report.discoveries.first)
    #expect(found.before.contains("pasted"), "\(report.tests)")
    #expect(found.test?.contains("app:paste ") == true, "\(report.tests)")
  }

  @Test("a restoration that is extended and never completed is found once, with the line that extends it")
  func unfinishedRestoration() throws {
    let script = ExplorationCase.note(
      view: "ui.Switch { restorationIdentifier = 'switch' }",
      app: "function app:didDecodeRestorableState() self:extendStateRestoration() end")
    let report = try ExplorationCase.explore(script, steps: 60)
    #expect(report.discoveries.map(\.code) == ["callback-failed"], "\(report.tests)")
    let line = script.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0.contains("extend") }
    #expect(report.discoveries.first?.place?.line == line.map { $0 + 1 })
  }

  @Test("the keys of a view are tried there, although they were tried in a field beside it")
  func keysBesideField() throws {
    let script = """
      local ui = require "luahost"
      local Pad = ui.View:subclass "Pad"
      function Pad:init() self.x, self.canBecomeFirstResponder = 0, true end
      function Pad:draw(canvas) canvas:put(self.x, 0, "+") end
      local moves = { ["up"] = -1, ["down"] = 1 }
      function Pad:keyPressed(key)
        if not moves[key] then return false end
        self.x = math.max(0, self.x + moves[key])
        self:setNeedsDisplay()
        return true
      end
      """
      + ExplorationCase.note(
        view: "Pad { height = 3, restorationIdentifier = 'pad' }, ui.TextField { restorationIdentifier = 'text' }"
      ).replacing("local ui = require \"luahost\"", with: "")
    for seed in 1...6 as ClosedRange<UInt64> {
      let report = try ExplorationCase.explore(script, steps: 300, seed: seed)
      #expect(report.discoveries.contains { $0.items.contains(.step(.key("down"))) }, "\(seed): \(report.tests)")
    }
  }

  @Test("a loss that does not show at once is found, with its line", arguments: ExplorationCase.hidden.map(\.name))
  func finds(hiddenIn name: String) throws {
    let example = try #require(ExplorationCase.hidden.first { $0.name == name })
    let report = try ExplorationCase.explore(example.script, steps: 40)
    let found = report.discoveries.filter { $0.kind != .field }
    #expect(found.map(\.code) == [example.code] && found.first?.place != nil, "\(report.tests)")
    #expect(found.first?.test != nil)
  }

  @Test("a field that differs is reported without counting as a loss")
  func field() throws {
    let script = ExplorationCase.note(
      view: "ui.Button { title = 'Fast', action = function() self.mode = 'fast' end }")
    let report = try ExplorationCase.explore(script)
    #expect(report.count == 1 && !report.hasLosses)
    let found = try #require(report.discoveries.first)
    #expect(found.code == "field-differs" && found.property == "mode" && found.before == "\"fast\"")
    #expect(found.place?.line == 4)
  }

  @Test("a field with the time of the launch is not reported")
  func fieldWithTime() throws {
    let script = ExplorationCase.note(
      view: "self:field(), ui.Switch { restorationIdentifier = 'switch' }",
      body: """
        function Note:field()
          self.at = os.time()
          ui.every(1, function() end)
          return ui.TextField { restorationIdentifier = "text" }
        end
        """)
    let report = try ExplorationCase.explore(script, steps: 60)
    #expect(report.discoveries.isEmpty, "\(report.tests)")
  }

  @Test("what another day or time zone loses is found by the first steps", arguments: [nil, 1])
  func otherWorlds(depth: Int?) throws {
    for (condition, event) in [
      ("os.time() - coder:decode 'at' < 12 * 3600", NeutralEvent.clock),
      ("coder:decode 'at' and os.date('%H', 0) == '00'", .timeZone),
    ] {
      let script = ExplorationCase.note(
        view: "self:field()",
        body: """
          function Note:field() self.text = ui.TextField { restorationIdentifier = "text" } return self.text end
          """,
        encode: "coder:encode('at', os.time()) coder:encode('text', self.text.text)",
        decode: "local text = coder:decode 'text' self.text.text = \(condition) and text or ''")
      let report = try ExplorationCase.explore(script, steps: 200, depth: depth)
      #expect(report.discoveries.first?.event == event, "\(report.tests)")
    }
  }

  @Test("a loss that another view of the screen shows is not hidden by a lost key")
  func lossBesideKey() throws {
    let script = ExplorationCase.note(
      view: """
        self:labels(), ui.Button { title = 'First', action = function() self.a = self.a + 1 self:show() end },
        ui.Button { title = 'Second', action = function() self.b = self.b + 1 self:show() end }
        """,
      body: """
        Note.a, Note.b = 0, 0
        function Note:labels()
          self.first = ui.Label {}
          self.second = ui.Label {}
          self:show()
          return ui.VStack { self.first, self.second }
        end
        function Note:show() self.first.text, self.second.text = "a " .. self.a, "b " .. self.b end
        """, encode: "coder:encode('b', self.b)", decode: "self.b = coder:decode 'bb' or 0 self:show()")
    let report = try ExplorationCase.explore(script, steps: 60)
    #expect(report.discoveries.contains { $0.property == "screen" && $0.before.contains("a 1") }, "\(report.tests)")
    #expect(report.discoveries.contains { $0.message.contains("b") && $0.code == "not-decoded" }, "\(report.tests)")
  }

  @Test(
    "a field that differs has the line of its last assignment",
    arguments: [
      ("self.mode = 'fast'", "mode = 'slow'", 5), ("self['mode'] = 'fast'", "", 5),
      ("self.size, self.mode = 1, 'fast'", "", 5), ("local name = 'mode' self[name] = 'fast'", "", 5),
      ("local slow = 'slow'", "mode = 'slow'", 14),
    ])
  func assignment(action: String, constructor: String, line: Int) throws {
    let script = """
      local ui = require "luahost"
      local Note = ui.ViewController:subclass "NoteScreen"
      local function set(object, name, value) rawset(object, name, value) end
      function Note:init() end
      function Note:go() \(action) end
      function Note:loadView() self.view = ui.Button { title = "Go", action = function() self:go() end } end
      function Note:viewControllerWithRestorationIdentifierPath() return Note() end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window() end
      function app:didFinishLaunching()
        self.window.rootViewController = self.window.rootViewController
          or Note { restorationIdentifier = "note", restorationClass = Note, \(constructor) }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    let found = try ExplorationCase.explore(script).discoveries
    #expect(!found.isEmpty && found.allSatisfy { $0.code == "field-differs" && $0.place != nil })
    #expect(found.first { $0.property?.hasPrefix("mode") == true }?.place?.line == line, "\(found)")
  }

  @Test(
    "a title that a bar does not show again is named where it is decoded",
    arguments: ["self:show()", "self.shown = true"])
  func title(decode: String) throws {
    let report = try ExplorationCase.explore(
      """
      local ui = require "luahost"
      local Note = ui.ViewController:subclass "NoteScreen"
      local item = { title = "" }
      function Note:loadView() self.view = ui.Button { title = "Name", action = function() self.name = "Oak" self:show() end } end
      function Note:show() self.title = self.name or "Note" end
      function Note:viewDidLoad() self:show() item.title = "none" end
      function Note:encodeRestorableState(coder) coder:encode("name", self.name) end
      function Note:decodeRestorableState(coder)
        \(decode)
        self.name = coder:decode "name"
      end
      function Note:viewControllerWithRestorationIdentifierPath() return Note() end
      local app = ui.Application { identifier = "org.example.explored" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        self.window = ui.Window {
          rootViewController = ui.NavigationController {
            restorationIdentifier = "nav",
            viewControllers = { Note { restorationIdentifier = "note", restorationClass = Note } },
          },
        }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """)
    let found = try #require(report.discoveries.first)
    #expect(found.code == "value-lost" && found.property == "screen" && found.place?.line == 8, "\(report.tests)")
  }

  @Test("a table that nothing restores is named, and not a key that is restored and that later steps make of it")
  func tableBehindKey() throws {
    let script = ExplorationCase.note(
      view: """
        self:list(),
            ui.Button { title = 'Do', action = function() self.done[#self.done + 1] = #self.done + 1 self:show() end },
            ui.Button { title = 'Undo', action = function() self:move(self.done, self.undone) end },
            ui.Button { title = 'Redo', action = function() self:move(self.undone, self.done) end }
        """,
      body: """
        function Note:init()
          self.done = {}
          self.undone = {}
        end
        function Note:list() self.label = ui.Label {} self:show() return self.label end
        function Note:show() self.label.text = "Done: " .. table.concat(self.done, " ") end
        function Note:move(from, to)
          to[#to + 1] = table.remove(from)
          self:show()
        end
        """, encode: "coder:encode('done', self.done)",
      decode: "self.done = coder:decodeTable 'done' or {} self:show()")
    let report = try ExplorationCase.explore(script, steps: 200)
    let lines = script.split(separator: "\n", omittingEmptySubsequences: false)
    let line = lines.firstIndex { $0.contains("coder:encode('done'") }
    let found = report.discoveries.filter { $0.kind == .loss }
    #expect(found.map(\.place?.line) == [line.map { $0 + 1 }], "\(report.tests)")
    #expect(found.first?.remedy?.contains("undone") == true, "\(report.tests)")
  }

  @Test(
    "a step waits for the computation of a worker, but not for a worker that waits for messages",
    arguments: [
      "local n = 0 for i = 1, 30000000 do n = n + 1 end return 'done'",
      "worker.send 'done' worker.receive()",
    ])
  func worker(body: String) throws {
    let script = ExplorationCase.note(
      view: """
        self:show(), ui.Button { title = 'Go', action = function()
          local function show(text) self.label.text = text end
          local started = ui.Worker(function() \(body) end)
          started.onMessage = function(_, text) show(text) end
          self:task(function() show(started:wait()) end)
        end }
        """,
      body: "function Note:show() self.label = ui.Label { text = 'none' } return self.label end")
    try ExplorationCase.withFile(script) { file in
      let run = ExploredRun(ExploredRun.Settings(ScriptHost.Configuration(script: file.path), isAllowed: false))
      try run.launch()
      #expect(run.perform(.tap("Go")))
      let moment = try run.moment()
      #expect(!moment.isBusy && moment.screen.text.contains("done"), "\(moment.screen.text)")
    }
  }

  @Test("what a search has tried is the same in another process")
  func memory() throws {
    let offer = ScreenSteps.Offer(step: .tap("Größe \"1\""), kind: .element, action: "Größe (Page)")
    var memory = SearchMemory()
    for _ in 0..<3 { memory.note(offer, on: "tabs page") }
    memory.note(.kill, in: [0, 7, 1 << 63, .max])
    memory.note(.kill, in: [7])
    memory.note(.theme, in: [7])
    let read = try JSONDecoder().decode(SearchMemory.self, from: JSONEncoder().encode(memory))
    #expect(read.tries(of: offer.step, on: "tabs page") == 3 && read.tries(of: offer.step, on: "tabs") == 0)
    #expect(!read.isNewAction(offer))
    #expect(read.count(of: [0, 1 << 63, .max, 1], interruptedBy: .kill, lessThan: 1) == 1)
    #expect(read.count(of: [0, 7], interruptedBy: .kill, lessThan: 2) == 1)
    #expect(read.count(of: [0, 7], interruptedBy: .theme, lessThan: 1) == 1)
    #expect(read.count(of: [7], interruptedBy: .resize, lessThan: 1) == 1)
  }

  @Test("the same seed finds the same, and the report is complete")
  func same() throws {
    let example = ExplorationCase.all[0]
    let first = try ExplorationCase.explore(example.script, seed: 7)
    let second = try ExplorationCase.explore(example.script, seed: 7)
    func text(_ report: Exploration.Report) -> [String] {
      report.discoveries.map { $0.items.map { "\($0)" }.joined() + $0.message }
        + report.coverageLines.map {
          $0.replacing(/explored-[^\/]*/, with: "")
        }
    }
    #expect(text(first) == text(second))
    #expect(first.steps == 40)
    #expect(first.coverageLines.first == "reached 1 of 1 screens, 0 of 0 actions, 8 of 8 callbacks")
  }

  @Test("a loss has the fewest steps, the doctor's code and line, and a test that can be pasted")
  func explained() throws {
    let example = try #require(ExplorationCase.all.first { $0.name == "a counter that is encoded and not decoded" })
    let report = try ExplorationCase.explore(example.script)
    let found = try #require(report.discoveries.first)
    #expect(found.items == [.step(.tap("Add")), .event(.kill)])
    #expect(found.code == "not-decoded")
    guard case .list(let list) = report.table, case .map(let entries)? = list.first else {
      Issue.record("no list of tables")
      return
    }
    let keys = Set(entries.map { "\($0.key)".filter { $0 != "\"" } })
    #expect(
      keys.isSuperset(of: [
        "steps", "event", "path", "class", "before", "after", "file", "line", "code", "remedy", "test",
      ]))
    let test = entries.first { $0.key == .string("test") }?.value
    #expect(test == found.test.map { .string("local test = require \"luahost.test\"\n\n" + $0) })
    #expect(found.test?.contains("test.case(") == true && found.test?.contains("t:launch \"app.lua\"") == true)
  }

  @Test("all lists of two steps find what two steps lose")
  func depth() throws {
    let script = ExplorationCase.note(
      view: """
        ui.Button { title = 'One', action = function() self.one = true end },
        ui.Button { title = 'Two', action = function() if self.one then self.label.text = 'both' end end }, self:show()
        """,
      body: "function Note:show() self.label = ui.Label { text = 'none' } return self.label end",
      encode: "coder:encode('One', self.one)", decode: "self.one = coder:decode 'One'")
    for depth in [-1, 1] { #expect(try ExplorationCase.explore(script, depth: depth).discoveries.isEmpty) }
    let report = try ExplorationCase.explore(script, depth: 2)
    #expect(report.discoveries.map(\.items) == [[.step(.tap("One")), .step(.tap("Two")), .event(.kill)]])
  }

  @Test("an exhaustive exploration finds a timer that is not started again")
  func lostTimer() throws {
    let script = ExplorationCase.note(
      view: "self:label(), ui.Button { title = 'Start', action = function() self:start() end }",
      body: """
        Note.seconds = 0
        function Note:label() self.text = ui.Label { text = "0 s" } return self.text end
        function Note:start()
          self.timer = self.timer or ui.every(1, function()
            self.seconds = self.seconds + 1
            self.text.text = self.seconds .. " s"
          end)
        end
        """, encode: "coder:encode('seconds', self.seconds)",
      decode: "self.seconds = coder:decode 'seconds' self.text.text = self.seconds .. ' s'")
    let report = try ExplorationCase.explore(script, depth: 1)
    #expect(report.hasLosses && report.discoveries.count == 1, "\(report.tests)")
    #expect(report.tests.contains("app:advance(1)"), "\(report.tests)")
  }

  @Test("all lists of two steps find what a field that is not saved hides from one step")
  func hiddenDepth() throws {
    let script = ExplorationCase.note(
      view: """
        ui.Button { title = 'One', action = function() self.one = true end },
        ui.Button { title = 'Two', action = function() if self.one then self.label.text = 'both' end end }, self:show()
        """,
      body: "function Note:show() self.label = ui.Label { text = 'none' } return self.label end")
    let report = try ExplorationCase.explore(script, depth: 1)
    #expect(report.discoveries.map(\.property) == ["one"] && !report.hasLosses, "\(report.tests)")
    let deeper = try ExplorationCase.explore(script, depth: 2)
    #expect(
      deeper.discoveries.first?.items == [.step(.tap("One")), .step(.tap("Two")), .event(.kill)], "\(deeper.tests)")
  }

  @Test("a hang is the same whichever time limit it exceeds")
  func hang() throws {
    let script = ExplorationCase.note(view: "ui.Button { title = 'Hang', action = function() while true do end end }")
    let report = try ExplorationCase.explore(script)
    let found = try #require(report.discoveries.first)
    #expect(found.code == "hang" && found.after == "Button \"Hang\": time limit exceeded: Button action was stopped")
  }

  @Test("several errors of one line are reported, each once")
  func errorsOfLine() throws {
    let script = ExplorationCase.note(
      view: """
        ui.Button { title = 'A', action = function() error('number ' .. math.random()) end }, \
        ui.Button { title = 'B', action = function() local x x.y = 1 end }, \
        ui.Button { title = 'C', action = function() local x x() end }, \
        ui.Button { title = 'D', action = function() while true do end end }
        """)
    let found = try ExplorationCase.explore(script).discoveries
    #expect(found.map(\.code).sorted() == ["error", "error", "error", "hang"], "\(found.map(\.after))")
    #expect(Set(found.map(\.place?.line)).count == 1)
  }

  @Test("a printed test expects nothing of what the app forgets, or of an operation that was refused")
  func expectsComparedTexts() throws {
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        function Note:make()
          self.status = ui.Label { restorationIdentifier = "status", "nothing" }
          self.answer = ui.Label { "no answer" }
          self.option = ui.Switch {}
          return ui.VStack { self.status, self.answer, self.option, ui.Button { title = "Start", action = function()
            self.option.isOn = not self.option.isOn
            self.status.text = "started"
            local _, message = pcall(os.execute, "true")
            self.answer.text = tostring(message):match "os.execute.*" or "answered"
          end } }
        end
        """, encode: "coder:encode('answer', self.answer.text)", decode: "self.answer.text = coder:decode 'answer'",
      app: "app.forgets = { 'status' }")
    let report = try ExplorationCase.explore(script)
    #expect(report.count == 1 && report.discoveries[0].className == "Switch", "\(report.tests)")
    #expect(!report.tests.contains("started") && !report.tests.contains("os.execute"), "\(report.tests)")
    #expect(try ExplorationCase.run(report.tests, beside: script) == (0, 1))
    let fixed = script.replacing("ui.Switch {}", with: "ui.Switch { restorationIdentifier = 'option' }")
    #expect(try ExplorationCase.run(report.tests, beside: fixed) == (1, 0))
  }

  @Test("an identifier with an address, which differs in each run, is named by its line")
  func addresses() throws {
    let report = try ExplorationCase.explore(EverywhereCase.screensWithAddresses)
    #expect(report.discoveries.map(\.code) == ["unstable-identifier"], "\(report.tests)")
    #expect(report.discoveries.first?.place?.line == 7)
  }

  @Test("an error of a value that is nil, as its key is lost, is one finding with the key")
  func errorOfLostKey() throws {
    let report = try ExplorationCase.explore(
      """
      local ui = require "luahost"
      local Game = ui.ViewController:subclass "Game"
      function Game:init() self.moves = 0 end
      function Game:loadView()
        self.label = ui.Label()
        self.view = ui.VStack { self.label, ui.Button { title = "Move", action = function() self.moves = self.moves + 1 self:show() end } }
      end
      function Game:show() self.label.text = ("%d moves"):format(self.moves) end
      function Game:viewWillAppear() self:show() end
      function Game:encodeRestorableState(coder) coder:encode("move", self.moves) end
      function Game:decodeRestorableState(coder) self.moves = coder:decodeInteger "moves" end
      local app = ui.Application { identifier = "org.example.errorkey", version = "1" }
      function app:willFinishLaunching() self.window = ui.Window { rootViewController = Game { restorationIdentifier = "game" } } end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """)
    #expect(report.discoveries.map(\.code) == ["not-decoded"], "\(report.tests)")
  }

  @Test("a key that is decoded and dropped is named at the call that decodes it")
  func droppedKey() throws {
    let report = try ExplorationCase.explore(
      ExplorationCase.note(
        view: "self:counter()",
        body: """
          function Note:counter()
            self.count = 0
            self.label = ui.Label { text = "0" }
            return ui.VStack { self.label, ui.Button { title = "Add", action = function() self:add() end } }
          end
          function Note:add()
            self.count = self.count + 1
            self.label.text = tostring(self.count)
          end
          """, encode: "coder:encode('count', self.count)", decode: "self.number = coder:decodeInteger 'count'"))
    let line = report.discoveries.first?.place?.line ?? 0
    #expect(report.discoveries.count == 1 && line > 15, "\(report.tests) \(line)")
  }

  @Test("the first line of a pager is its current line, whether or not a script or user has chosen it")
  func firstLine() throws {
    let report = try ExplorationCase.explore(
      """
      local ui = require "luahost"
      local Log = ui.ViewController:subclass "Log"
      function Log:loadView()
        self.short = ui.Switch { restorationIdentifier = "short", onChange = function() self:show() end }
        self.text = ui.TextView { restorationIdentifier = "log", isEditable = false, showsLineCursor = true }
        self.view = ui.VStack { self.short, self.text }
      end
      function Log:viewDidLoad() self:show() end
      function Log:viewWillAppear() self:show() end
      function Log:show() self.text.text = self.short.isOn and "two" or "one\\ntwo\\nthree" end
      local app = ui.Application { identifier = "org.example.currentline", version = "1" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching() self.window = ui.Window { rootViewController = Log { restorationIdentifier = "log" } } end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """)
    #expect(report.discoveries.isEmpty, "\(report.tests)")
  }

  @Test("tabs whose classes one function defines with a misspelt method are one finding")
  func misspeltInFunction() throws {
    let report = try ExplorationCase.explore(
      """
      local ui = require "luahost"
      local function define(name)
        local Class = ui.ViewController:subclass(name)
        function Class:init() self.count = 0 end
        function Class:loadView()
          self.label = ui.Label()
          self.view = ui.VStack { self.label, ui.Button { title = "Add", action = function() self.count = self.count + 1 self:show() end } }
        end
        function Class:show() self.label.text = name .. self.count end
        function Class:viewWillAppear() self:show() end
        function Class:encodeRestorableState(coder) coder:encode("count", self.count) end
        function Class:decodeRestorableState(coder) self.count = coder:decodeInteger "count" or 0 end
        function Class:viewControllerWithRestorationIdentifierPat(path) return Class() end
        return Class { restorationIdentifier = name, restorationClass = Class, title = name }
      end
      local app = ui.Application { identifier = "org.example.infactory", version = "1" }
      function app:willFinishLaunching()
        self.window = ui.Window { rootViewController = ui.TabBarController { restorationIdentifier = "tabs", define "One", define "Two" } }
      end
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """)
    #expect(report.discoveries.map(\.code) == ["no-class-method"], "\(report.tests)")
  }

  @Test("a title that only the first launch gives is named where the controller is created again")
  func title() throws {
    let report = try ExplorationCase.explore(
      """
      local ui = require "luahost"
      local Page = ui.ViewController:subclass "Page"
      function Page:loadView() self.view = ui.Label { text = "text" } end
      function Page:viewControllerWithRestorationIdentifierPath() return Page() end
      local app = ui.Application { identifier = "org.example.title", version = "1" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        self.window = ui.Window { rootViewController = ui.NavigationController { restorationIdentifier = "nav" } }
      end
      function app:didFinishLaunching()
        local nav = self.window.rootViewController
        if not nav.topViewController then nav:push(Page { restorationIdentifier = "page", restorationClass = Page, title = "Customers" }) end
        self.window:makeKeyAndVisible()
      end
      return app
      """)
    #expect(report.discoveries.map(\.place?.line) == [4], "\(report.tests)")
  }

  @Test("what was refused is no loss, also if it ends a task, and is named once")
  func refusal() throws {
    let script = ExplorationCase.note(
      view: """
        ui.Button { title = 'Run', action = function() ui.task(function() ui.run { 'true' } end) end },
        ui.Button { title = 'Write', action = function() io.open('/tmp/luahost-explored', 'w') end }
        """)
    let report = try ExplorationCase.explore(script)
    #expect(report.discoveries.isEmpty, "\(report.tests)")
    #expect(report.notTried == ["io.open of a file outside of the run for writing", "ui.run"])
    #expect(!FileManager.default.fileExists(atPath: "/tmp/luahost-explored"))
  }

  @Test("answers of commands, clocks and random numbers are the same for an app that is killed")
  func answers() throws {
    let script = ExplorationCase.note(
      view: "self:show(), ui.Button { title = 'Again', action = function() self:run() end }",
      body: """
        function Note:show() self.label = ui.Label { text = '-' } return self.label end
        function Note:run()
          self:task(function()
            local answer = ui.run { 'date', '+%N' }.output
            self.label.text = answer .. os.time() .. os.date() .. tostring(ui.Date()) .. math.random(1000)
          end)
        end
        """, encode: "coder:encode('Text', self.label.text)",
      decode: "self.label.text = coder:decode 'Text' or '-'")
    let report = try ExplorationCase.explore(script, steps: 30, isAllowed: true)
    #expect(report.discoveries.filter { $0.kind != .field }.isEmpty, "\(report.tests)")
    #expect(report.notTried == [])
  }

  @Test("a lost key does not hide what other views of its controller have lost")
  func lossesBesideKey() throws {
    let script = ExplorationCase.note(
      view: """
        self:labels(),
            ui.Button { title = 'Add', action = function() self.count = self.count + 1 self:show() end },
            ui.Button { title = 'Name', action = function() self.name.text = 'Ann' end }
        """,
      body: """
        Note.count = 0
        function Note:labels()
          self.number, self.name = ui.Label { text = "0" }, ui.Label { text = "nobody" }
          return ui.VStack { self.number, self.name }
        end
        function Note:show() self.number.text = tostring(self.count) end
        """, encode: "coder:encode('count', self.count)")
    try ExplorationCase.withFile(script) { file in
      let pair = try RunPair(
        ExploredRun.Settings(ScriptHost.Configuration(script: file.path), isAllowed: false), in: .same)
      #expect(pair.perform(.tap("Add")) && pair.perform(.tap("Name")) && pair.apply(.kill))
      let found = pair.differences()
      #expect(found.contains { $0.kind == .loss && $0.scriptKey == "count" }, "\(found)")
      #expect(found.contains { $0.kind == .possibleLoss && $0.before.contains("Ann") }, "\(found)")
    }
  }

  @Test("labels that only show a lost key do not use up the limit of possible losses")
  func limitOfPossibleLosses() throws {
    let script = ExplorationCase.note(
      view: """
        self:labels(),
            ui.Button { title = 'Add', action = function() self.count = self.count + 1 self:show() end },
            ui.Button { title = 'Name', action = function() self.name.text = 'Ann' end }
        """,
      body: """
        Note.count = 0
        function Note:labels()
          self.amount = ui.Label { text = "few", accessibilityIdentifier = "amount" }
          self.name = ui.Label { text = "nobody", accessibilityIdentifier = "name" }
          return ui.VStack { self.amount, self.name }
        end
        function Note:show() self.amount.text = self.count > 1 and "many" or "few" end
        """, encode: "coder:encode('count', self.count)")
    try ExplorationCase.withFile(script) { file in
      let configuration = ScriptHost.Configuration(script: file.path)
      let pair = try RunPair(ExploredRun.Settings(configuration, isAllowed: false), in: .same)
      #expect(pair.perform(.tap("Add")) && pair.perform(.tap("Add")) && pair.perform(.tap("Name")))
      #expect(pair.apply(.kill))
      let found = pair.differences()
      let possible = found.filter { $0.kind == .possibleLoss }.map(\.before)
      #expect(possible.count == 2 && possible.first?.contains("many") == true, "\(found)")
      let monitor = ExplorationMonitor({ _ in }, shouldStop: { false })
      var report = CauseReport(pair.settings, monitor, mostPossibleLosses: 1)
      let reported = report.causes(of: found)
      #expect(reported.contains { $0.before.contains("Ann") }, "\(reported)")
    }
  }

  @Test("no further steps and events are tried when the time after a stop is over")
  func stop() throws {
    let script = try #require(ExplorationCase.consequences.first { $0.name == "a field that only the next step shows" })
    try ExplorationCase.withFile(script.script) { file in
      let settings = ExploredRun.Settings(ScriptHost.Configuration(script: file.path), isAllowed: false)
      let pair = try RunPair(settings, in: .same)
      #expect(pair.perform(.tap("Open")) && pair.apply(.relaunch))
      let going = ExplorationMonitor({ _ in }, shouldStop: { false })
      let stopped = ExplorationMonitor(timeAfterStop: .zero, { _ in }, shouldStop: { true })
      let loss = try #require(pair.lossAfterStep(besides: [], going)?.loss)
      #expect(pair.lossAfterStep(besides: [], stopped) == nil)
      #expect(loss.byKill(after: loss.items, settings, going) != nil)
      #expect(loss.byKill(after: loss.items, settings, stopped) == nil)
    }
  }

  @Test(
    "an error of what a failed or stopped callback has left nil is not reported beside that callback",
    arguments: [
      ("ui.Label 'x' } self.label = ui.Label { text = ''", "error"),
      (
        """
        ui.Button { title = 'Go', action = function()
          self.label = nil
          ui.after(0, function() self.label.text = 'gone' end)
          while true do end
        end } } self.label = ui.Label { text = ''
        """, "hang"
      ),
    ])
  func consequencesOfErrors(view: String, code: String) throws {
    let script = ExplorationCase.note(
      view: view, encode: "coder:encode('a', 'x')", decode: "self.label.text = coder:decode 'a'")
    let found = try ExplorationCase.explore(script, steps: 60).discoveries
    #expect(found.count == 1 && found[0].kind == .error && (found[0].code == "hang") == (code == "hang"), "\(found)")
  }

  @Test(
    "a view that a script has changed is reported with its property, after one tap",
    arguments: [
      ("ui.Label { text = 'Hello' }", "text = 'Bye'", "text", "\"Bye\""),
      ("ui.TextField { restorationIdentifier = 'field' }", "isEnabled = false", "isEnabled", "false"),
      ("ui.TextField { restorationIdentifier = 'field' }", "isHidden = true", "isHidden", "true"),
    ])
  func shownProperty(view: String, change: String, property: String, before: String) throws {
    let script = ExplorationCase.note(
      view: "\(view), ui.Button { title = 'Go', action = function() self.view.subviews[1].\(change) end }")
    let found = try ExplorationCase.explore(script, steps: 60).discoveries
    #expect(found.map { $0.shown?.name } == [property] && found.map { $0.shown?.before } == [before], "\(found)")
    #expect(found.map { $0.items.count } == [2], "\(found)")
  }

  @Test("a drawn mark that has moved is named with its columns")
  func movedMark() throws {
    let script = ExplorationCase.note(
      view: """
        self:makePad(), ui.Button { title = "Right", action = function()
          self.pad.x = 3
          self.pad:setNeedsDisplay()
        end }
        """,
      body: """
        local Pad = ui.View:subclass "Pad"
        Pad.x = 0
        function Pad:draw(canvas) canvas:put(self.x, 0, "@") end
        function Note:makePad() self.pad = Pad { restorationIdentifier = "pad", height = 2 } return self.pad end
        """)
    let found = try ExplorationCase.explore(script, steps: 40).discoveries
    #expect(found.map(\.before) == ["\"@\" in row 1, column 4"], "\(found)")
    #expect(found.map(\.after) == ["\"@\" in column 1"], "\(found)")
  }

  @Test(
    "lost rows are found by one step, and not by what is selected of them",
    arguments: ExplorationCase.changedRows.map(\.name))
  func changedRows(_ name: String) throws {
    let script = try #require(ExplorationCase.changedRows.first { $0.name == name }?.script)
    let report = try ExplorationCase.explore(script, steps: 60)
    let isChoice = name.hasPrefix("items")
    #expect(report.discoveries.map(\.property) == [isChoice ? "items" : "screen"], "\(report.tests)")
    #expect(report.discoveries.map(\.items.count) == [2], "\(report.tests)")
  }

  @Test("what is lost only on a narrow screen is found")
  func narrowScreen() throws {
    let script = ExplorationCase.note(
      view: "ui.Button { title = 'Add', action = function(button) self:add(button) end }",
      body: """
        function Note:add(button)
          self.count = (self.count or 0) + 1
          button.title = "Add " .. self.count
        end
        """,
      encode: "coder:encode('count', self.count)",
      decode: """
        local count = coder:decode 'count'
        if coder.info.screenSize.width > 50 then self.count = count end
        self.view.subviews[1].title = self.count and "Add " .. self.count or "Add"
        """)
    #expect(try ExplorationCase.explore(script, depth: 2).hasLosses)
  }

  @Test("what an app forgets on purpose is not reported")
  func forgets() throws {
    let script = ExplorationCase.note(
      view: "ui.TextField { accessibilityIdentifier = 'query' }", app: "app.forgets = { 'query' }")
    #expect(try ExplorationCase.explore(script, steps: 60).discoveries.filter { $0.property == "text" }.isEmpty)
  }

  @Test("screens, actions and callbacks that were never reached are named")
  func coverage() throws {
    let script = ExplorationCase.note(
      view: "ui.Button { title = 'Go', isEnabled = false }",
      body: """
        local Other = ui.ViewController:subclass "Other"
        function Other:viewDidLoad() end
        """)
    let lines = try ExplorationCase.explore(script, steps: 20).coverageLines
    #expect(lines.contains { $0.hasPrefix("never reached: screen Other (") })
    #expect(lines.contains { $0.hasPrefix("never reached: callback Other:viewDidLoad (") })
  }

  @Test(
    "texts follow from words around a field and from examples",
    arguments: [
      ("Web link", "https://example.org/7"), ("E-Mail", "ann@example.org"), ("Date of birth", "2026-01-06"),
      ("Start time", "18:30"), ("Price", "0.5"), ("2030-12-31 18:00", "2030-12-31 18:00"), ("Update", nil),
    ] as [(String, String?)])
  func suggestedTexts(placeholder: String, text: String?) {
    let field = TextField()
    field.placeholder = placeholder
    #expect(TypedTexts.texts(for: field) == TypedTexts.general + [text].compactMap { $0 })
    field.text = "a"
    #expect(TypedTexts.texts(for: field) == TypedTexts.general)
  }

  @Test("an action that was never taken is preferred")
  func actions() throws {
    let buttons = (1...40).map { "ui.Button { title = 'B\($0)', action = function() end }" }
    let script = ExplorationCase.note(view: "ui.Grid { columns = 8, \(buttons.joined(separator: ", ")) }")
    let lines = try ExplorationCase.explore(script, steps: 140).coverageLines
    #expect(lines.first?.contains("40 of 40 actions") == true, "\(lines)")
  }

  @Test("a loss is found although a timer soon repairs it in other states")
  func timer() throws {
    let script = ExplorationCase.note(
      view: """
        self:label(), ui.Button { title = "Run", action = function() self:run() end },
            ui.Button { title = "More", action = function() self.left = self.left + 60 self:show() end }
        """,
      body: """
        function Note:init() self.left = 90 end
        function Note:label() self.l = ui.Label {} self:show() return self.l end
        function Note:show() self.l.text = "left " .. self.left end
        function Note:run()
          self.runs = true
          self.timer = self.timer or ui.every(1, function() self.left = self.left - 1 self:show() end)
        end
        """, encode: "coder:encode('left', self.left) coder:encode('runs', self.runs)",
      decode: "self.left = coder:decode 'left' if coder:decode 'runs' then self:run() end")
    let report = try ExplorationCase.explore(script, depth: 1)
    #expect(report.count == 1 && report.hasLosses, "\(report.tests)")
  }

  @Test("a list is reduced to the items that are needed")
  func reduction() {
    let items: [ExploredItem] = (1...30).map { .step(.advance($0)) }
    let needed: Set<ExploredItem> = [items[3], items[17], items[29]]
    var tries = 0
    let reduced = Reduction.reduce(items, trying: 500) {
      tries += 1
      return needed.isSubset(of: $0) ? $0 : nil
    }
    #expect(Set(reduced) == needed && reduced == items.filter(needed.contains) && tries < 200)
  }

  @Test("an earlier event of which only the time is needed becomes time", arguments: [1, 10])
  func eventAsTime(seconds: Int) {
    let tap = ExploredItem.step(.key("enter"))
    let reduced = Reduction.reduce(
      [.step(.pause), .event(.relaunch), tap, .event(.theme), .event(.kill), tap], trying: 500
    ) { items in
      let time = items.prefix { $0 != tap }.reduce(0) { time, item in
        switch item {
        case .step(.advance(let seconds)): time + seconds
        case .event: time + 10
        default: time
        }
      }
      let isFound = time >= seconds && items.suffix(2) == [.event(.kill), tap] && items.count { $0 == tap } == 2
      return isFound ? items : nil
    }
    #expect(reduced == [.step(.advance(seconds)), tap, .event(.kill), tap])
  }
}
