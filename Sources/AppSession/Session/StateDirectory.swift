import FoundationEssentials
import Glibc
import LuaScreens

/// The standard folders of apps' states (XDG Base Directory Specification, `XDG_STATE_HOME`).
public enum StateDirectory {
  /// Returns the folder of an app.
  ///
  /// - Parameter script: the file of a sandboxed script or bundle. As such a script can claim any identifier, its
  ///   folder also depends on the real path of its file, but not on the contents.
  public static func standard(
    forIdentifier identifier: String, sandboxedScript script: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let folder = script.map { "\(sandboxName)/\(hash(ofPath: realPath($0)))/" } ?? ""
    return "\(home(environment))/luahost/\(folder)\(identifier)"
  }

  /// The folder with all sandboxed states; not a valid identifier.
  public static let sandboxName = "sandbox"

  /// Returns a path with symbolic links resolved; if it does not exist, without `.` and `..`.
  static func realPath(_ path: String) -> [UInt8] {
    guard let real = realpath(path, nil) else { return Array(path.standardizedPath.utf8) }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  /// Returns a collision-resistant name for a path.
  private static func hash(ofPath path: [UInt8]) -> String {
    SHA256.digest(path).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns the folder for the state of all apps.
  public static func home(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    home("XDG_STATE_HOME", ".local/state", environment)
  }

  /// Returns a base folder of the user: the one that a variable names, or the standard one below the home folder.
  static func home(_ variable: String, _ standard: String, _ environment: [String: String]) -> String {
    // The specification requires that a relative path be ignored.
    if let folder = environment[variable], folder.hasPrefix("/") { return folder }
    let home =
      environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? FileManager.default.homeDirectoryForCurrentUser.path
    return "\(home)/\(standard)"
  }
}
