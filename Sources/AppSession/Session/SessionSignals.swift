import Glibc
import Loop
import LuaRuntime
import Processes

// The process's signals, and the interrupt key.
extension AppSession {
  /// Whether the interrupt key, or `SIGINT` if that does not exit the app, stops the running script.
  public var isInterruptible: Bool {
    get { interruption.isAllowed }
    set { interruption.isAllowed = newValue }
  }

  /// Whether a `SIGINT` that has not been delivered by the loop yet has stopped a script.
  public var wasInterrupted: Bool { interruption.hasStopped }

  /// Returns ``wasInterrupted`` and resets it; the signal then needs no further handling.
  public func takeInterruption() -> Bool { interruption.take() }

  /// Takes over the process's signals, and stops running scripts when a signal or key requests it.
  ///
  /// - Parameters:
  ///   - urgent: watches keys while a script runs.
  ///   - byInterrupt: whether `SIGINT` exits the app, too.
  /// - Throws: ``LoopError`` if the process has no free descriptors.
  public func takeSignals(urgent: (any UrgentInput)? = nil, byInterrupt: Bool = true) throws {
    try loop.takeSignals()
    let onInterrupt: @Sendable (Bool) -> Void = { [interruption] in interruption.request(isByKey: $0) }
    // A script that waits for a program can stop only when the program exits. Programs of ui.run are not affected.
    let onDelay: @Sendable () -> Void = { if LuaState.endAwaitsOthers { ForegroundChildren.send(SIGTERM) } }
    try loop.observeEnd(
      of: urgent, byInterrupt: byInterrupt, onInterrupt: onInterrupt, onDelay: onDelay, onStuck: onStuck
    ) {
      LuaState.requestEndOfAll()
      TerminalLoan.forwardEnd()
    }
    loop.onInput = { [weak self] in self?.noteInput() }
    canHandOver = true
  }
}
