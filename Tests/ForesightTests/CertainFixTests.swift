import Foundation
import LuaScreens
import Testing

@testable import Foresight

// Fixes that keep what an app has restored, and refusals with their reasons.
extension RepairTests {
  /// An app whose root is a navigation controller around a `Note`.
  private static func inStack(_ body: String) -> DoctorCase {
    DoctorCase.note(
      "", class: body,
      root:
        "ui.NavigationController { restorationIdentifier = 'nav', restorationClass = Tabs,\n      viewControllers = { Note { restorationIdentifier = 'note', restorationClass = Note } } }"
    ).withNavigation
  }

  /// Returns the repair of an app.
  private func repair(_ example: DoctorCase) throws -> Repair {
    try example.withFolder { try Repair(Doctor(ScriptHost.Configuration(script: $0.path))) }
  }

  /// Returns the text of a repaired app's script.
  private func repaired(_ example: DoctorCase) throws -> String {
    let repair = try repair(example)
    #expect(repair.remaining.isEmpty, "\(repair.remaining) \(text(repair.diff))")
    return text(repair.files.values.first?.new ?? [])
  }

  /// Returns the reasons why the only finding of an app was not fixed.
  private func reason(_ example: DoctorCase) throws -> String? {
    let repair = try repair(example)
    #expect(repair.diff.isEmpty && repair.remaining.count == 1, "\(repair.remaining) \(text(repair.diff))")
    return repair.remaining.first?.reason
  }

  @Test("what does not depend on a read of a container stays in viewDidLoad, before the decoding")
  func independentStatements() throws {
    let text = try repaired(
      Self.inStack(
        """
        function Note:viewDidLoad()
          local nav = self.navigationController
          self.count = 0
          self.title = nav and "Inside" or "Alone"
          self.items = {}
        end
        function Note:encodeRestorableState(coder) coder:encode("count", self.count) end
        function Note:decodeRestorableState(coder) self.count = coder:decode "count" end
        """))
    #expect(
      text.contains(
        """
        function Note:viewDidLoad()
          self.count = 0
          self.items = {}
        end

        function Note:viewWillAppear(animated)
          if not self.hasAppeared then
            self.hasAppeared = true
            local nav = self.navigationController
            self.title = nav and "Inside" or "Alone"
          end
        end
        """), "\(text)")
  }

  @Test(
    "a statement that sets what the decoding sets is not moved behind it",
    arguments: [
      "local nav = self.navigationController\n  self.count = nav and 1 or 0",
      "local nav = self.navigationController\n  self:reset(nav)",
      "self.nav = self.navigationController\n  reset(self)",
    ])
  func decodedLater(statements: String) throws {
    let reason = try reason(
      Self.inStack(
        """
        local function reset(note) note.depth, note.count = note.nav and 1 or 0, 0 end
        function Note:reset(nav) reset(self) end
        function Note:set(count) self.count = count end
        function Note:viewDidLoad()
          \(statements)
        end
        function Note:encodeRestorableState(coder) coder:encode("count", self.count) end
        function Note:decodeRestorableState(coder) self:set(coder:decode "count") end
        """))
    #expect(
      reason == "line 8 depends on this read and sets count, and would do so after the decoding has set it",
      "\(reason ?? "")")
  }

  @Test(
    "what cannot leave viewDidLoad is not moved, and the reason says why",
    arguments: [
      (
        "local name = 'a'\n  self.title = self.navigationController and name or ''",
        "what to move uses name, a local variable of viewDidLoad"
      ),
      (
        "if not self.navigationController then return end\n  self.items = {}",
        "viewDidLoad returns or jumps after this read, which its other statements depend on"
      ),
    ])
  func staysInViewDidLoad(statements: String, expected: String) throws {
    let reason = try reason(Self.inStack("function Note:viewDidLoad()\n  \(statements)\nend"))
    #expect(reason == expected)
  }

  @Test("a field that scripts set elsewhere, too, is set at the first appearance only")
  func setElsewhere() throws {
    let text = try repaired(
      Self.inStack(
        """
        function Note:viewDidLoad()
          self.mode = self.navigationController and 1 or 2
        end
        function Note:toggle() self.mode = 3 end
        """))
    #expect(text.contains("    self.hasAppeared = true\n    self.mode = self.navigationController"), "\(text)")
  }
}
