import Interface
import LuaRuntime

extension ScriptClasses {
  static let switchControl = ScriptClassDefinition("Switch", Switch.self, "On or off.", make: { _ in Switch() }) {
    control, _ in
    control.property("isOn", "Whether it is on.", get: { $0.isOn }, set: { $0.isOn = $1 })
    control.handler("onChange(view)", "Called when the person has switched it.")
  }
}
