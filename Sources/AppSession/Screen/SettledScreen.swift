import Interface

/// The screen of an app that was launched without a front end.
@MainActor
public struct SettledScreen {
  /// The screen.
  public let grid: Grid

  /// Launches an app, waits until it has settled, and draws it. Nil if the script, or a signal, asked to end instead. The
  /// signals stay the loop's, so that all ends in order.
  ///
  /// - Throws: what the script failed with.
  public init?(_ session: AppSession, isRestoring: Bool) throws {
    try session.takeSignals()
    try session.load()
    try session.launch(isRestoring: isRestoring)
    session.settle()
    guard session.requestedExit == nil, !MainLoop.isEndPending else { return nil }
    grid = try session.running.application.render()
  }
}
