import Interface
import LuaRuntime

extension ScriptClasses {
  static let label = ScriptClassDefinition(
    "Label", Label.self, "Text that is shown and not edited; it wraps where the line ends.", make: { _ in Label() }
  ) { label, _ in
    label.property("text", "The text that it shows, with newlines.", get: { $0.shownText }, set: { $0.shownText = $1 })
    label.property(
      "alignment", "Where the text stands in the room that it has.", get: { $0.alignment }, set: { $0.alignment = $1 })
    label.items(set: "text")
  }
}
