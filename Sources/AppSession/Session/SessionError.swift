/// An operation that is not possible.
public enum SessionError: Error, CustomStringConvertible {
  /// The app was killed or has exited.
  case notRunning
  /// The app's state cannot be stored.
  case hasNoState

  public var description: String {
    switch self {
    case .notRunning: "the app is not running; relaunch it first"
    case .hasNoState: "the app has no saved state"
    }
  }
}
