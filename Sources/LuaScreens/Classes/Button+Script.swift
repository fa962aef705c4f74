import Interface
import LuaRuntime

extension ScriptClasses {
  static let button = ScriptClassDefinition(
    "Button", Button.self, "Does something when it is pressed.", make: { _ in Button() }
  ) { button, _ in
    button.property("title", "What stands on it.", get: { $0.shownTitle }, set: { $0.shownTitle = $1 })
    button.property(
      "isDestructive", "Whether it does what cannot be undone, and looks so.", get: { $0.isDestructive },
      set: { $0.isDestructive = $1 })
    button.handler("action(button)", "Called when it is pressed.")
    button.items(set: "title")
  }
}
