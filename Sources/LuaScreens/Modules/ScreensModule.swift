import Interface
import LuaRuntime

extension ScriptHost {
  /// Defines the classes and the module `luahost`.
  func defineModule() throws {
    module.constant("version", Luahost.version, "The version of the host.")
    module.constant(
      "stateRestorationViewControllerStoryboardKey", ScriptClasses.storyboardKey,
      "The key by which the coder of a restoration method gives the storyboard that a controller came from.")
    module.table("Object", from: "table", "What every object and every class has.")
      .field("class", "Class", "The class that it is an instance of. Read-only.")
      .method(
        "isKindOf(class: Object): boolean", "Tells whether it is an instance of a class, or of one that comes from it."
      )
      .method(
        "subclass(name: string): self",
        "Makes a class that comes from this one: `ui.ViewController:subclass \"NoteViewController\"`. Saves record the name, so a second class of the same name is an error."
      )
      .callback(
        "init(properties: any)",
        "Called on a new instance of a class of your own, after the properties that it was made with have been set; gets their table, or an empty one."
      )
    module.table("Class", from: "Object", "A class: call it with a table of properties to make an instance.")
      .field("name", "string", "The name of the class, which saves record.")
      .field("super", "Class|nil", "The class that it comes from.")
    defineTimers()
    defineTasks()
    defineProcessesAndRequests()
    defineWatching()
    defineResources()
    defineJSON()
    for definition in ScriptClasses.all { try definition.define(in: self) }
    try lua.preload(module.name) { [unowned self] stack in
      stack.createTable(hash: 64)
      for hostClass in lua.hostClasses where !hostClass.isScript && hostClass.factory != nil {
        hostClass.push(on: stack)
        stack.rawSet(-2, hostClass.name)
      }
      try module.setMembers(on: stack)
      try lua.makeStrictModule(module.name, prefix: module.prefix, on: stack)
    }
    try lua.preload("luahost.test") { _ in
      throw LuaError.usage(
        "luahost.test is there in tests alone, and this runs as an app: run it as a test, or launch the app's own script"
      )
    }
  }
}
