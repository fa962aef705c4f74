import Testing

@testable import Foresight

// Losses at lines that use other objects than those which show them.
extension NamedCauseTests {
  @Test("explore names the line that loses what another object has", arguments: ofOtherObjects)
  func ofOtherObjects(_ example: Case) throws { try explored(example) }

  @Test("the doctor names the encode of another value behind an error of the decode")
  func encodeBehindError() throws {
    let example = Self.encodeBehindError
    let findings = try DoctorCase("behind", example.script).diagnosis().findings
    let line = try ExplorationCase.markedLine(of: example.script)
    #expect(findings.map(\.place?.line) == [line] && findings.first?.code == .callbackFailed, "\(findings)")
  }

  @Test("the doctor names the line that loses what a registered object has in a control")
  func controlOfObject() throws {
    let example = Self.controlOfObject
    let findings = try DoctorCase("control", example.script).diagnosis().findings
    let line = try ExplorationCase.markedLine(of: example.script)
    #expect(findings.map(\.place?.line) == [line] && findings.first?.code == .valueLost, "\(findings)")
  }

  @Test("explore names the line by which a callback of the application sets the value of a registered object again")
  func setByApplication() throws {
    let script = ExplorationCase.note(
      view: "self:text(), ui.Button { 'Add', action = function() self.store:add() self:show() end }",
      body: """
        local store = { visits = 0 }
        function store:start() self.visits = 0 end --!
        function store:add() self.visits = self.visits + 1 end
        function store:encodeRestorableState(coder) coder:encode("visits", self.visits) end
        function store:decodeRestorableState(coder) self.visits = coder:decodeInteger "visits" or 0 end
        function Note:init() self.store = store end
        function Note:text() self.label = ui.Label {} return self.label end
        function Note:show() self.label.text = store.visits .. " items" end
        function Note:viewDidAppear() self:show() end
        """,
      app: """
        function app:willFinishLaunching()
          self:registerObjectForStateRestoration(store, "store")
          self.window = ui.Window()
        end
        function app:didBecomeActive() store:start() end
        """)
    let report = try ExplorationCase.explore(script)
    let line = try ExplorationCase.markedLine(of: script)
    #expect(report.discoveries.contains { $0.place?.line == line && $0.property == "\"visits\"" }, "\(report.tests)")
  }

  nonisolated private static let encodeBehindError = Case(
    name: "the encode of another value, behind an error of the decode", code: FindingCode.callbackFailed.rawValue,
    script: ExplorationCase.note(
      view: "self:text()",
      body: """
        local rooms = { general = {} }
        function Note:init() self.name = "general" end
        function Note:text() self.label = ui.Label {} return self.label end
        function Note:open(name)
          self.name, self.title = name, "#" .. name
          self.label.text = #rooms[name] .. " messages"
        end
        function Note:viewDidLoad() self:open(self.name) end
        """, encode: "coder:encode('name', self.title) --!", decode: "self:open(coder:decodeString 'name')"))

  nonisolated private static let controlOfObject = Case(
    name: "a control without identifier that shows a lost value of a registered object",
    script: """
      local ui = require "luahost"
      local initial = { sort = "name", filter = "all", draft = "" }
      local store = { state = initial, subscribers = {} }
      function store:set(name, value)
        local state = {}
        for key, other in pairs(self.state) do state[key] = other end
        state[name] = value
        self.state = state
        for _, subscriber in ipairs(self.subscribers) do subscriber(state) end
      end
      function store:encodeRestorableState(coder) coder:encode("state", initial) end --!
      function store:decodeRestorableState(coder) self.state = coder:decodeTable "state" or initial end
      local filters, sorts = { "all", "new" }, { "name", "date" }
      local List = ui.ViewController:subclass "List"
      function List:loadView()
        self.filter = ui.SegmentedControl { segments = filters, onChange = function(control)
          store:set("filter", filters[control.selectedSegmentIndex])
        end }
        self.sort = ui.SegmentedControl { segments = sorts, onChange = function(control)
          store:set("sort", sorts[control.selectedSegmentIndex])
        end }
        self.draft = ui.TextField { restorationIdentifier = "draft", onChange = function(field) store:set("draft", field.text) end }
        self.view = ui.VStack { self.filter, self.sort, self.draft }
      end
      function List:viewDidLoad() table.insert(store.subscribers, function(state) self:render(state) end) end
      function List:viewWillAppear() self:render(store.state) end
      function List:render(state)
        for index, value in ipairs(filters) do if value == state.filter then self.filter.selectedSegmentIndex = index end end
        for index, value in ipairs(sorts) do if value == state.sort then self.sort.selectedSegmentIndex = index end end
        if self.draft.text ~= state.draft then self.draft.text = state.draft end
      end
      local app = ui.Application { identifier = "org.example.objects" }
      function app:shouldSaveApplicationState() return true end
      function app:shouldRestoreApplicationState() return true end
      function app:willFinishLaunching()
        self:registerObjectForStateRestoration(store, "store")
        self.window = ui.Window { rootViewController = List { restorationIdentifier = "list" } }
      end
      function app:didFinishLaunching() self.window:makeKeyAndVisible() end
      return app
      """)

