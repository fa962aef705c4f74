import Interface
import LuaRuntime

extension ScriptClasses {
  static let textField = ScriptClassDefinition(
    "TextField", TextField.self, "One line of text that the person edits.", make: { _ in TextField() }
  ) { field, host in
    field.input(
      text:
        "What is in it. What a script sets is the script's to bring back; what the person typed since comes back by itself, unless `isSecure`. What it is made with is only what it begins with."
    )
    field.property(
      "isSecure", "Whether the text is hidden, and never kept.", get: { $0.isSecure }, set: { $0.isSecure = $1 })
    field.handler(
      "onSubmit(view)", "Called when the person has finished with Enter.",
      didSet: { [unowned host] field, isSet in
        field.onSubmit = isSet ? { [weak host] field in host?.runHandler("onSubmit", of: field) } : nil
      })
  }

  static let searchBar = ScriptClassDefinition(
    "SearchBar", SearchBar.self, "A field for what is looked for; Escape empties it.", make: { _ in SearchBar() })
}
