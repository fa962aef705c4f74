/// The decision about a session that another process holds.
public enum HeldSession: Sendable {
  /// Use the session: the other process has released it.
  case free
  /// Start another session beside it.
  case beside
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
