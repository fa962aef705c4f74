import Interface
import LuaRuntime

extension ScriptClasses {
  static let button = ScriptClassDefinition(
    "Button", Button.self, "A button, which calls its action when the user presses it: a click, Enter or Space.",
    make: { _ in Button() }
  ) { button, _ in
    button.property(
      "title", "The words on it, by which tests can tap it.", get: { $0.shownTitle }, set: { $0.shownTitle = $1 })
    button.property(
      "isDestructive", "Whether it does what cannot be undone, and looks so, as for deleting.",
      get: { $0.isDestructive },
      set: { $0.isDestructive = $1 })
    button.handler("action(button)", "Called when the user presses it, with the button.")
    button.items(set: "title")
  }
}
