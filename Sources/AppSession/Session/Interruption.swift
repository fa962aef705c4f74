import Glibc
import LuaRuntime
import Processes
import Synchronization

/// What a person asks for with the key that interrupts: the script that runs is to stop, and the programs that it waits for. It
/// is asked for on the thread that hears of keys and signals, while the main thread is busy.
final class Interruption: Sendable {
  private let state = Mutex((isAllowed: false, hasStopped: false))

  /// Whether the key stops scripts now. Each time that it is allowed, nothing has been stopped yet.
  var isAllowed: Bool {
    get { state.withLock { $0.isAllowed } }
    set {
      state.withLock {
        $0.isAllowed = newValue
        if newValue { $0.hasStopped = false }
      }
    }
  }

  /// Whether a signal has stopped a script since ``take()``, or since it was last allowed.
  var hasStopped: Bool { state.withLock { $0.hasStopped } }

  /// The same, once.
  func take() -> Bool {
    state.withLock { state in
      defer { state.hasStopped = false }
      return state.hasStopped
    }
  }

  /// Stops what runs, if that is allowed.
  ///
  /// - Parameter isByKey: whether a key was read, and not the signal that a terminal sends to all programs in it.
  func request(isByKey: Bool) {
    state.withLock {
      guard $0.isAllowed, LuaState.requestInterruptOfAll() else { return }
      if isByKey { ForegroundChildren.send(SIGINT) } else { $0.hasStopped = true }
    }
  }
}
