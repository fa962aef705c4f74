import Interface
import Loop
import LuaScreens
import Processes
import Synchronization

extension AppSession {
  /// Runs a closure that needs the terminal in normal mode, even while the app is shown in it.
  public func withTerminal(_ body: @escaping () -> Void) {
    if let lend = configuration.terminal?.lend { lend(body) } else { body() }
  }

  /// Lets the app lend its terminal. Call it before ``load()``.
  ///
  /// - Parameter lend: restores the terminal, calls the closure, and opens the screen again.
  public func lendTerminal(by lend: @escaping (_ body: () -> Void) -> Void) {
    configuration.terminal = TerminalLending(
      lend: { [loop] body in
        TerminalLoan.isGiven.withLock { $0 = true }
        defer { TerminalLoan.isGiven.withLock { $0 = false } }
        loop.lendTerminal { lend(body) }
      },
      run: { [weak self] command in
        let end = try command.runInTerminal(untilAsked: { MainLoop.pendingEnd })
        self?.recording?.noteProgram(end)
        return end
      })
  }
}

/// Whether another program uses the terminal of this process.
enum TerminalLoan {
  static let isGiven = Mutex(false)

  /// Passes a request to exit on to the program that uses the terminal. Callable from any thread.
  static func forwardEnd() {
    if isGiven.withLock({ $0 }), let signal = MainLoop.pendingEnd { ForegroundChildren.send(signal) }
  }
}
