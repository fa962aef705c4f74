import AppSession
import FoundationEssentials
import Terminal

extension LineHistory {
  /// Returns the history of the lines entered at prompts, which all apps share.
  static func ofPrompts() -> LineHistory {
    let folder = StateDirectory.home() + "/luahost"
    try? FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    return LineHistory(path: folder + "/history")
  }
}
