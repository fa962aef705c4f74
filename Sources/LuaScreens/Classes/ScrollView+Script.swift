import Interface
import LuaRuntime

extension ScriptClasses {
  static let scrollView = ScriptClassDefinition(
    "ScrollView", ScrollView.self, "A view that shows part of its content and scrolls with keys and the mouse wheel.",
    make: { _ in ScrollView() }
  ) { view, _ in
    view.property(
      "contentOffset", "The cell of the content at the top left of the view, from 0, 0.", get: { $0.contentOffset },
      set: { $0.contentOffset = $1 })
  }
}
