import Interface
import LuaRuntime

extension ScriptClasses {
  static let progressView = ScriptClassDefinition(
    "ProgressView", ProgressView.self, "A bar that shows how far something is.", make: { _ in ProgressView() }
  ) { view, _ in
    view.property(
      "progress", "How far it is, from 0 to 1; what is outside counts as the nearer end.", get: { $0.progress },
      set: { $0.progress = $1 })
    view.property(
      "isIndeterminate", "Whether it moves to and fro, as nobody knows how far it is.", get: { $0.isIndeterminate },
      set: { $0.isIndeterminate = $1 })
  }

  static let activityIndicator = ScriptClassDefinition(
    "ActivityIndicator", ActivityIndicator.self, "A mark that turns while something goes on.",
    make: { _ in ActivityIndicator() }
  ) { view, _ in
    view.property(
      "isAnimating", "Whether it turns; it is not seen while it does not.", get: { $0.isAnimating },
      set: { $0.isAnimating = $1 })
  }
}
