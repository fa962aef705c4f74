import Interface
import LuaRuntime

extension ScriptClasses {
  static let pasteboard = ScriptClassDefinition("Pasteboard", Pasteboard.self, "The text that was copied or cut last.")
  {
    pasteboard, _ in
    pasteboard.property(
      "string", "The text that was copied last. Setting it copies a text.", get: { $0.string }, set: { $0.string = $1 })
  }
}
