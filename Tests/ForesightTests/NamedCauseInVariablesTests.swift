import Testing

@testable import Foresight

// Losses of values that variables of a script or properties of views have.
extension NamedCauseTests {
  @Test("explore names the line that loses the value of a variable or view", arguments: Self.inVariables)
  func inVariables(_ example: Case) throws { try explored(example) }

  nonisolated private static let inVariables: [Case] = [
    Case(
      name: "hours of a variable that are encoded as days",
      script: ExplorationCase.app(
        root: "nil",
        methods: """
          function app:willFinishLaunching()
            self:registerObjectForStateRestoration(agenda, "agenda")
            self.window = ui.Window { rootViewController = Day { restorationIdentifier = "day" } }
          end
          """,
        """
        local ui = require "luahost"
        local events = {}
        for hour = 8, 10 do table.insert(events, { id = hour, at = hour * 3600 }) end
        agenda = {}
        function agenda:encodeRestorableState(coder)
          local list = {}
          for i, event in ipairs(events) do list[i] = { id = event.id, at = event.at // 86400 * 86400 } end
          coder:encode("events", list) --!
        end
        function agenda:decodeRestorableState(coder) events = coder:decode "events" end
        local Day = ui.ViewController:subclass "Day"
        function Day:loadView()
          self.table = ui.TableView { dataSource = self, restorationIdentifier = "events" }
          self.view = ui.VStack { self.table }
        end
        function Day:numberOfRowsInSection() return #events end
        function Day:cellForRow(_, _, row) return os.date("!%H:%M", events[row].at) end
        function Day:modelIdentifierForElement(_, _, row) return events[row].id end
        function Day:indexPathForElement(_, id) for row, event in ipairs(events) do if event.id == id then return 1, row end end end
        function Day:applicationFinishedRestoringState() self.table:reloadData() end
        """)),
    Case(
      name: "a first value that is encoded for good, of a part of a field",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Next', action = function() self:turn() end }",
        body: """
          function Note:turn() self.state.page = self.state.page + 1 self:show() end
          function Note:init() self.state = { page = 1, size = 12 } end
          function Note:text() self.label = ui.Label {} self:show() return self.label end
          function Note:show() self.label.text = "page " .. self.state.page end
          """,
        encode: """
          if not FIRST then FIRST = self.state.page end
            coder:encode("page", FIRST) --!
          """,
        decode: """
          self.state.page = coder:decodeInteger "page" or 1
            self:show()
          """)),
    Case(
      name: "a label that a callback sets again",
      script: ExplorationCase.note(
        view: "self:text(), ui.Button { 'Hint', action = function() self.label.text = 'a hint' end }",
        body: """
          function Note:text() self.label = ui.Label { "no hint" } return self.label end
          function Note:show()
            self.label.text = "no hint" --!
          end
          function Note:viewWillAppear() self:show() end
          """, encode: "coder:encode('text', self.label.text)",
        decode: "self.label.text = coder:decode 'text'")),
  ]
}
