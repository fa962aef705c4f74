import AppSession
import LuaScreens
import Testing

@testable import Foresight

@Suite("Exploration of what only scripts set")
@MainActor
struct ScriptStateTests {
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
