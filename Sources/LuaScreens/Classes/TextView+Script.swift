import Interface
import LuaRuntime

extension ScriptClasses {
  static let textView = ScriptClassDefinition(
    "TextView", TextView.self, "Several lines of text that the person edits.", make: { _ in TextView() }
  ) { view, _ in view.input(text: "What is in it; comes back as a TextField's does.") }
}
