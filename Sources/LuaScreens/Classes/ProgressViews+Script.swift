import Interface
import LuaRuntime

extension ScriptClasses {
  static let progressView = ScriptClassDefinition(
    "ProgressView", ProgressView.self, "How far something is, from 0 to 1.", make: { _ in ProgressView() }
  ) { view, _ in
    view.property("progress", "How far it is, from 0 to 1.", get: { $0.progress }, set: { $0.progress = $1 })
    view.property(
      "isIndeterminate", "Whether nobody knows how far it is.", get: { $0.isIndeterminate },
      set: { $0.isIndeterminate = $1 })
  }

  static let activityIndicator = ScriptClassDefinition(
    "ActivityIndicator", ActivityIndicator.self, "Shows that something goes on.", make: { _ in ActivityIndicator() }
  ) { view, _ in
    view.property("isAnimating", "Whether it does go on.", get: { $0.isAnimating }, set: { $0.isAnimating = $1 })
  }
}
