import LuaScreens
import Testing

@testable import Foresight

/// Fields of views that differ after a restart, and count only if a further step shows them.
@Suite("Fields of views in explorations")
@MainActor
struct ExplorationFieldTests {
  /// Explains what a kill changes after each of two buttons, in an app with some parts of which one button changes four fields each
  /// that no step shows, and with a last part whose field a third button shows. Returns the causes, and the number of launches.
  private func causes(ofParts count: Int) throws -> (causes: [Discovery], launches: Int) {
    let script = ExplorationCase.note(
      view: """
        self:parts(), self:text(), ui.Button { "Add", action = function() self:add() end },
            ui.Button { "Last", action = function() self.last.n = 1 end },
            ui.Button { "Show", action = function() self.field.text = "n " .. self.last.n end }
        """,
      body: """
        local Part = ui.View:subclass "Part"
        function Note:text() self.field = ui.TextField { restorationIdentifier = "text" } return self.field end
        function Note:parts()
          self.all, self.last = {}, Part { restorationIdentifier = "last", n = 0 }
          local stack = ui.VStack {}
          for index = 1, \(count) do
            self.all[index] = Part { restorationIdentifier = "part" .. index, a = 0, b = 0, c = 0, d = 0 }
            stack:addSubview(self.all[index])
          end
          stack:addSubview(self.last)
          return stack
        end
        function Note:add()
          for _, part in ipairs(self.all) do part.a, part.b, part.c, part.d = 1, 1, 1, 1 end
        end
        """)
    return try ExplorationCase.withFile(script) { file in
      var launches = 0
      var configuration = ScriptHost.Configuration(script: file.path)
      configuration.register = { _ in launches += 1 }
      let settings = ExploredRun.Settings(configuration, isAllowed: false)
      let found = try ["Add", "Last"].flatMap { button in
        let pair = try RunPair(settings, in: .same)
        #expect(pair.perform(.tap(button)) && pair.apply(.kill))
        return pair.differences()
      }
      #expect(found.count == 4 * count + 1, "\(found)")
      var report = CauseReport(settings, ExplorationMonitor({ _ in }, shouldStop: { false }))
      return (report.causes(of: found), launches)
    }
  }

  @Test("one that a step shows is found in the last of several views")
  func late() throws {
    let causes = try causes(ofParts: 3).causes
    #expect(causes.map(\.kind) == [.loss] && causes.first?.remedy?.contains("field n") == true, "\(causes)")
  }

  @Test("the number of tries does not depend on the number of views")
  func tries() throws {
    let (few, many) = (try causes(ofParts: 8), try causes(ofParts: 16))
    #expect(many.launches <= few.launches, "\(few.launches) and \(many.launches)")
  }
}