  nonisolated private static let ofOtherObjects: [Case] = [
    encodeBehindError, controlOfObject,
    Case(
      name: "a copy of the decoded field that one function makes",
      script: ExplorationCase.note(
        view: """
          self:text(), ui.Button { "Add", action = function() self:add() end },
            ui.Button { "Clear", action = function() self.things.list = {} self:show() end }
          """,
        body: """
          function Note:init() self.things = { list = {} } end
          function Note:text() self.label = ui.Label {} return self.label end
          function Note:add()
            table.insert(self.things.list, "x")
            self.things.saved = table.move(self.things.list, 1, #self.things.list, 1, {})
            self:show()
          end
          function Note:show() self.label.text = #self.things.list .. " things" end
          function Note:viewWillAppear() self:show() end
          """, encode: "coder:encode('list', self.things.saved) --!",
        decode: "self.things.list = coder:decodeTable 'list' or {}")),
    Case(
      name: "an object of functions that a callback makes again",
      script: ExplorationCase.note(
        view: """
          self:text(), ui.Button { "Mail", action = function() self.filter.set "mail" self:show() end }
          """,
        body: """
          local function makeFilter()
            local text = ""
            return { set = function(value) text = value end, get = function() return text end }
          end
          function Note:init() self.filter = makeFilter() end
          function Note:text() self.label = ui.Label {} return self.label end
          function Note:show() self.label.text = "Filter: " .. self.filter.get() end
          function Note:viewWillAppear()
            self.filter = makeFilter() --!
            self:show()
          end
          """, encode: "local text = self.filter.get()\n  coder:encode('text', text)",
        decode: "local text = coder:decodeString 'text' or ''\n  self.filter.set(text)")),
    Case(
      name: "a value of the application that a callback of a screen sets again",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Order', action = function() self:add() end }",
        body: """
          local order = { items = {} }
          function Note:init() self.order = order end
          function Note:text() self.label = ui.Label {} return self.label end
          function Note:add() table.insert(self.order.items, "cup") self:show() end
          function Note:show() self.label.text = #self.order.items .. " items" end
          function Note:viewWillAppear()
            self.order.items = {} --!
            self:show()
          end
          """,
        app: """
          function app:shouldSaveApplicationState(coder) coder:encode("order", order) return true end
          function app:shouldRestoreApplicationState(coder)
            order = coder:decodeTable "order" or order
            return true
          end
          """)),
    Case(
      name: "a field of a registered object that a label shows",
      script: ExplorationCase.note(
        view: """
          self:text(), ui.SegmentedControl {
            restorationIdentifier = "speed", segments = { "run", "pause" }, onChange = function(control) self:set(control) end }
          """,
        body: """
          local store = { count = 0, isPaused = false }
          function store:encodeRestorableState(coder) coder:encode("count", self.count) end --!
          function store:decodeRestorableState(coder) self.count = coder:decodeInteger "count" or 0 end
          function Note:text() self.label = ui.Label {} return self.label end
          function Note:set(control)
            store.isPaused = control.selectedSegmentIndex == 2
            self:show()
          end
          function Note:show() self.label.text = store.count .. (store.isPaused and " paused" or " running") end
          function Note:viewWillAppear() self:show() end
          """,
        app: """
          function app:willFinishLaunching()
            self:registerObjectForStateRestoration(store, "store")
            self.window = ui.Window()
          end
          """)),
    closures(
      "a variable of functions in a field, another of which is encoded", encode: "coder:encode('step', serves) --!"),
    closures(
      "a variable of functions in a field whose encode a condition skips",
      encode: "if step > 4 then coder:encode('step', step) end --!"),
    closures(
      "a variable of functions in a field that a callback sets again", encode: "coder:encode('step', step)",
      reset: "does.reset()", mark: " --!"),
  ]

  nonisolated private static func closures(
    _ name: String, encode: String, reset: String = "", mark: String = ""
  ) -> Case {
    Case(
      name: name,
      script: ExplorationCase.note(
        view: "self.does.view()",
        body: """
          local function make()
            local serves, step, label = 4, 1, nil
            local does = {}
            function does.view()
              label = ui.Label {}
              return ui.VStack { label, ui.Button { "Next", action = function() step = step + 1 does.show() end } }
            end
            function does.reset() step = 1 end\(mark)
            function does.show() label.text = ("Step %d for %d"):format(step, serves) end
            function does.save(coder)
              coder:encode("serves", serves)
              \(encode)
            end
            function does.load(coder)
              serves = coder:decodeInteger "serves" or 1
              step = coder:decodeInteger "step" or 1
            end
            return does
          end
          function Note:init() self.does = make() end
          function Note:viewWillAppear()
            \(reset.isEmpty ? "" : "self.\(reset)")
            self.does.show()
          end
          """, encode: "self.does.save(coder)", decode: "self.does.load(coder)"))
  }
}
