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
      "The controller whose screen it shows, the root of the tree; nil before one is set or restored.",
      push: { $1.push(object: $0.rootViewController) },
      take: { [unowned host] window, stack, index in
        let root = try ViewController?.take(stack, index, "rootViewController")
        if root is AlertController {
          throw LuaError.usage(
            "rootViewController: an alert is presented over another controller; it cannot be the root")
        }
        host.mistakes.rootWillBeSet(root, of: window, at: stack.callerPlace)
        window.rootViewController = root
      })
    window.property("isKeyWindow", "Whether the window has keyboard focus.", get: { $0.isKeyWindow })
    window.method(
      "makeKeyAndVisible()",
      "Shows it over the other windows and gives it the keys. Call it at the end of `didFinishLaunching`."
    ) { $0.makeKeyAndVisible() }
  }
}
