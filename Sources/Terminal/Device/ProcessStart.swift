import CTickit
import Glibc

/// What a process has to set right before it opens anything.
public enum ProcessStart {
  /// Puts `/dev/null` in the place of standard streams that were closed, or the next file that is opened, a database, would
  /// be taken for one; and makes of a file that may not grow an error of the write, instead of the end of the process.
  public static func prepare() {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given.
      _ = open("/dev/null", O_RDWR)
    }
    // A handler, because an ignored signal would be ignored in the programs that scripts start, too.
    var action = sigaction()
    if terminal_signal_is_default(SIGXFSZ) == 1 { _ = terminal_signal_install(SIGXFSZ, { _ in }, SA_RESTART, &action) }
  }
}
