import Testing

@testable import Foresight

// Mistakes that several views, keys and errors show.
extension NamedCauseTests {
  @Test("explore reports a mistake once that shows in several places", arguments: Self.inSeveralPlaces)
  func inSeveralPlaces(_ example: Case) throws { try explored(example) }

  @Test("the doctor names the line that decodes a table without its metatable, once for all methods")
  func metatable() throws {
    let script = Self.metatable.script
    let findings = try DoctorCase("metatable", script).diagnosis().findings
    #expect(try findings.map(\.place?.line) == [ExplorationCase.markedLine(of: script)], "\(findings)")
    #expect(findings.first?.remedy.contains("setmetatable(…, Quiz)") == true, "\(findings)")
    let fixed = script.replacing("self.quiz = fields", with: "self.quiz = setmetatable(fields, Quiz)")
    #expect(try DoctorCase("metatable", fixed).diagnosis().findings.isEmpty)
  }

  @Test("explore names the line that sets a function if an error says that it is nil after a restart")
  func function() throws {
    let report = try ExplorationCase.explore(Self.function.script, steps: 100)
    let setter = try #require(Self.function.script.split(separator: "\n").firstIndex { $0.contains("onOpen =") }) + 1
    #expect(report.discoveries.first?.remedy?.contains("as line \(setter) does") == true, "\(report.tests)")
  }

