import Testing

@testable import Foresight

// Losses of values that variables of a script or properties of views have.
extension NamedCauseTests {
  @Test("explore names the line that loses the value of a variable or view", arguments: Self.inVariables)
  func inVariables(_ example: Case) throws { try explored(example) }

  @Test("two labels that one function sets from restored values are one finding, with that function")
  func notSetAgain() throws {
    let script = ExplorationCase.note(
      view: """
        self:first(), self:second(),
          ui.Button { "Aria", action = function() self.track = "Aria" self:show() end },
          ui.Button { "Loud", action = function() self.volume = 9 self:show() end }
        """,
      body: """
        Note.track, Note.volume = "nothing", 5
        function Note:first() self.name = ui.Label {} return self.name end
        function Note:second() self.sound = ui.Label {} return self.sound end
        function Note:viewDidLoad() self:show() end
        function Note:show()
          self.name.text = self.track
          self.sound.text = "volume " .. self.volume
        end
        """, encode: "coder:encode('track', self.track) coder:encode('volume', self.volume)",
      decode: "self.track, self.volume = coder:decode 'track', coder:decode 'volume'")
    let report = try ExplorationCase.explore(script, steps: 100)
    #expect(report.discoveries.count == 1, "\(report.tests)")
    #expect(report.discoveries.first?.remedy?.contains("call self:show() ") == true, "\(report.tests)")
  }

  @Test(
    "a function that changes the value it shows, or that the host calls, is not to be called after the restoration",
    arguments: [
      "function Note:add() self.n = self.n + 1 self.label.text = 'n ' .. self.n end",
      "function Note:loadMore() end function Note:viewDidLoad() self.add = function() self.n = self.n + 1 self.label.text = 'n ' .. self.n end end",
    ])
  func changingFunction(_ method: String) throws {
    let script = ExplorationCase.note(
      view: "self:make(), ui.Button { 'Add', action = function() self:add() end }",
      body: """
        Note.n = 0
        function Note:make() self.label = ui.Label { "n 0" } return self.label end
        \(method)
        """, encode: "coder:encode('n', self.n)", decode: "self.n = coder:decode 'n'")
    let report = try ExplorationCase.explore(script)
    #expect(report.count == 1, "\(report.tests)")
    #expect(report.discoveries.allSatisfy { $0.remedy?.contains("call self") != true }, "\(report.tests)")
  }

  @Test(
    "values that a callback sets again are one finding at its line",
    arguments: [
      // One of several variables, a member of the encoded table, and the table whose members are encoded.
      ("local count = 0", "count", "count", "self.other, count = 1, 0"),
      ("Note.all = { count = 0 }", "self.all.count", "self.all", "self.all.count = 0"),
      ("Note.all = { count = 0 }", "self.all.count", "self.all.count", "self.all = { count = 0 }"),
    ])
  func valueSetAgain(_ declaration: String, _ value: String, _ saved: String, _ reset: String) throws {
    let script = ExplorationCase.note(
      view: "self:make(), ui.Button { 'Add', action = function() self:add() end }",
      body: """
        \(declaration)
        function Note:init() if self.all then self.all = { count = 0 } end end
        function Note:make() self.label = ui.Label {} return self.label end
        function Note:add()
          \(value) = \(value) + 1
          self:show()
        end
        function Note:show() self.label.text = "count " .. \(value) end
        function Note:viewWillAppear()
          \(reset) --!
          self:show()
        end
        """, encode: "coder:encode('count', \(saved))", decode: "\(saved) = coder:decode 'count'")
    let report = try ExplorationCase.explore(script)
    let line = try ExplorationCase.markedLine(of: script)
    #expect(report.discoveries.map(\.place?.line) == [line], "\(report.tests)")
  }

