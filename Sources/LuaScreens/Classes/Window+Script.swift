import Interface
import LuaRuntime

extension ScriptClasses {
  static let window = ScriptClassDefinition(
    "Window", Window.self, "A window, which shows a tree of view controllers on the whole screen.",
    make: { host in
      let window = Window(size: host.application.screenSize)
      host.application.addWindow(window)
      return window
    }
  ) { window, host in
    window.property(
      "rootViewController", type: "ViewController|any",
      "The root of the tree of controllers; nil before it is set or restored.",
      push: { $1.push(object: $0.rootViewController) },
      take: { [unowned host] window, stack, index in
        let root = try ViewController?.take(stack, index, "rootViewController")
        if root is AlertController {
          throw LuaError.usage(
            "rootViewController: an alert cannot be the root; present it over another controller")
        }
        let place = stack.callerPlace
        host.observers.notify { $0.window(window, willShow: root, at: place) }
        window.rootViewController = root
      })
    window.property("isKeyWindow", "Whether the window has keyboard focus.", get: { $0.isKeyWindow })
    window.method(
      "makeKeyAndVisible()",
      "Shows the window in front of the others and gives it keyboard focus. Call it at the end of `didFinishLaunching`."
    ) { $0.makeKeyAndVisible() }
  }
}
