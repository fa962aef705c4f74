import Interface
import LuaRuntime

extension ScriptClasses {
  static let segmentedControl = ScriptClassDefinition(
    "SegmentedControl", SegmentedControl.self, "One of several choices, which stand side by side.",
    make: { _ in SegmentedControl() }
  ) { control, _ in
    control.property("segments", "The choices, from left to right.", get: { $0.segments }, set: { $0.segments = $1 })
    control.property(
      "selectedSegmentIndex",
      "The number of the choice, counted from 1; nil if there is none. Setting it calls nobody.",
      get: { $0.selectedSegmentIndex.map { $0 + 1 } },
      set: { control, number in
        control.stateWasGiven()
        control.selectedSegmentIndex = try number.map {
          try place($0, of: control.segments.count, "selectedSegmentIndex")
        }
      })
    control.handler("onChange(view)", "Called when the user has chosen another one; not when a script does.")
    control.late("selectedSegmentIndex")
  }
}
