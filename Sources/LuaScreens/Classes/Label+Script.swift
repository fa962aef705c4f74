import Interface
import LuaRuntime

extension ScriptClasses {
  static let label = ScriptClassDefinition("Label", Label.self, "Text.", make: { _ in Label() }) { label, _ in
    label.property("text", "What it shows.", get: { $0.shownText }, set: { $0.shownText = $1 })
    label.property(
      "alignment", "Where the text stands in its line.", get: { $0.alignment }, set: { $0.alignment = $1 })
    label.items(set: "text")
  }
}
