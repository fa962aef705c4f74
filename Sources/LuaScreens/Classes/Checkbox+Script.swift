import Interface
import LuaRuntime

extension ScriptClasses {
  static let checkbox = ScriptClassDefinition(
    "Checkbox", Checkbox.self, "A box that is checked or empty, with a title beside it.", make: { _ in Checkbox() }
  ) { checkbox, _ in
    checkbox.property(
      "title", "The text beside the box; tests can tap it by this text.", get: { $0.shownTitle },
      set: { $0.shownTitle = $1 })
    checkbox.items(set: "title")
  }
}
