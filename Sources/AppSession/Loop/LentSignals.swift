import Glibc
import SystemCalls

/// The signals that keys of a terminal send, while another program in our process group has it: as `system(3)` has them, which
/// lets control-C and control-\ pass by, and control-Z stop us together with that program.
@MainActor
final class LentSignals {
  private var previous: [(number: Int32, action: sigaction)] = []

  init() {
    // A handler that does nothing, because an ignored signal would be ignored in the program, too.
    for number in [SIGINT, SIGQUIT] { install(number, { _ in }) }
    install(SIGTSTP, nil)
  }

  private func install(_ number: Int32, _ handler: (@convention(c) (Int32) -> Void)?) {
    // Who starts a program with a signal ignored (nohup) means it.
    if system_signal_is_ignored(number) == 1 { return }
    var action = sigaction()
    if system_signal_install(number, handler, SA_RESTART, &action) == 0 { previous.append((number, action)) }
  }

  func takeBack() {
    for (number, action) in previous {
      var action = action
      _ = system_signal_set(number, &action)
    }
    previous = []
  }
}
