/// What to do about a session that another process holds.
public enum HeldSession: Sendable {
  /// Take it: the other process does not hold it any more.
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
