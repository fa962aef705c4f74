import Interface
import LuaRuntime

extension ScriptClasses {
  static let label = ScriptClassDefinition(
    "Label", Label.self, "A text that the user cannot edit; it wraps at the end of a line.", make: { _ in Label() }
  ) { label, _ in
    label.property(
      "text", "The text, which may contain newlines.", get: { $0.attributedText }, set: { $0.attributedText = $1 })
    label.property(
      "alignment", "The horizontal alignment of the text.", get: { $0.alignment }, set: { $0.alignment = $1 })
    label.items(set: "text")
  }
}
