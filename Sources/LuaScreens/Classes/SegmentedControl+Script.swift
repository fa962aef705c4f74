import Interface
import LuaRuntime

extension ScriptClasses {
  static let segmentedControl = ScriptClassDefinition(
    "SegmentedControl", SegmentedControl.self, "A row of choices, one of which is selected.",
    make: { _ in SegmentedControl() }
  ) { control, _ in
    control.property("segments", "The choices, from left to right.", get: { $0.segments }, set: { $0.segments = $1 })
    control.property(
      "selectedSegmentIndex",
      "The index of the selected choice, counted from 1, or nil. Setting it does not call `onChange`.",
      get: { $0.selectedSegmentIndex.map { $0 + 1 } },
      set: { control, number in
        control.stateWasGiven()
        control.selectedSegmentIndex = try number.map {
          try place($0, of: control.segments.count, "selectedSegmentIndex")
        }
      })
    control.handler("onChange(view)", "Called when the user has selected another choice; not when a script does.")
    control.late("selectedSegmentIndex")
  }
}
