import Interface
import LuaRuntime
import LuaScreens

/// The keys that scripts handle themselves, in a `keyPressed`: those whose names are strings of the scripts, or fields of their
/// tables, and some for scripts that take any letter or digit.
@MainActor
enum OwnKeys {
  /// The largest number of keys among the strings that are compared, and among the fields.
  private static let most = 20
  /// The same for other strings: those of one character have many uses, such as in the map of a game.
  private static let mostOthers = 5

  /// Keys that a script may take without a string for each: `key:match "%w"`, `tonumber(key)`.
  private static let typed: [KeyPress] = [" ", "a", "1"].map { KeyPress(.character($0)) }

  /// Returns the keys that every script may take, those that the strings of an app's scripts name, and then their fields.
  static func keys(in host: ScriptHost) -> [KeyPress] {
    let scripts = AppScripts(of: host)
    func keys(_ names: Set<String>, atMost most: Int) -> [KeyPress] {
      Array(names.sorted().lazy.compactMap { KeyPress(name: $0) }.filter { HostCommand($0) == nil }.prefix(most))
    }
    let compared = keys(scripts.comparedTexts, atMost: most)
    let others = keys(scripts.texts.subtracting(scripts.comparedTexts), atMost: compared.isEmpty ? most : mostOthers)
    return typed + compared + others
      + keys(scripts.fieldNames.subtracting(scripts.texts), atMost: most)
  }

  /// Whether a script handles the keys of an object.
  static func handles(keysOf responder: Responder, in host: ScriptHost) -> Bool {
    host.lua.definition(ofMethod: "keyPressed", of: responder) != nil
  }
}
