import Interface
import LuaScreens
import Processes
import Synchronization

extension AppSession {
  /// Does something that needs the terminal as a shell leaves it, also while the app is shown in it.
  public func withTerminal(_ body: @escaping () -> Void) {
    if let lend = configuration.terminal?.lend { lend(body) } else { body() }
  }

  /// Lets the app hand over the terminal that it is shown in. To be called before ``load()``.
  ///
  /// - Parameter lend: gives the screen back, calls the closure, and takes the screen again.
  public func lendTerminal(by lend: @escaping (_ body: () -> Void) -> Void) {
    configuration.terminal = TerminalLending(
      lend: { [loop] body in
        TerminalLoan.isGiven.withLock { $0 = true }
        defer { TerminalLoan.isGiven.withLock { $0 = false } }
        loop.lendTerminal { lend(body) }
      }, run: { try $0.runInTerminal(untilAsked: { MainLoop.pendingEnd }) })
  }
}

/// Whether another program has the terminal of this process now.
enum TerminalLoan {
  static let isGiven = Mutex(false)

  /// The process is to end: who has the terminal hears of it, too. From any thread.
  static func passOnEnd() {
    if isGiven.withLock({ $0 }), let signal = MainLoop.pendingEnd { ForegroundChildren.send(signal) }
  }
}
