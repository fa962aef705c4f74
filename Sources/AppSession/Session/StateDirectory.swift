import Foundation

/// Where the states of apps are kept if nothing else was asked for (XDG Base Directory Specification, `XDG_STATE_HOME`).
public enum StateDirectory {
  /// The folder of the app of this identifier.
  ///
  /// - Parameter script: the file of the script or bundle, if it runs in the sandbox. A script that is not trusted can give any
  ///   identifier, so the folder also depends on the real path of its file, not on the contents.
  public static func standard(
    forIdentifier identifier: String, sandboxedScript script: String? = nil,
    environment: [String: String] = ProcessInfo.processInfo.environment
  ) -> String {
    let folder = script.map { "\(sandboxName)/\(hash(ofPath: realPath($0)))/" } ?? ""
    return "\(home(environment))/luahost/\(folder)\(identifier)"
  }

  /// The folder below which all sandboxed state is; no app has this identifier.
  public static let sandboxName = "sandbox"

  /// A path without links; where nothing is there, without `.` and `..`.
  static func realPath(_ path: String) -> [UInt8] {
    guard let real = realpath(path, nil) else { return Array(URL(fileURLWithPath: path).standardizedFileURL.path.utf8) }
    defer { free(real) }
    return Array(UnsafeRawBufferPointer(start: real, count: strlen(real)))
  }

  /// A name for a path that no other path can be made to have.
  private static func hash(ofPath path: [UInt8]) -> String {
    SHA256.digest(path).prefix(16).map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The folder for what is kept of all apps.
  public static func home(_ environment: [String: String] = ProcessInfo.processInfo.environment) -> String {
    // The specification says that a relative path is to be ignored.
    if let state = environment["XDG_STATE_HOME"], state.hasPrefix("/") { return state }
    let home = environment["HOME"].flatMap { $0.isEmpty ? nil : $0 } ?? NSHomeDirectory()
    return "\(home)/.local/state"
  }
}
