import ArchiveStore
import FoundationEssentials
import LuaScreens
import Processes

/// The folder of an app's own files: next to its state, or a temporary one for the lifetime of the session if the state
/// is in memory.
@MainActor
final class OwnFiles {
  /// The storage of the state.
  var storage: AppSession.Storage
  private var temporary: TemporaryFolder?
  /// The folders returned so far, as absolute paths without `.` and `..`.
  private var directories: Set<String> = []

  init(_ storage: AppSession.Storage) {
    self.storage = storage
  }

  /// Returns the folder for an identifier, creating it if necessary.
  ///
  /// - Parameter script: the script's file, if it runs in the sandbox.
  /// - Throws: ``ArchiveStoreError`` or ``ProcessError`` if it cannot be created.
  func directory(forIdentifier identifier: String, sandboxedScript script: String?) throws -> String {
    let directory = try makeDirectory(StateDirectory.standard(forIdentifier: identifier, sandboxedScript: script))
    directories.insert(directory.standardizedPath)
    return directory
  }

  /// Returns the folder for an identifier if it exists, without creating it.
  func existingDirectory(forIdentifier identifier: String, sandboxedScript script: String?) -> String? {
    if let temporary { return temporary.path }
    switch storage {
    case .memory: return nil
    case .files(let given, let session), .copy(let given, let session, _):
      let standard = StateDirectory.standard(forIdentifier: identifier, sandboxedScript: script)
      let directory = (try? beside(given ?? standard, session))?.ownFiles
      return directory.flatMap { FileManager.default.hasFolder(atPath: $0) ? $0 : nil }
    }
  }

  /// Whether a file is in one of the returned folders.
  func contains(_ path: String) -> Bool { directories.contains { path.hasPrefix($0 + "/") } }

  /// - Parameter standard: the standard folder of the state.
  private func makeDirectory(_ standard: String) throws -> String {
    switch storage {
    case .files(let given, let session): return try beside(given ?? standard, session).makeOwnFiles()
    case .memory: return try temporaryFolder().path
    case .copy(let given, let session, _):
      if let temporary { return temporary.path }
      let original = try beside(given ?? standard, session).ownFiles
      let copy = try temporaryFolder().path
      // The original files are copied and not changed.
      for entry in (try? FileManager.default.contentsOfDirectory(atPath: original)) ?? [] {
        try? FileManager.default.copyItem(atPath: "\(original)/\(entry)", toPath: "\(copy)/\(entry)")
      }
      return copy
    }
  }

  private func beside(_ directory: String, _ session: String) throws -> SessionFiles {
    // Absolute, as a script may pass the path to programs that run in another folder.
    let absolute = FileContents.binaryCurrentFolder == nil ? URL(fileURLWithPath: directory).path : directory
    return try SessionFiles(directory: absolute, session: session)
  }

  private func temporaryFolder() throws -> TemporaryFolder {
    let folder = try temporary ?? TemporaryFolder(prefix: "luahost-files-")
    temporary = folder
    return folder
  }
}
