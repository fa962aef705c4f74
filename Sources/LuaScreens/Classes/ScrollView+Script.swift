import Interface
import LuaRuntime

extension ScriptClasses {
  static let scrollView = ScriptClassDefinition(
    "ScrollView", ScrollView.self, "Shows a part of what is in it, and scrolls.", make: { _ in ScrollView() }
  ) { view, _ in
    view.property(
      "contentOffset", "The cell of the content that is shown first.", get: { $0.contentOffset },
      set: { $0.contentOffset = $1 })
  }
}
