import AppSession
import LuaScreens
import Testing

@testable import Foresight

@Suite("Exploration of what only scripts set")
@MainActor
struct ScriptStateTests {
  @Test("a lost text of a row with a switch is that of the list")
  func textBesideSwitch() throws {
    let script = ExplorationCase.note(
      view: "self:list()",
      body: """
        Note.items, Note.isOn = { "a", "b" }, {}
        function Note:list()
          self.table = ui.TableView { restorationIdentifier = "list", dataSource = self, columns = { { title = "Name" }, { title = "On" } } }
          return self.table
        end
        function Note:numberOfRowsInSection() return #self.items end
        function Note:cellForRow(_, _, row)
          local name = self.items[row]
          return { self.isOn[name] and name .. " is on" or name, ui.Switch {
            restorationIdentifier = "switch " .. name,
            onChange = function(view) self.isOn[name] = view.isOn self.table:reloadData() end,
          } }
        end
        function Note:modelIdentifierForElement(_, _, row) return self.items[row] end
        function Note:indexPathForElement(_, name)
          for row, item in ipairs(self.items) do if item == name then return 1, row end end
        end
        """)
    let report = try ExplorationCase.explore(script, steps: 100)
    #expect(report.discoveries.map(\.path) == ["note/list"], "\(report.tests)")
    #expect(report.discoveries.first?.remedy == Finding.remedyForShownState)
  }

  @Test("rows that a decode does not show are one discovery, and not what was selected of them")
  func rows() throws {
    let script = ExplorationCase.note(
      view: "self:make(), ui.Button { title = 'Add', action = function() self:add() end }",
      body: """
        Note.items = {}
        function Note:make()
          self.label, self.table = ui.Label { text = "0 items" }, ui.TableView { restorationIdentifier = "table", rows = {}, height = 5 }
          return ui.VStack { self.label, self.table }
        end
        function Note:add()
          self.items[#self.items + 1] = "item " .. #self.items
          self.label.text, self.table.rows = #self.items .. " items", self.items
        end
        """, encode: "coder:encode('Items', self.items)", decode: "self.items = coder:decode 'Items'")
    let report = try ExplorationCase.explore(script, steps: 100)
    #expect(report.discoveries.count == 1, "\(report.tests)")
    #expect(report.discoveries.allSatisfy { $0.event == .kill && $0.property == "screen" }, "\(report.tests)")
  }

  @Test("a local variable that a background callback loses is named by the line that assigns it")
  func localVariable() throws {
    let script =
      "local count, label = 0, nil\nlocal function show() label.text = tostring(count) end\n"
      + ExplorationCase.note(
        view: "make(), ui.Button { title = 'Add', action = function() add() end }",
        body: "", encode: "coder:encode('Number', count)", decode: "count = coder:decode 'Number' show()",
        app: "function app:willEnterForeground()\n  count = 0\n  show()\nend"
      ).replacing(
        "local Note =",
        with:
          "local function make() label = ui.Label { text = '0' } return label end\nlocal function add() count = count + 1 show() end\nlocal Note ="
      )
    let report = try ExplorationCase.explore(script)
    let line = script.split(separator: "\n", omittingEmptySubsequences: false).firstIndex { $0 == "  count = 0" }
    #expect(report.discoveries.map(\.place?.line) == [line.map { $0 + 1 }], "\(report.tests)")
  }

  @Test("a data source's error explains the rows of a list with a space in its identifier")
  func nodeOfError() throws {
    let script = ExplorationCase.note(
      view: "self:list()",
      body: """
        function Note:list()
          self.table = ui.TableView { restorationIdentifier = "my list", dataSource = self }
          return self.table
        end
        function Note:numberOfRowsInSection() return 3 end
        function Note:cellForRow(_, _, row) return "row " .. row end
        function Note:modelIdentifierForElement(_, _, row) return "row " .. row end
        function Note:indexPathForElement(_, name) return 1, missing[name] end
        """)
    let report = try ExplorationCase.explore(script, steps: 100)
    #expect(report.discoveries.map(\.kind) == [.error], "\(report.tests)")
    let failure = try #require(report.discoveries.first?.failure)
    #expect(failure.node == "note/my list" && failure.callback?.callback == "indexPathForElement")
  }

  @Test("the keys that press a focused button reach its action")
  func keysOfButtons() throws {
    let script = ExplorationCase.note(view: "ui.Button { title = 'Go', action = function() end }")
    try ExplorationCase.withFile(script) { file in
      let run = ExploredRun(ExploredRun.Settings(ScriptHost.Configuration(script: file.path), isAllowed: false))
      try run.launch()
      let offers = ScreenSteps(try #require(run.host), ownKeys: []).offers
      let actions = offers.filter { [.key("enter"), .tap("Go", number: 1)].contains($0.step) }
      #expect(actions.map(\.action) == ["Go (Note)", "Go (Note)"])
    }
  }
}
