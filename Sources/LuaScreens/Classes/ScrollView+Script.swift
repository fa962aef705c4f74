import Interface
import LuaRuntime

extension ScriptClasses {
  static let scrollView = ScriptClassDefinition(
    "ScrollView", ScrollView.self, "A view that shows a part of what is in it and scrolls, by keys and by the wheel.",
    make: { _ in ScrollView() }
  ) { view, _ in
    view.property(
      "contentOffset", "The cell of the content that is shown at the top left, from 0, 0.", get: { $0.contentOffset },
      set: { $0.contentOffset = $1 })
  }
}
