import Interface
import LuaRuntime

extension ScriptHost {
  /// Defines the classes and the module `luahost`.
  func defineModule() throws {
    module.constant("version", Luahost.version, "The version of luahost.")
    module.constant(
      "stateRestorationViewControllerStoryboardKey", ScriptClasses.storyboardKey,
      "The key under which the coder of a restoration method contains the storyboard of a controller.")
    module.table("Object", from: "table", "The members of every object and every class.")
      .field("class", "Class", "The class of the object. Read-only.")
      .method(
        "isKindOf(class: Object): boolean",
        "Returns whether the object is an instance of a class or of one of its subclasses."
      )
      .method(
        "subclass(name: string): self",
        "Creates a subclass: `ui.ViewController:subclass \"NoteViewController\"`. Saved states contain the name, so a second class with the same name is an error."
      )
      .callback(
        "init(properties: any)",
        "Called on a new instance of a subclass, after the given properties have been set, with the table of these properties, or an empty table."
      )
    module.table("Class", from: "Object", "A class: call it with a table of properties to create an instance.")
      .field("name", "string", "The name of the class, which is part of the saved state.")
      .field("super", "Class|nil", "The superclass of the class.")
    defineTimers()
    defineTasks()
    defineProcessesAndRequests()
    defineWatching()
    defineResources()
    defineJSON()
    defineClipboard()
    defineWorkers()
    defineFormats()
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
        "the module luahost.test is only available in tests, but this script runs as an app: run it as a test, or launch the app's own script"
      )
    }
  }
}
