import Interface
import LuaRuntime

extension ScriptClasses {
  static let storyboard = ScriptClassDefinition(
    "Storyboard", Storyboard.self, "Scenes that are made by name."
  ) { storyboard, host in
    storyboard.size { $0.heldBytes }
    storyboard.describe { $0.name }
    storyboard.property("name", "What it is called.", get: { $0.name })
    storyboard.method("instantiateInitialViewController()", "Makes the controller of the first scene.") {
      try $0.instantiateInitialViewController()
    }
    storyboard.method("instantiateViewController(scene)", "Makes the controller of a scene.") {
      try $0.instantiateViewController($1)
    }
    host.module.function(
      "Storyboard(name: string, definition: { initial: string?, scenes: table<string, table> }): Storyboard",
      "Scenes by name. A scene is the properties of its controller, with `class` (or its name), `children` or `viewControllers` (names of scenes) and `view` (a function of the controller)."
    ) { [unowned host] stack in try host.makeStoryboard(stack) }
  }
}
