import Interface
import LuaRuntime

extension ScriptClasses {
  static let switchControl = ScriptClassDefinition(
    "Switch", Switch.self, "A switch, which is on or off. With an identifier, its value is saved.",
    make: { _ in Switch() }
  ) {
    control, _ in
    control.property(
      "isOn", "Whether it is on. Setting it does not call `onChange`.", get: { $0.isOn },
      set: { control, isOn in
        control.stateWasGiven()
        control.isOn = isOn
      })
    control.handler("onChange(view)", "Called when the user has toggled the switch; not when a script sets `isOn`.")
  }
}
