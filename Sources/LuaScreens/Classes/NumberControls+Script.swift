import Interface
import LuaRuntime

extension ScriptClasses {
  static let slider = ScriptClassDefinition(
    "Slider", Slider.self,
    "A number between two bounds, on a line that the user moves along with arrows or the mouse.",
    make: { _ in Slider() }
  ) { slider, _ in slider.number() }

  static let stepper = ScriptClassDefinition(
    "Stepper", Stepper.self, "A number that goes up and down in steps, with two buttons or arrows.",
    make: { _ in Stepper() }
  ) { stepper, _ in
    stepper.number()
    stepper.property(
      "stepValue", "How much one step adds or takes away.", get: { $0.stepValue },
      set: { $0.stepValue = try finite($1, "stepValue") })
  }
}

extension ScriptClass where Object: NumberControl {
  /// What controls of a number have.
  fileprivate func number() {
    property(
      "value", "The number, which is kept between the bounds; setting it calls nobody.", get: { $0.value },
      set: { control, value in
        control.stateWasGiven()
        control.value = try finite(value, "value")
      })
    property(
      "minimumValue", "The least that it can be.", get: { $0.minimumValue },
      set: { $0.minimumValue = try finite($1, "minimumValue") })
    property(
      "maximumValue", "The most that it can be.", get: { $0.maximumValue },
      set: { $0.maximumValue = try finite($1, "maximumValue") })
    handler("onChange(view)", "Called when the user has changed the value; not when a script sets it.")
    late("value")
  }
}
