import AppSession
import Interface
import LuaRuntime
import Terminal

/// The screen of an app that was launched without a terminal.
@MainActor
struct SettledScreen {
  /// The screen.
  let grid: Grid
  /// Whether a callback of the app failed on the way; what failed was said.
  let hasFailed: Bool
  private let loop: EventLoop

  /// Launches an app, waits until it has settled, and draws it. Nil if the script, or a signal, asked to end
  /// instead.
  ///
  /// - Throws: what the script failed with.
  init?(_ session: AppSession, isRestoring: Bool) throws {
    var hasFailed = false
    session.onProblem = { problem in
      complain("\(problem)")
      if problem.isError { hasFailed = true }
    }
    // Takes the signals over, so that all ends in order.
    loop = try EventLoop(input: .none)
    try loop.observeEnd { LuaState.requestEndOfAll() }
    try session.load()
    try session.launch(isRestoring: isRestoring)
    session.settle(unless: { EventLoop.isEndPending })
    guard session.requestedExit == nil, !EventLoop.isEndPending else { return nil }
    grid = try session.running.application.render()
    self.hasFailed = hasFailed
  }
}
