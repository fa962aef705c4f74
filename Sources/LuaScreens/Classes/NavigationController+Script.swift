import Interface
import LuaRuntime

extension ScriptClasses {
  static let navigationController = ScriptClassDefinition(
    "NavigationController", NavigationController.self,
    "A stack of screens, of which the top one shows, under a bar with its title; Escape goes back. The items are pushed.",
    make: { _ in NavigationController() }
  ) { navigation, _ in
    navigation.property(
      "viewControllers", "The screens of the stack, the root first; setting it replaces all.",
      get: { $0.viewControllers },
      set: { try $0.setViewControllers($1) })
    navigation.property(
      "topViewController", "The screen on top of the stack; nil if that is empty.", type: "ViewController|any",
      get: { $0.topViewController })
    navigation.property(
      "visibleViewController", "The screen that shows: what is presented over the top, or the top itself.",
      type: "ViewController|any",
      get: { $0.visibleViewController })
    navigation.property(
      "isNavigationBarHidden", "Whether the bar with the title is left out.", get: { $0.isNavigationBarHidden },
      set: { $0.isNavigationBarHidden = $1 })
    navigation.method("push(controller)", "Puts a screen on top of the stack and shows it.") { try $0.push($1) }
    navigation.method(
      "pop()", "Takes the screen on top away and returns it; nil, and nothing is done, if only the root is there."
    ) { $0.pop() }
    navigation.method("popToRoot()", "Takes all screens but the root away and returns them.") { $0.popToRoot() }
    navigation.method(
      "popTo(controller)",
      "Takes the screens over one of them away and returns them; one that is not in the stack is an error."
    ) {
      try $0.popTo($1)
    }
    navigation.items("The screens of the stack, the root first.") { try $0.push($1) }
  }
}
