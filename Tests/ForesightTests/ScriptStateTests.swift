import AppSession
import LuaScreens
import Testing

@testable import Foresight

@Suite("Exploration of what only scripts set")
@MainActor
struct ScriptStateTests {
  /// An app with a view and a button that changes it.
  private static func app(_ view: String, _ change: String, more: String = "") -> String {
    ExplorationCase.note(
      view: "self:make(), ui.Button { title = 'Change', action = function() self:change() end }\(more)",
      body: """
        function Note:make()
          self.made = \(view)
          return self.made
        end
        function Note:change() \(change) end
        """)
  }

  private nonisolated static let again =
    ", ui.Button { title = 'Again', action = function() self.made.PROPERTY = { 'a', 'b', 'c' } end }"

  @Test(
    "a lost property that nothing saves is one discovery, without what depends on it",
    arguments: [
      ("ui.TextView { restorationIdentifier = 'v', text = 'hello', height = 4 }", "isEditable", "false", "true"),
      (
        "ui.TextView { restorationIdentifier = 'v', text = 'hello', height = 4, isEditable = false }", "isEditable",
        "true", "false"
      ),
      ("ui.ActivityIndicator { restorationIdentifier = 'v' }", "isAnimating", "true", "false"),
      (
        "ui.PickerView { restorationIdentifier = 'v', rows = { 'x', 'y', 'z' } }", "rows", "{}",
        #"{"x", "y", "z"}"#
      ),
      (
        "ui.RadioGroup { restorationIdentifier = 'v', items = { 'x', 'y', 'z' } }", "items", "{}",
        #"{"x", "y", "z"}"#
      ),
      (
        "ui.SegmentedControl { restorationIdentifier = 'v', segments = { 'x', 'y', 'z' } }", "segments", "{}",
        #"{"x", "y", "z"}"#
      ),
    ])
  func property(_ view: String, _ property: String, before: String, after: String) throws {
    let script = Self.app(
      view, "self.made.\(property) = \(before)",
      more: before == "{}" ? Self.again.replacing("PROPERTY", with: property) : "")
    let report = try ExplorationCase.explore(script, steps: 100)
    let found = try #require(report.discoveries.first)
    #expect(report.discoveries.map(\.property) == [property], "\(report.tests)")
    #expect(found.after == after && (before == "{}" || found.before == before), "\(report.tests)")
    #expect(found.remedy == Finding.remedyForShownState && found.place?.line == 7 && found.test != nil)
  }

  @Test("lost key commands are one discovery, without what their keys do")
  func keyCommands() throws {
    let script = ExplorationCase.note(
      view: "ui.Button { title = 'Edit', action = function() self:edit() end }, self:make()",
      body: """
        Note.count = 0
        function Note:make() self.label = ui.Label { text = "0" } return self.label end
        function Note:edit()
          self.keyCommands = {
            { title = "Add", input = "ctrl+t", action = function() self.count = self.count + 1 self:show() end },
          }
        end
        function Note:show() self.label.text = tostring(self.count) end
        """, encode: "coder:encode('Count', self.count)", decode: "self.count = coder:decode 'Count' self:show()")
    let report = try ExplorationCase.explore(script, steps: 100)
    #expect(
      report.discoveries.map(\.message) == [
        "note (Note): keyCommands was {\"Add\"}, and is nil after a kill and relaunch"
      ], "\(report.tests)")
    #expect(report.discoveries.first?.test != nil)
  }

  @Test("a view that is shown again is named with isHidden")
  func hidden() throws {
    let report = try ExplorationCase.explore(Self.app("ui.Label { text = 'Tip' }", "self.made.isHidden = true"))
    #expect(
      report.discoveries.map(\.message) == [
        "note/<Label> (Label): isHidden was true, and is false after a kill and relaunch"
      ], "\(report.tests)")
  }

  @Test("a removed view that is there again is one discovery")
  func removed() throws {
    let report = try ExplorationCase.explore(Self.app("ui.Label { text = 'Tip' }", "self.made:removeFromSuperview()"))
    #expect(
      report.discoveries.map(\.message) == [
        "note/<Label> (Label): it was absent, and is present after a kill and relaunch"
      ], "\(report.tests)")
  }

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
      let offers = ScreenSteps(try #require(run.host), input: ScriptInput()).offers
      let actions = offers.filter { [.key("enter"), .tap("Go", number: 1)].contains($0.step) }
      #expect(actions.map(\.action) == ["Go (Note)", "Go (Note)"])
    }
  }
}
