import Glibc
import SystemCalls

/// Whether `SIGINT` has arrived, for work that checks it between its steps.
///
/// The first signal only sets the flag. The second one has the effect that it had before, and usually terminates the process.
package final class InterruptFlag {
  private var previous = sigaction()
  private let isInstalled: Bool

  /// Waits for the signal, unless the parent process ignores it (nohup).
  package init() {
    flag?.pointee = 0
    isInstalled =
      system_signal_is_ignored(SIGINT) == 0
      && system_signal_install(SIGINT, { _ in flag?.pointee = 1 }, Int32(bitPattern: UInt32(SA_RESETHAND)), &previous)
        == 0
  }

  deinit {
    if isInstalled { _ = system_signal_set(SIGINT, &previous) }
  }

  /// Whether the signal has arrived since the flag was created.
  package var isSet: Bool { flag?.pointee == 1 }
}

// Initialised before the handler is installed, and never freed.
private nonisolated(unsafe) let flag: UnsafeMutablePointer<sig_atomic_t>? = {
  let flag = UnsafeMutablePointer<sig_atomic_t>.allocate(capacity: 1)
  flag.initialize(to: 0)
  return flag
}()
