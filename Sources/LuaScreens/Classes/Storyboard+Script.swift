import Interface
import LuaRuntime

extension ScriptClasses {
  static let storyboard = ScriptClassDefinition(
    "Storyboard", Storyboard.self,
    "A set of scenes, which create controllers by name. A controller from a scene is re-created from it at the next launch."
  ) { storyboard, _ in
    storyboard.size { $0.heldBytes }
    storyboard.describe { $0.name }
    storyboard.property("name", "Its name, which is part of the saved state.", get: { $0.name })
    storyboard.method(
      "instantiateInitialViewController(): ViewController|any",
      "Creates the controller of the initial scene and returns it."
    ) {
      try $0.instantiateInitialViewController()
    }
    storyboard.method(
      "instantiateViewController(scene): ViewController|any",
      "Creates the controller of a scene and returns it. Raises an error if there is no such scene."
    ) {
      try $0.instantiateViewController($1)
    }
  } functions: { host in
    host.module.function(
      "Storyboard(name: string, definition: { initial: string?, scenes: table<string, table> }): Storyboard",
      "Creates a storyboard from scenes by name. A scene contains the properties of its controller, with `class` (or its name), `children` or `viewControllers` (names of scenes) and `view` (a function of the controller)."
    ) { [unowned host] stack in try host.makeStoryboard(stack) }
  }
}
