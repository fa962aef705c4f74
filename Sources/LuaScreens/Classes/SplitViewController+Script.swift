import Interface
import LuaRuntime

extension ScriptClasses {
  static let splitViewController = ScriptClassDefinition(
    "SplitViewController", SplitViewController.self,
    "Two screens side by side where there is room for both, else one of them.",
    make: { _ in SplitViewController() }
  ) { split, _ in
    split.property(
      "viewControllers", "The screens of both sides, the primary one first.", get: { $0.viewControllers },
      set: { try $0.setViewControllers($1) })
    split.property("isCollapsed", "Whether there is room for one side only.", get: { $0.isCollapsed })
    split.property(
      "dividerPosition",
      "How many columns the primary side takes; nil lets it choose. Kept, also when the user has moved it.",
      get: { $0.dividerPosition },
      set: { $0.dividerPosition = try $1.map { try nonNegative($0, "dividerPosition") } })
    split.property(
      "shownColumn", "The side that shows where there is room for one only.", get: { $0.shownColumn },
      set: { $0.show($1) })
    split.method("show(column)", "Shows a side, where there is room for one only.") { $0.show($1) }
    split.items("The screens of both sides, the primary one first.") { container, controller in
      try container.setViewControllers(container.viewControllers + [controller])
    }
    split.late("shownColumn")
  }
}
