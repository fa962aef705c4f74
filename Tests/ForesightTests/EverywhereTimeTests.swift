import AppSession
import Testing

@testable import Foresight

/// Cases with values that depend on the time, on random numbers, or on the size of the screen.
@Suite("Neutral events of apps that depend on time, chance and size")
@MainActor
struct EverywhereTimeTests {
  @Test("a value that the test reads is compared after each step, also after one that a script has handled")
  func readValue() throws {
    let example = EverywhereCase(
      name: "",
      app: EverywhereCase.app(
        views: "\(EverywhereCase.button)",
        methods: EverywhereCase.encode + EverywhereCase.decode + """
          app.total = 0
          local add = Screen.add
          function Screen:add() app.total = app.total + 1 add(self) end
          """),
      steps: "app:tap 'Add'\nlocal total = app:eval 'return app.total'")
    let failure = try #require(try example.run(events: [.kill]).cases.first?.failure)
    #expect(failure.contains("app:eval(\"return app.total\"): the result was 1, and is 0"), "\(failure)")
  }
}
