import Interface
import LuaRuntime

extension ScriptClasses {
  static let navigationController = ScriptClassDefinition(
    "NavigationController", NavigationController.self, "A stack of screens, of which the top one shows.",
    make: { _ in NavigationController() }
  ) { navigation, _ in
    navigation.property(
      "viewControllers", "The screens, the root first.", get: { $0.viewControllers },
      set: { try $0.setViewControllers($1) })
    navigation.property("topViewController", "The screen on top.", get: { $0.topViewController })
    navigation.property(
      "visibleViewController", "The screen that shows: what is presented over the top, or the top.",
      get: { $0.visibleViewController })
    navigation.property(
      "isNavigationBarHidden", "Whether the bar with the title is left out.", get: { $0.isNavigationBarHidden },
      set: { $0.isNavigationBarHidden = $1 })
    navigation.method("push(controller)", "Shows a screen on top.") { try $0.push($1) }
    navigation.method("pop()", "Takes away the screen on top, and returns it.") { $0.pop() }
    navigation.method("popToRoot()", "Takes away all screens but the root, and returns them.") { $0.popToRoot() }
    navigation.method("popTo(controller)", "Takes away the screens over one of them, and returns them.") {
      try $0.popTo($1)
    }
    navigation.items { try $0.push($1) }
  }
}
