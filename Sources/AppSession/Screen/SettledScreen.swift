import Interface
import Loop

/// The screen of an app that was launched without a front end.
@MainActor
public struct SettledScreen {
  /// What is waited for before the screen is drawn.
  public enum Wait: Equatable, Sendable {
    /// So many seconds pass.
    case seconds(Double)
    /// A text is on the screen; at most so many seconds pass.
    case text(String, atMost: Double)
  }

  /// The screen.
  public let grid: Grid
  /// Whether what was waited for has come to be.
  public let isMet: Bool

  /// Launches an app, waits until it has settled, and draws it. Nil if the script, or a signal, asked to end instead. The
  /// signals stay the loop's, so that all ends in order.
  ///
  /// - Parameter wait: what else is waited for, while the app runs.
  /// - Throws: what the script failed with.
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
