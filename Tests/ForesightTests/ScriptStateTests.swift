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
}
