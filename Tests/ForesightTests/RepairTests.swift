import Foundation
import LuaScreens
import Testing

@testable import Foresight

/// What `--fix` does to apps with one mistake.
@Suite("Fixes of the doctor")
@MainActor
struct RepairTests {
  /// The mistakes whose fix follows from the definitions.
  nonisolated private static let fixable: Set<String> = [
    "a root without identifier above an identified view", "a root without identifier with state of its own",
    "two tabs with one identifier", "two views with one identifier", "a root that nothing creates again",
    "a restoration class without its method", "a navigation controller that is created with its root", "a misspelt key",
    "a subclass that does not call super", "a subclass whose method does not run",
    "an app that saves and does not restore",
    "an app that restores and does not save", "a root that is set at every launch", "viewDidLoad reads its container",
  ]

  @Test(
    "a fixed app is clean, and the diff changes it so", arguments: DoctorCase.all.filter { fixable.contains($0.name) })
  func fixes(_ example: DoctorCase) throws {
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.remaining.isEmpty, "\(repair.remaining) \(repair.diff)")
      #expect(repair.fixed.count == example.expected.count)
      let before = try String(contentsOf: file, encoding: .utf8)
      #expect(before == example.script)
      #expect(repair.diff.hasPrefix("--- \(file.path)\n+++ \(file.path)\n@@ -"))
      try repair.write()
      #expect(try Doctor(ScriptHost.Configuration(script: file.path)).examine().findings == [])
    }
  }

  @Test("every fixable mistake is among the cases")
  func known() { #expect(Self.fixable.isSubset(of: DoctorCase.all.map(\.name))) }

  @Test("a mistake whose fix depends on the app's intentions is left, with the reason")
  func unfixable() throws {
    let example = try #require(DoctorCase.all.first { $0.name == "a value that cannot be saved" })
    try example.withFolder { file in
      let repair = try Repair(Doctor(ScriptHost.Configuration(script: file.path)))
      #expect(repair.files.isEmpty && repair.diff.isEmpty)
      #expect(repair.remaining.map(\.reason) == ["what to write depends on what the app means to do"])
    }
  }

  @Test("a diff has three lines of context, and a hunk for each group of changes")
  func diff() {
    let old = (1...20).map { "line \($0)\n" }.joined()
    let new = old.replacing("line 2\n", with: "second\n").replacing("line 19\n", with: "")
    #expect(
      UnifiedDiff.text(file: "a.lua", from: old, to: new) == """
        --- a.lua
        +++ a.lua
        @@ -1,5 +1,5 @@
         line 1
        -line 2
        +second
         line 3
         line 4
         line 5
        @@ -16,5 +16,4 @@
         line 16
         line 17
         line 18
        -line 19
         line 20

        """)
    #expect(UnifiedDiff.text(file: "a.lua", from: old, to: old) == "")
  }
}
