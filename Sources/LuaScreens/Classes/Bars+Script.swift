import Interface
import LuaRuntime

extension ScriptClasses {
  static let barButtonItem = ScriptClassDefinition(
    "BarButtonItem", BarButtonItem.self, "A button in a bar.", make: { _ in BarButtonItem() })

  static let toolbar = ScriptClassDefinition(
    "Toolbar", Toolbar.self, "A row of buttons.", make: { _ in Toolbar() }
  ) { bar, _ in
    bar.property("items", "Its buttons, from left to right.", get: { $0.items }, set: { $0.items = $1 })
    bar.items { $0.items.append($1) }
  }

  static let navigationItem = ScriptClassDefinition(
    "NavigationItem", NavigationItem.self, "What a navigation bar shows beside the title."
  ) { item, _ in
    item.property(
      "rightBarButtonItem", "The outermost button on the right.", get: { $0.rightBarButtonItem },
      set: { $0.rightBarButtonItem = $1 })
    item.property(
      "rightBarButtonItems", "The buttons on the right; the first one is outermost.", get: { $0.rightBarButtonItems },
      set: { $0.rightBarButtonItems = $1 })
  }
}
