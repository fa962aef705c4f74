/// Keys that another thread observes while the main thread is busy, so that a user can end an app that does not respond.
public protocol UrgentInput: Sendable {
  /// The descriptor to poll.
  var descriptor: Int32 { get }
  /// Called before the main thread waits for the keys itself.
  func mainThreadWillWait()
  /// Called after the main thread has waited, and has read the keys.
  func mainThreadDidWait()
  /// Reads keys on behalf of the main thread, and keeps them for it. Returns the request among them; an interrupt only once,
  /// until the main thread has taken the keys.
  func urgentRequest() -> UrgentRequest?
}

/// A request that a user can make of an app that does not respond.
public enum UrgentRequest: Sendable {
  /// End the app.
  case end
  /// Interrupt the running script.
  case interrupt
}
