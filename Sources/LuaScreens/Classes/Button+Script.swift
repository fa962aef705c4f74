import Interface
import LuaRuntime

extension ScriptClasses {
  static let button = ScriptClassDefinition(
    "Button", Button.self, "A button, which calls its action when the user presses it with a click, Enter or Space.",
    make: { _ in Button() }
  ) { button, _ in
    button.property(
      "title", "The text of the button; tests can tap it by this text.", get: { $0.attributedTitle },
      set: { $0.attributedTitle = $1 })
    button.property(
      "isPrimary", "Whether the button is the primary one of its screen, which changes its style.",
      get: { $0.isPrimary }, set: { $0.isPrimary = $1 })
    button.property(
      "isDestructive", "Whether the action is destructive, such as deleting, which also changes the button's style.",
      get: { $0.isDestructive },
      set: { $0.isDestructive = $1 })
    button.handler("action(button)", "Called with the button when the user presses it.")
    button.items(set: "title")
  }
}
