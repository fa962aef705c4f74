import Foundation

/// Where the states of apps are kept if nothing else was asked for (XDG Base Directory Specification, `XDG_STATE_HOME`).
public enum StateDirectory {
  /// The folder of the app of this identifier.
  public static func standard(
    forIdentifier identifier: String, environment: [String: String] = ProcessInfo.processInfo.environment
  )
    -> String
  {
    "\(home(environment))/luahost/\(identifier)"
  }

  /// The folder for what is kept of all apps.
  public static func home(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    // The specification says that a relative path is to be ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return "\(home)/.local/state"
  }
}
