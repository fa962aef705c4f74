import Interface
import LuaRuntime

extension ScriptClasses {
  static let checkbox = ScriptClassDefinition(
    "Checkbox", Checkbox.self, "A box that is checked or empty, with a title beside it.", make: { _ in Checkbox() }
  ) { checkbox, _ in
    checkbox.property(
      "title", "The text beside the box; tests can tap it by this text.", get: { $0.attributedTitle },
      set: { $0.attributedTitle = $1 })
    checkbox.items(set: "title")
  }
}
