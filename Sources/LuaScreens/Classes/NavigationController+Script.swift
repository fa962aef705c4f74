import Interface
import LuaRuntime

extension ScriptClasses {
  static let navigationController = ScriptClassDefinition(
    "NavigationController", NavigationController.self,
    "A stack of screens, of which the top one is visible, under a bar with its title. Escape goes back. Items are pushed onto the stack.",
    make: { _ in NavigationController() }
  ) { navigation, _ in
    navigation.property(
      "viewControllers", "The screens of the stack, root first; setting it replaces all of them.",
      get: { $0.viewControllers },
      set: { try $0.setViewControllers($1) })
    navigation.property(
      "topViewController", "The top screen of the stack; nil if the stack is empty.", type: "ViewController|any",
      get: { $0.topViewController })
    navigation.property(
      "visibleViewController", "The visible screen: the one presented over the top screen, or the top screen itself.",
      type: "ViewController|any",
      get: { $0.visibleViewController })
    navigation.property(
      "isNavigationBarHidden", "Whether the bar with the title is hidden.", get: { $0.isNavigationBarHidden },
      set: { $0.isNavigationBarHidden = $1 })
    navigation.method("push(controller)", "Pushes a screen onto the stack and shows it.") { try $0.push($1) }
    navigation.method(
      "pop()", "Pops the top screen and returns it; returns nil, without effect, if only the root is left."
    ) { $0.pop() }
    navigation.method("popToRoot()", "Pops all screens except the root and returns them.") { $0.popToRoot() }
    navigation.method(
      "popTo(controller)",
      "Pops all screens above this one and returns them. Raises an error if it is not on the stack."
    ) {
      try $0.popTo($1)
    }
    navigation.items("The screens of the stack, root first.") { try $0.push($1) }
  }
}
