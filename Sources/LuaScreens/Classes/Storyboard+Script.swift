import Interface
import LuaRuntime

extension ScriptClasses {
  static let storyboard = ScriptClassDefinition(
    "Storyboard", Storyboard.self,
    "Scenes, which are controllers that are made by name; what came from one is made by it again at the next launch."
  ) { storyboard, host in
    storyboard.size { $0.heldBytes }
    storyboard.describe { $0.name }
    storyboard.property("name", "Its name, which saves record.", get: { $0.name })
    storyboard.method(
      "instantiateInitialViewController(): ViewController|any",
      "Makes the controller of the initial scene and returns it."
    ) {
      try $0.instantiateInitialViewController()
    }
    storyboard.method(
      "instantiateViewController(scene): ViewController|any",
      "Makes the controller of a scene and returns it; a name that is not there is an error."
    ) {
      try $0.instantiateViewController($1)
    }
    host.module.function(
      "Storyboard(name: string, definition: { initial: string?, scenes: table<string, table> }): Storyboard",
      "Makes a storyboard of scenes by name. A scene is the properties of its controller, with `class` (or its name), `children` or `viewControllers` (names of scenes) and `view` (a function of the controller)."
    ) { [unowned host] stack in try host.makeStoryboard(stack) }
  }
}
