import Interface
import LuaRuntime

extension ScriptClasses {
  static let window = ScriptClassDefinition(
    "Window", Window.self, "Shows a tree of view controllers.",
    make: { host in
      let window = Window(size: host.application.screenSize)
      host.application.addWindow(window)
      return window
    }
  ) { window, _ in
    window.property(
      "rootViewController", "The controller whose screen it shows.", get: { $0.rootViewController },
      set: { window, root in
        if root is AlertController {
          throw LuaError.usage(
            "rootViewController: an alert is presented over another controller; it cannot be the root")
        }
        window.rootViewController = root
      })
    window.property("isKeyWindow", "Whether it has the keys.", get: { $0.isKeyWindow })
    window.method("makeKeyAndVisible()", "Shows it, and gives it the keys.") { $0.makeKeyAndVisible() }
  }
}
