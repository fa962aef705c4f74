import ArchiveStore
import Foundation

/// The folder that an app has for files of its own: beside its state, or where that is in memory, a temporary one that lives
/// as long as the session.
@MainActor
final class OwnFiles {
  /// Where the state is kept.
  var storage: AppSession.Storage
  private var temporary: String?
  /// What was handed out, by whole paths without `.` and `..`.
  private var directories: Set<String> = []

  init(_ storage: AppSession.Storage) {
    self.storage = storage
  }

  /// The folder of the app of this identifier, made if it is not there.
  ///
  /// - Parameter script: the file of the script, if it runs in the sandbox.
  /// - Throws: ``ArchiveStoreError`` if it cannot be made.
  func directory(forIdentifier identifier: String, sandboxedScript script: String?) throws -> String {
    let directory = try makeDirectory(StateDirectory.standard(forIdentifier: identifier, sandboxedScript: script))
    directories.insert(URL(fileURLWithPath: directory).standardizedFileURL.path)
    return directory
  }

  /// Whether a file, by such a path, is in a folder that was handed out.
  func contains(_ path: String) -> Bool { directories.contains { path.hasPrefix($0 + "/") } }

  /// - Parameter standard: the folder of the state, if no other was given.
  private func makeDirectory(_ standard: String) throws -> String {
    switch storage {
    case .files(let given, let session): return try beside(given ?? standard, session).makeOwnFiles()
    case .memory: return try temporaryDirectory()
    case .copy(let given, let session, _):
      if let temporary { return temporary }
      let original = try beside(given ?? standard, session).ownFiles
      let copy = try temporaryDirectory()
      // What is there is looked at, and nothing of it changes.
      for entry in (try? FileManager.default.contentsOfDirectory(atPath: original)) ?? [] {
        try? FileManager.default.copyItem(atPath: "\(original)/\(entry)", toPath: "\(copy)/\(entry)")
      }
      return copy
    }
  }

  private func beside(_ directory: String, _ session: String) throws -> SessionFiles {
    // A script hands it to programs that run elsewhere.
    try SessionFiles(directory: URL(fileURLWithPath: directory).path, session: session)
  }

  private func temporaryDirectory() throws -> String {
    if let temporary { return temporary }
    let name = "luahost-files-\(UUID().uuidString)"
    let files = try SessionFiles(directory: FileManager.default.temporaryDirectory.path, session: name)
    let directory = try files.makeOwnFiles()
    temporary = directory
    return directory
  }

  isolated deinit {
    if let temporary { try? FileManager.default.removeItem(atPath: temporary) }
  }
}
