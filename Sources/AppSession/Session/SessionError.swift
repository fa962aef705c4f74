/// An operation that is not possible.
public enum SessionError: Error, CustomStringConvertible {
  /// The app was killed or has exited.
  case notRunning
  /// The app's state cannot be stored.
  case hasNoState
  /// A function of the app's script runs, as while it prints, so the app can be neither ended nor launched.
  case scriptIsRunning

  public var description: String {
    switch self {
    case .notRunning: "the app is not running; relaunch it first"
    case .hasNoState: "the app has no saved state"
    case .scriptIsRunning: "the app's script is running; end or launch the app later, in a closure posted to the loop"
    }
  }
}
