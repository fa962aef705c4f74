import Interface
import Loop

/// The screen of an app that was launched without a front end.
@MainActor
public struct SettledScreen {
  /// A condition to wait for before the screen is drawn.
  public enum Wait: Equatable, Sendable {
    /// Wait for a number of seconds.
    case seconds(Double)
    /// Wait until a text is on the screen, at most for a number of seconds.
    case text(String, atMost: Double)
  }

  /// The screen.
  public let grid: Grid
  /// Whether the condition was met.
  public let isMet: Bool

  /// Launches an app, waits until it has settled, and draws it. Returns nil if the script or a signal requested an
  /// exit. The loop keeps handling signals, so that the app exits in order.
  ///
  /// - Parameter wait: a further condition to wait for while the app runs.
  /// - Throws: the error of the script.
  public init?(_ session: AppSession, isRestoring: Bool, waitingFor wait: Wait? = nil) throws {
    try session.takeSignals()
    try session.load()
    try session.launch(isRestoring: isRestoring)
    session.settle()
    let hasEnded = { session.requestedExit != nil || MainLoop.isEndPending || session.host == nil }
    if let wait, !hasEnded() {
      let timers = try session.running.timers
      func isShown(_ text: String) -> Bool { session.host?.application.render().text.contains(text) == true }
      let timer = timers.after(wait.seconds) {}
      session.loop.wait(until: {
        if case .text(let text, _) = wait, isShown(text) { return true }
        return !timer.isPending || hasEnded()
      })
      timer.cancel()
    }
    guard !hasEnded() else { return nil }
    grid = try session.running.application.render()
    isMet = if case .text(let text, _)? = wait { grid.text.contains(text) } else { true }
  }
}

extension SettledScreen.Wait {
  fileprivate var seconds: Double {
    switch self {
    case .seconds(let seconds): seconds
    case .text(_, let seconds): seconds
    }
  }
}
