import ArchiveStore

/// The decision about a session that another process holds.
public enum HeldSession: Sendable {
  /// Use the session: the other process has released it.
  case free
  /// Start another session beside it.
  case beside
}

extension SessionLock {
  /// Locks the first free session with a number after the name of another one.
  static func beside(_ files: SessionFiles) throws -> (lock: SessionLock, session: String) {
    for number in 2... {
      let suffix = "-\(number)"
      let name = "\(files.session.prefix(SessionFiles.longestSession - suffix.utf8.count))\(suffix)"
      do {
        return try (SessionLock(SessionFiles(directory: files.directory, session: name)), name)
      } catch ArchiveStoreError.locked {}
    }
    throw SessionError.hasNoState
  }
}
