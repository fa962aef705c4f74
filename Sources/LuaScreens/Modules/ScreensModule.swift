import Interface
import LuaRuntime

extension ScriptHost {
  /// Defines the classes, and the module `luahost` that scripts require.
  func defineModule() throws {
    module.constant("version", Luahost.version, "The host's version.")
    module.constant(
      "stateRestorationViewControllerStoryboardKey", ScriptClasses.storyboardKey,
      "The key under which a coder gives the storyboard that a controller came from.")
    module.table("Class", "A class: call it with a table of properties to make an instance.")
      .field("name", "string", "What the archive records.")
      .field("super", "Class|nil", "The class that it comes from.")
      .method("subclass(name: string): Class", "Makes a class that comes from it.", isOptional: false)
    module.table("Object", "What every object has.")
      .field("class", "Class", "The class that it is an instance of. Read-only.")
      .method(
        "isKindOf(class: Class): boolean", "Whether its class is another one, or comes from it.", isOptional: false)
    defineTimers()
    defineTasks()
    defineProcessesAndRequests()
    defineWatching()
    for definition in ScriptClasses.all { try definition.define(in: self) }
    try lua.preload(module.name) { [unowned self] stack in
      stack.createTable(hash: 64)
      for hostClass in lua.hostClasses where !hostClass.isScript && hostClass.factory != nil {
        hostClass.push(on: stack)
        stack.rawSet(-2, hostClass.name)
      }
      module.setMembers(on: stack)
      try lua.makeStrictModule(module.name, on: stack)
    }
  }
}
