import Interface
import LuaRuntime

extension ScriptClasses {
  static let splitViewController = ScriptClassDefinition(
    "SplitViewController", SplitViewController.self,
    "Two screens side by side if there is room for both, otherwise one of them.",
    make: { _ in SplitViewController() }
  ) { split, _ in
    split.property(
      "viewControllers", "The screens of both sides, the primary one first.", get: { $0.viewControllers },
      set: { try setSides($1, of: $0) })
    split.property("isCollapsed", "Whether there is room for only one side.", get: { $0.isCollapsed })
    split.property(
      "dividerPosition",
      "The number of columns of the primary side; nil chooses automatically. It is saved, including changes by the user.",
      get: { $0.dividerPosition },
      set: { $0.dividerPosition = try $1.map { try nonNegative($0, "dividerPosition") } })
    split.property(
      "shownColumn", "The side that is visible if there is room for only one.", get: { $0.shownColumn },
      set: { $0.show($1) })
    split.method("show(column)", "Shows a side if there is room for only one.") { $0.show($1) }
    split.items("The screens of both sides, the primary one first.") { container, controller in
      try setSides(container.viewControllers + [controller], of: container)
    }
    split.late("shownColumn")
  }

  private static func setSides(_ controllers: [ViewController], of split: SplitViewController) throws {
    guard controllers.count <= 2 else {
      throw LuaError.usage("viewControllers: expected at most two screens, got \(controllers.count)")
    }
    try split.setViewControllers(controllers)
  }
}
