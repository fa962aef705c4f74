import Interface
import LuaRuntime
import LuaScreens

/// The keys that scripts handle themselves, in a `keyPressed`: those whose names are among the strings of the scripts.
@MainActor
enum OwnKeys {
  /// The largest number of keys.
  private static let most = 20

  /// Returns the keys that the strings of an app's scripts name, and Space.
  static func keys(in host: ScriptHost) -> [KeyPress] {
    let keys = AppScripts(of: host).texts.sorted().lazy.compactMap { KeyPress(name: $0) }.filter {
      HostCommand($0) == nil
    }
    return [KeyPress(.character(" "))] + keys.prefix(most)
  }

  /// Whether a script handles the keys of an object.
  static func handles(keysOf responder: Responder, in host: ScriptHost) -> Bool {
    host.lua.definition(ofMethod: "keyPressed", of: responder) != nil
  }
}
