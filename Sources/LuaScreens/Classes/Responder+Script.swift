import Interface
import LuaRuntime

extension ScriptClasses {
  static let responder = ScriptClassDefinition(
    "Responder", Responder.self,
    "The common superclass of windows, view controllers, views and the application. Keys are passed from one to the next."
  ) { _, _ in }
}

extension ScriptClass where Object: Responder {
  /// Defines `keyCommands`: named actions that are available in the command palette and by their keys.
  func keyCommands(_ host: ScriptHost, set: @escaping @MainActor (Object, [KeyCommand]) -> Void) {
    property(
      "keyCommands", type: "KeyCommand[]",
      "The commands available here, each with a title in the command palette (\(HostCommand.commands.keyNames)) and an optional key. Setting the property replaces the whole list.",
      push: { object, stack in
        if !stack.state.pushHandlerList("keyCommands", of: object, on: stack) { stack.createTable() }
      },
      take: { [unowned host] object, stack, index in
        let commands = try host.keyCommands(at: index, of: object, on: stack)
        stack.state.setHandlerList("keyCommands", of: object, toValueAt: index, on: stack)
        set(object, commands)
      })
  }
}