  @Test("a typed text that the decoding sets from what it decodes later is lost in the line that calls what sets it")
  func setByDecoding() throws {
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        Note.drafts = {}
        function Note:make()
          self.field = ui.TextField {
            restorationIdentifier = "draft", onChange = function(field) self.drafts = { one = field.text } end,
          }
          return self.field
        end
        function Note:open() self.field.text = self.drafts.one or "" end
        """, encode: "coder:encode('drafts', self.drafts)",
      decode: "self:open() --!\n  self.drafts = coder:decode 'drafts' or {}")
    let report = try ExplorationCase.explore(script)
    let line = try ExplorationCase.markedLine(of: script)
    #expect(report.discoveries.map(\.place?.line) == [line], "\(report.tests)")
    let remedy = "This line reads drafts before line \(line + 1) decodes it: decode it first."
    #expect(report.discoveries.map(\.remedy) == [remedy])
  }

  @Test("a variable that a callback sets again is named at that line")
  func variableSetAgain() throws {
    let script = ExplorationCase.note(
      view: "self:make(), ui.Button { 'Add', action = function() self:add() end }",
      body: """
        local count = 0
        function Note:make() self.label = ui.Label {} return self.label end
        function Note:add() count = count + 1 self:show() end
        function Note:show() self.label.text = "count " .. count end
        function Note:viewWillAppear()
          count = 0 --!
          self:show()
        end
        """, encode: "coder:encode('count', count)", decode: "count = coder:decode 'count'")
    let report = try ExplorationCase.explore(script)
    let line = try ExplorationCase.markedLine(of: script)
    #expect(report.discoveries.map(\.place?.line) == [line], "\(report.tests)")
  }

  @Test(
    "a function is to be called after the restoration that uses the restored value for another property, or in between",
    arguments: [
      ("ui.Label { '0 things!' }", "local n = ('%d things'):format(self.n) n = n .. '!' self.panel.text = n"),
      ("ui.Label { 'none' }", "if self.n > 0 then self.panel.text = 'some' else self.panel.text = 'none' end"),
      ("ui.ProgressView { progress = 0 }", "local seen = self.n / 10 self.panel.progress = seen"),
    ])
  func usedInBetween(_ view: String, _ body: String) throws {
    let script = ExplorationCase.note(
      view: "self:make(), ui.Button { 'Add', action = function() self.n = self.n + 1 self:show() end }",
      body: """
        Note.n = 0
        function Note:make() self.panel = \(view) return self.panel end
        function Note:show() \(body) end
        """, encode: "coder:encode('n', self.n)", decode: "self.n = coder:decode 'n'")
    let report = try ExplorationCase.explore(script)
    #expect(report.count == 1, "\(report.tests)")
    #expect(report.discoveries.first?.remedy?.contains("call self:show() ") == true, "\(report.tests)")
  }

  @Test(
    "a variable of a callback that has the name of a lost field does not set that again",
    arguments: [
      "local count", "local other, count = 1", "local function get() local other = 1 return other end local count",
    ])
  func localVariable(_ declaration: String) throws {
    let script = ExplorationCase.note(
      view: "self:make()",
      body: """
        function Note:init() self.count = 5 end
        function Note:make() self.label = ui.Label {} return self.label end
        function Note:viewWillAppear()
          \(declaration)
          if true then
            count = 0
            count = count + 1
          end
          self.label.text = "count " .. self.count
        end
        """, encode: "coder:encode('count', self.count)",
      decode: "self.count = coder:decode 'count' * 2 if self.count > 5 then self.count = 7 end --!")
    let findings = try DoctorCase("local", script).diagnosis().findings
    #expect(try findings.map(\.place?.line) == [ExplorationCase.markedLine(of: script)], "\(findings)")
  }

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
    Case(
      name: "a variable that a restored switch sets, and that another object's value depends on",
      script: ExplorationCase.app(
        root: "Main { restorationIdentifier = 'main' }",
        methods: "app:registerObjectForStateRestoration(player, 'player')",
        """
        local ui = require "luahost"
        local player = { number = 1 }
        function player:encodeRestorableState(coder) coder:encode("number", self.number) end
        function player:decodeRestorableState(coder) self.number = coder:decodeInteger "number" or 1 end
        local isRepeating = false
        local Main = ui.ViewController:subclass "Main"
        function Main:loadView()
          self.label = ui.Label {}
          self.repeats = ui.Switch { restorationIdentifier = "repeat", onChange = function(switch)
            isRepeating = switch.isOn --!
          end }
          self.view = ui.VStack { self.label, self.repeats, ui.Button { title = "Next", action = function() self:next() end } }
        end
        function Main:next()
          if not isRepeating then player.number = player.number + 1 end
          self:show()
        end
        function Main:show() self.label.text = "Song " .. player.number end
        function Main:viewWillAppear() self:show() end
        """)),
  ]
}
