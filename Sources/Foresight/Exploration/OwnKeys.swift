import Interface
import LuaRuntime
import LuaScreens

/// The keys that scripts handle themselves, in a `keyPressed`: those whose names are strings of the scripts, or fields of their
/// tables.
@MainActor
enum OwnKeys {
  /// The largest number of keys among the strings, and among the fields.
  private static let most = 20

  /// Returns the keys that the strings of an app's scripts name, and then their fields, and Space.
  static func keys(in host: ScriptHost) -> [KeyPress] {
    let scripts = AppScripts(of: host)
    let keys = [scripts.texts, scripts.fieldNames.subtracting(scripts.texts)].flatMap { names in
      names.sorted().lazy.compactMap { KeyPress(name: $0) }.filter { HostCommand($0) == nil }.prefix(most)
    }
    return [KeyPress(.character(" "))] + keys
  }

  /// Whether a script handles the keys of an object.
  static func handles(keysOf responder: Responder, in host: ScriptHost) -> Bool {
    host.lua.definition(ofMethod: "keyPressed", of: responder) != nil
  }
}
