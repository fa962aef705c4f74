import Interface
import LuaRuntime

extension ScriptClasses {
  static let pasteboard = ScriptClassDefinition("Pasteboard", Pasteboard.self, "What was copied.") { pasteboard, _ in
    pasteboard.property("string", "The text.", get: { $0.string }, set: { $0.string = $1 })
  }
}
