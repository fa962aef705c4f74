import Glibc
import SystemCalls

/// Sets the signals of terminal keys while another program in our process group has the foreground, as `system(3)` does:
/// control-C and control-\ do nothing to this process, and control-Z stops it together with that program.
@MainActor
final class ForegroundSignals {
  private var previous: [(number: Int32, action: sigaction)] = []

  init() {
    // An empty handler, because the program would inherit an ignored signal.
    for number in [SIGINT, SIGQUIT] { install(number, { _ in }) }
    install(SIGTSTP, nil)
  }

  private func install(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    // A signal that the parent process ignores (nohup) stays ignored.
    if system_signal_is_ignored(number) == 1 { return }
    var action = sigaction()
    if system_signal_install(number, handler, SA_RESTART, &action) == 0 { previous.append((number, action)) }
  }

  /// Restores the former actions.
  func restore() {
    for (number, action) in previous {
      var action = action
      _ = system_signal_set(number, &action)
    }
    previous = []
  }
}
