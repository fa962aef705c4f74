import ArchiveStore
import Interface
import StateRestoration

extension AppSession {
  /// The storage of an app's state.
  public enum Storage {
    /// Files in a folder, by default the app's standard one.
    case files(directory: String?, session: String)
    /// Memory, for the lifetime of the session.
    case memory
    /// Memory, initialized with a save from files, by default the newest. The files are not changed.
    case copy(directory: String?, session: String, save: SaveNumber? = nil)
  }

  /// The folder of the app's own files, if it exists.
  package var filesDirectory: String? {
    host.flatMap {
      ownFiles.existingDirectory(forIdentifier: $0.application.identifier, sandboxedScript: sandboxedScript)
    }
  }
}

extension AppSession.Storage {
  /// The session's name; empty in memory.
  var session: String {
    switch self {
    case .files(_, let session), .copy(_, let session, _): session
    case .memory: ""
    }
  }
}

extension Problem {
  /// Creates the report of what happened to a store; nil if nothing did.
  init?(_ incidents: [SQLiteArchiveStore.Incident]) {
    guard !incidents.isEmpty else { return nil }
    self.init(
      .warning, summary: SQLiteArchiveStore.Incident.summary(of: incidents),
      detail: SQLiteArchiveStore.Incident.details(of: incidents))
  }
}
