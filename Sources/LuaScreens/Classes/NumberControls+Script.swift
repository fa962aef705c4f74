import Interface
import LuaRuntime

extension ScriptClasses {
  static let slider = ScriptClassDefinition(
    "Slider", Slider.self,
    "A number between two bounds, selected on a line with arrow keys or the mouse.",
    make: { _ in Slider() }
  ) { slider, _ in slider.number() }

  static let stepper = ScriptClassDefinition(
    "Stepper", Stepper.self, "A number that changes in steps, with two buttons or arrow keys.",
    make: { _ in Stepper() }
  ) { stepper, _ in
    stepper.number()
    stepper.property(
      "stepValue", "The amount of one step.", get: { $0.stepValue },
      set: { $0.stepValue = try finite($1, "stepValue") })
  }
}

extension ScriptClass where Object: NumberControl {
  /// Defines the members shared by controls with a numeric value.
  fileprivate func number() {
    property(
      "value", "The number, limited to the bounds. Setting it does not call `onChange`.", get: { $0.value },
      set: { control, value in
        control.stateWasGiven()
        control.value = try finite(value, "value")
      })
    property(
      "minimumValue", "The smallest selectable value.", get: { $0.minimumValue },
      set: { $0.minimumValue = try finite($1, "minimumValue") })
    property(
      "maximumValue", "The greatest selectable value.", get: { $0.maximumValue },
      set: { $0.maximumValue = try finite($1, "maximumValue") })
    handler("onChange(view)", "Called when the user has changed the value; not when a script does.")
    late("value")
  }
}
