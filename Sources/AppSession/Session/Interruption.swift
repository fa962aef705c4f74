import Glibc
import LuaRuntime
import Processes
import Synchronization

/// The interrupt key: stops the running script and the programs for which it waits. Requested on the thread that
/// handles keys and signals while the main thread is busy.
final class Interruption: Sendable {
  private let state = Mutex((isAllowed: false, hasStopped: false))

  /// Whether interrupts stop scripts. Enabling it resets ``hasStopped``.
  var isAllowed: Bool {
    get { state.withLock { $0.isAllowed } }
    set {
      state.withLock {
        $0.isAllowed = newValue
        if newValue { $0.hasStopped = false }
      }
    }
  }

  /// Whether a signal has stopped a script since the last ``take()`` or since interrupts were enabled.
  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  /// Returns ``hasStopped`` and resets it.
  func take() -> Bool {
    state.withLock { state in
      defer { state.hasStopped = false }
      return state.hasStopped
    }
  }

  /// Stops the running script, if interrupts are enabled.
  ///
  /// - Parameter isByKey: whether a key was read; otherwise the terminal has sent the signal to all programs in it.
  func request(isByKey: Bool) {
    state.withLock {
      guard $0.isAllowed, LuaState.requestInterruptOfAll() else { return }
      if isByKey { ForegroundChildren.send(SIGINT) } else { $0.hasStopped = true }
    }
  }
}