  nonisolated private static let inSeveralPlaces: [Case] = [
    Case(
      name: "a lost table, of which the decoding sets a field that the user has typed",
      code: FindingCode.notEncoded.rawValue,
      script: main(
        """
        function Main:init() self.drafts, self.room = {}, "one" end
        function Main:loadView()
          self.field = ui.TextField { restorationIdentifier = "draft", onChange = function() self:typed() end }
          self.label = ui.Label {}
          self.view = ui.VStack { self.field, self.label }
        end
        function Main:typed()
          self.drafts[self.room] = self.field.text
          self:show()
        end
        function Main:show()
          local count = 0
          for _ in pairs(self.drafts) do count = count + 1 end
          self.label.text = count .. " drafts"
        end
        function Main:viewWillAppear() self:show() end
        function Main:open(room)
          self.room = room
          self.field.text = self.drafts[room] or ""
          self:show()
        end
        """, encode: "coder:encode('room', self.room)",
        decode: "self.drafts = coder:decodeTable 'drafts' or {} --!\n  self:open(coder:decodeString 'room' or 'one')")),
    Case(
      name: "an error of a local variable that is nil without a lost key", code: FindingCode.notEncoded.rawValue,
      script: main(
        """
        local rooms = { "general" }
        local function named(name) for _, room in ipairs(rooms) do if room == name then return { name = room } end end end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label,
            ui.Button { "New", action = function() table.insert(rooms, "room" .. #rooms) self:open(rooms[#rooms]) end } }
        end
        function Main:open(name)
          self:loadViewIfNeeded()
          self.name = name
          local room = named(name)
          self.label.text = room.name
        end
        """, encode: "coder:encode('name', self.name)",
        decode: "self:open(coder:decodeString 'name' or 'general')",
        methods: """
          function app:shouldRestoreApplicationState(coder)
            rooms = coder:decodeTable "rooms" or rooms --!
            return true
          end
          """)),
    metatable, function,
    Case(
      name: "a form that has no function for its result after a restart",
      script: main(
        """
        local Form = ui.ViewController:subclass "Form"
        function Form:viewControllerWithRestorationIdentifierPath() return Form() end
        function Form:loadView()
          self.view = ui.VStack { ui.Button { "Save", action = function()
            if self.onSave then self.onSave() end
            self:dismiss()
          end } }
        end
        function Main:init() self.saved = 0 end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Open", action = function() self:open() end } }
        end
        function Main:viewWillAppear() self:show() end
        function Main:show() self.label.text = self.saved .. " saved" end
        function Main:open()
          local form = Form { restorationIdentifier = "form", restorationClass = Form }
          form.onSave = function() self.saved = self.saved + 1 self:show() end --!
          self:present(form)
        end
        """, encode: "coder:encode('saved', self.saved)", decode: "self.saved = coder:decodeInteger 'saved'")),
    Case(
      name: "a function that only the first launch passes on",
      script: main(
        """
        local onTick, store = {}, { count = 0 }
        function store.subscribe(action) table.insert(onTick, action) end
        function store:encodeRestorableState(coder) coder:encode("count", self.count) end
        function store:decodeRestorableState(coder) self.count = coder:decodeInteger "count" end
        function Main:init() self.alarms = 0 end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Tick", action = function()
            store.count = store.count + 1
            for _, action in ipairs(onTick) do action() end
          end } }
        end
        function Main:viewWillAppear() self:show() end
        function Main:show() self.label.text = self.alarms .. " alarms" end
        function Main:arrived() self.alarms = self.alarms + 1 self:show() end
        """, encode: "coder:encode('alarms', self.alarms)", decode: "self.alarms = coder:decodeInteger 'alarms'",
        methods: """
          app:registerObjectForStateRestoration(store, "store")
          function app:didFinishLaunching()
            if store.count == 0 then
              local main = self.window.rootViewController
              store.subscribe(function() main:arrived() end) --!
            end
            self.window:makeKeyAndVisible()
          end
          """)),
    Case(
      name: "fields of an own view, which a label shows, too",
      script: main(
        ownView
          + """
          function Main:loadView()
            self.month = Month { restorationIdentifier = "month" } --!
            self.label = ui.Label {}
            self.view = ui.VStack { self.month, self.label, ui.Button { "Next", action = function()
              self.month.day = self.month.day + 1
              self.month:setNeedsDisplay()
              self:show()
            end } }
          end
          """)),
    Case(
      name: "a key that an own view encodes only under a condition, and that a label shows",
      script: main(
        ownView
          + """
          function Month:encodeRestorableState(coder)
            if self.savesDay then coder:encode("day", self.day) end --!
          end
          function Month:decodeRestorableState(coder) self.day = coder:decodeInteger "day" or 1 end
          function Main:loadView()
            self.month = Month { restorationIdentifier = "month" }
            self.label = ui.Label {}
            self.view = ui.VStack { self.month, self.label, ui.Button { "Next", action = function()
              self.month.day = self.month.day + 1
              self.month:setNeedsDisplay()
              self:show()
            end } }
          end
          """)),
    Case(
      name: "a list that only a label shows, and of which a further step makes a part of a key",
      script: main(
        """
        function Main:init() self.cards, self.trash = { "a", "b" }, {} end
        function Main:loadView()
          self.label = ui.Label {}
          self.status = ui.Label {}
          self.view = ui.VStack { self.label, self.status,
            ui.Button { "Delete", action = function() self:move(self.cards, self.trash) end },
            ui.Button { "Restore", action = function() self:move(self.trash, self.cards) end } }
        end
        function Main:move(from, to)
          local card = table.remove(from)
          if card then table.insert(to, card) end
          self:show()
        end
        function Main:viewWillAppear() self:show() end
        function Main:show()
          self.label.text = table.concat(self.cards, ", ")
          self.status.text = #self.trash .. " in the trash"
        end
        """, encode: "coder:encode('cards', self.cards) --!", decode: "self.cards = coder:decodeTable 'cards'")),
    Case(
      name: "keys that are decoded into another object",
      script: main(
        """
        local Sheet = {}
        Sheet.__index = Sheet
        function Sheet.new() return setmetatable({ cells = {}, rows = 1 }, Sheet) end
        function Sheet:count() return #self.cells * self.rows end
        function Main:init() self.sheet = Sheet.new() end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label,
            ui.Button { "Cell", action = function() table.insert(self.sheet.cells, "x") self:show() end },
            ui.Button { "Row", action = function() self.sheet.rows = self.sheet.rows + 1 self:show() end } }
        end
        function Main:viewWillAppear() self:show() end
        function Main:show() self.label.text = #self.sheet.cells .. " of " .. self.sheet.rows end
        """,
        encode: "coder:encode('cells', self.sheet.cells)\n  coder:encode('rows', self.sheet.rows)",
        decode: """
          local sheet = Sheet.new() --!
            sheet.cells = coder:decodeTable "cells"
            sheet.rows = coder:decodeInteger "rows"
            sheet:count()
          """)),
    Case(
      name: "an error of the decoding, and one of what it has not restored", code: FindingCode.callbackFailed.rawValue,
      script: main(
        """
        function Main:init() self.cells = {} end
        function Main:loadView()
          self.label = ui.Label {}
          self.view = ui.VStack { self.label, ui.Button { "Put", action = function() self.cells[1] = "7" self:show() end } }
        end
        function Main:total() self.sum = 0 for _, text in pairs(self.cells) do self.sum = self.sum + #text:sub(1, 1) end end
        function Main:viewWillAppear() self:show() end
        function Main:show()
          for _, text in pairs(self.cells) do self.label.text = text:sub(1, 1) end
        end
        """, encode: "coder:encode('cells', self.cells[1] and { tonumber(self.cells[1]) } or {}) --!",
        decode: "self.cells = coder:decodeTable 'cells'\n  self:total()")),
    Case(
      name: "children of a container that does not show them after a restart",
      script: main(
        """
        local Child = ui.ViewController:subclass "Child"
        function Child:viewControllerWithRestorationIdentifierPath(path)
          return Child { restorationIdentifier = path[#path], restorationClass = Child }
        end
        function Child:loadView() self.view = ui.Label { "child" } end
        function Main:loadView() self.view = ui.VStack { ui.Button { "Add", action = function() self:add() end } } end
        function Main:place(child) --!
          self.view:addSubview(child.view)
        end
        function Main:add()
          local child = Child { restorationIdentifier = "child" .. #self.children, restorationClass = Child }
          self:addChild(child)
          self:place(child)
        end
        """)),
    Case(
      name: "an application's key that is decoded after the screens exist",
      script: main(
        """
        local order = { count = 0 }
        function Main:init() self.order = order end
        function Main:loadView()
          self.label = ui.Label {}
          self.sum = ui.Label {}
          self.view = ui.VStack { self.label, self.sum,
            ui.Button { "Add", action = function() self.order.count = self.order.count + 1 self:show() end } }
        end
        function Main:viewWillAppear() self:show() end
        function Main:show()
          self.label.text = self.order.count .. " items"
          self.sum.text = self.order.count * 5 .. " Euro"
        end
        """,
        methods: """
          function app:willEncodeRestorableState(coder) coder:encode("order", order) end
          function app:didDecodeRestorableState(coder) order = coder:decodeTable "order" or order end --!
          """)),
    Case(
      name: "lines that an object drops, which a chart computes, too",
      script: main(
        """
        local store = { lines = {} }
        function store:encodeRestorableState(coder) coder:encode("lines", self.lines) end
        function store:decodeRestorableState(coder)
          self.lines = {}
          for index, line in ipairs(coder:decodeTable "lines") do --!
            if index > 1 then table.insert(self.lines, line) end
          end
        end
        function Main:loadView()
          self.chart = ui.Sparkline { maximumCount = 20 }
          self.view = ui.VStack { self.chart, ui.Button { "Add", action = function()
            table.insert(store.lines, #store.lines + 1)
            self:show()
          end } }
        end
        function Main:viewWillAppear() self:show() end
        function Main:show()
          local values = {}
          for index, line in ipairs(store.lines) do values[index] = line * 13 % 10 end
          self.chart.values = values
        end
        """, methods: "app:registerObjectForStateRestoration(store, 'store')")),
  ]

