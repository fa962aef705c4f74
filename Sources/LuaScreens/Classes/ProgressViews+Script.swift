import Interface
import LuaRuntime

extension ScriptClasses {
  static let progressView = ScriptClassDefinition(
    "ProgressView", ProgressView.self, "A bar that shows progress.", make: { _ in ProgressView() }
  ) { view, _ in
    view.property(
      "progress", "The progress from 0 to 1; other values are clamped.", get: { $0.progress },
      set: { $0.progress = $1 })
    view.property(
      "isIndeterminate", "Whether the bar moves back and forth, because the progress is unknown.",
      get: { $0.isIndeterminate },
      set: { $0.isIndeterminate = $1 })
  }

  static let activityIndicator = ScriptClassDefinition(
    "ActivityIndicator", ActivityIndicator.self, "An animated indicator of ongoing activity.",
    make: { _ in ActivityIndicator() }
  ) { view, _ in
    view.property(
      "isAnimating", "Whether it is animating; it is hidden while it is not.", get: { $0.isAnimating },
      set: { $0.isAnimating = $1 })
  }
}
