import FoundationEssentials
import LuaRuntime
import LuaScreens

extension AppSession {
  /// The absolute paths of the files that the app's scripts were loaded from or searched for.
  package var scriptPaths: Set<String> { scripts.paths }
}

/// The files that an app's scripts were loaded from or searched for, in all launches, except the app's own files.
@MainActor
public final class ScriptFiles {
  private let ownFiles: OwnFiles
  /// The absolute paths.
  private(set) var paths: Set<String> = []
  /// Called before each time that a file is read or searched for.
  var onRead: (String) -> Void = { _ in }
  /// The contents by path as the running app has loaded them, nil for missing files; recorded only for an observer of
  /// reloads.
  public internal(set) var loaded: [String: Data?] = [:]

  init(except ownFiles: OwnFiles) { self.ownFiles = ownFiles }

  /// Notes that a file is about to be read or searched for.
  ///
  /// - Parameter isRecorded: whether to record its contents.
  func note(_ path: String, isRecorded: Bool) {
    let path = path.standardizedPath
    guard !ownFiles.contains(path) else { return }
    if isRecorded, loaded.index(forKey: path) == nil {
      loaded.updateValue(Self.contents(of: path), forKey: path)
    }
    paths.insert(path)
    onRead(path)
  }

  /// Returns the contents of a file; nil if it is missing, no regular file, or too large for a script.
  static func contents(of path: String) -> Data? {
    guard let status = FileStatus(path), status.isRegular, status.size <= ScriptFile.maximumSize else { return nil }
    return FileManager.default.contents(atPath: path)
  }
}
