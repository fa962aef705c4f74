import Interface
import LuaRuntime

extension ScriptClasses {
  static let tabBarController = ScriptClassDefinition(
    "TabBarController", TabBarController.self,
    "Several screens with a tab for each; the screen of the selected tab is visible.",
    make: { _ in TabBarController() }
  ) { tabs, _ in
    tabs.property(
      "viewControllers", "The screens in the order of their tabs, which show their titles.",
      get: { $0.viewControllers },
      set: { try $0.setViewControllers($1) })
    tabs.property(
      "selectedIndex", "The index of the selected tab, counted from 1; nil if there are none.",
      get: { $0.selectedIndex.map { $0 + 1 } },
      set: { tabs, number in
        if number == nil, tabs.viewControllers.isEmpty { return }
        tabs.selectedIndex = try place(number, of: tabs.viewControllers.count, "selectedIndex")
      })
    tabs.property(
      "selectedViewController", "The screen of the selected tab.", type: "ViewController|any",
      get: { $0.selectedViewController },
      set: { tabs, selected in
        if selected == nil, tabs.viewControllers.isEmpty { return }
        guard let selected, tabs.contains(selected) else {
          throw LuaError.usage("selectedViewController: this controller is not one of the tabs")
        }
        tabs.selectedViewController = selected
      })
    tabs.items("The screens in the order of their tabs.") { container, controller in
      try container.setViewControllers(container.viewControllers + [controller])
    }
    tabs.late("selectedIndex", "selectedViewController")
  }
}