  nonisolated private static let metatable = Case(
    name: "a table that is decoded without its metatable", code: FindingCode.callbackFailed.rawValue,
    script: main(
      """
      local Quiz = {}
      Quiz.__index = Quiz
      function Quiz:title() return "Question " .. self.number end
      function Quiz:fields() return { number = self.number } end
      function Main:init() self.quiz = setmetatable({ number = 1 }, Quiz) end
      function Main:loadView()
        self.label = ui.Label {}
        self.view = ui.VStack { self.label,
          ui.Button { "Next", action = function() self.quiz.number = self.quiz.number + 1 self:show() end } }
      end
      function Main:show() self.label.text = self.quiz:title() end
      function Main:viewWillAppear() self:show() end
      """, encode: "coder:encode('quiz', self.quiz:fields())",
      decode: "local fields = coder:decodeTable 'quiz'\n  if fields then self.quiz = fields end --!"))

  nonisolated private static let function = Case(
    name: "two errors of a function that only the first launch sets", code: "error",
    script: main(
      """
      function Main:init() self.count = 0 end
      function Main:loadView()
        self.view = ui.VStack {
          ui.Button { "Open", action = function() self.onOpen(1) end }, --!
          ui.Button { "Add", action = function()
            self.onOpen(2)
          end } }
      end
      """, encode: "coder:encode('count', self.count)", decode: "self.count = coder:decodeInteger 'count'",
      methods: """
        function app:didFinishLaunching()
          local main = self.window.rootViewController
          if not main.isRestored then
            main.onOpen = function(by) main.count = main.count + by end
          end
          self.window:makeKeyAndVisible()
        end
        """
    ).replacing("self.count = coder:decode", with: "self.isRestored, self.count = true, coder:decode"))

  nonisolated private static let ownView = """
    local Month = ui.View:subclass "Month"
    function Month:init() self.day = self.day or 1 self.height = 1 self.canBecomeFirstResponder = true end
    function Month:draw(canvas) canvas:put(0, 0, self.day % 2 == 0 and "even" or "odd") end
    function Main:viewWillAppear() self:show() end
    function Main:show() self.label.text = "January " .. self.month.day end

    """

  /// An app with a screen `Main` as its root.
  nonisolated static func main(
    _ body: String, encode: String = "", decode: String = "", methods: String = ""
  ) -> String {
    ExplorationCase.app(
      root: "Main { restorationIdentifier = 'main' }", methods: methods,
      """
      local ui = require "luahost"
      local Main = ui.ViewController:subclass "Main"
      \(body)
      function Main:encodeRestorableState(coder)
        \(encode)
      end
      function Main:decodeRestorableState(coder)
        \(decode)
      end
      """)
  }
}
