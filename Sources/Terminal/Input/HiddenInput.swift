import Glibc

/// Hides what the user types at the terminal of standard input, such as a password, until ``end()`` or the end of the
/// process.
@MainActor
final class HiddenInput {
  /// Begins to hide the input; nil if standard input is not a terminal.
  init?() {
    var line = termios()
    guard tcgetattr(STDIN_FILENO, &line) == 0 else { return nil }
    TerminalRescue.arm(terminal: STDOUT_FILENO, line: STDIN_FILENO, saved: line, restoring: [], keepsTypeAhead: true)
    line.c_lflag &= ~tcflag_t(ECHO)
    tcsetattr(STDIN_FILENO, TCSANOW, &line)
  }

  /// Shows the input again.
  func end() { TerminalRescue.restore() }
}
