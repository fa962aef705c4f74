import Interface
import LuaRuntime

extension ScriptClasses {
  static let barButtonItem = ScriptClassDefinition(
    "BarButtonItem", BarButtonItem.self, "A button in a bar; `title` and `action` work as in Button.",
    make: { _ in BarButtonItem() }
  ) { _, _ in }

  static let toolbar = ScriptClassDefinition(
    "Toolbar", Toolbar.self, "A row of buttons, for example at the bottom of a screen.", make: { _ in Toolbar() }
  ) { bar, _ in
    bar.property("items", "The buttons, from left to right.", get: { $0.items }, set: { $0.items = $1 })
    bar.items("The buttons, from left to right.") { $0.items.append($1) }
  }

  static let navigationItem = ScriptClassDefinition(
    "NavigationItem", NavigationItem.self,
    "The items that the bar of a navigation controller shows for one screen, beside its title."
  ) { item, _ in
    item.property(
      "subtitle", "A text on the right of the title, such as the number of items. It is omitted if there is no room.",
      get: { $0.subtitle }, set: { $0.subtitle = $1 })
    item.property(
      "rightBarButtonItem", "The outermost button on the right, or nil. Setting it replaces all buttons on the right.",
      get: { $0.rightBarButtonItem },
      set: { $0.rightBarButtonItem = $1 })
    item.property(
      "rightBarButtonItems", "The buttons on the right; the first one is outermost.", get: { $0.rightBarButtonItems },
      set: { $0.rightBarButtonItems = $1 })
  }
}
