import Interface
import LuaRuntime

extension ScriptClasses {
  static let checkbox = ScriptClassDefinition(
    "Checkbox", Checkbox.self, "A box that is ticked or empty, with a title beside it.", make: { _ in Checkbox() }
  ) { checkbox, _ in
    checkbox.property(
      "title", "The words beside the box, by which tests can tap it.", get: { $0.shownTitle },
      set: { $0.shownTitle = $1 })
    checkbox.items(set: "title")
  }
}
