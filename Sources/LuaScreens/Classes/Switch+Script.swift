import Interface
import LuaRuntime

extension ScriptClasses {
  static let switchControl = ScriptClassDefinition(
    "Switch", Switch.self, "A switch, which is on or off; it keeps its value with an identifier.",
    make: { _ in Switch() }
  ) {
    control, _ in
    control.property(
      "isOn", "Whether it is on; setting it calls nobody.", get: { $0.isOn },
      set: { control, isOn in
        control.stateWasGiven()
        control.isOn = isOn
      })
    control.handler("onChange(view)", "Called when the user has switched it; not when a script sets `isOn`.")
  }
}
