import ArchiveStore
import Glibc

/// A line on the terminal of standard error that is overwritten while a command works.
@MainActor
final class ProgressLine {
  private let terminal: Int32
  private var isShown = false

  /// Fails if standard error is no terminal, or one that cannot erase a line.
  init?() {
    guard isatty(STDERR_FILENO) == 1, getenv("TERM").map({ String(cString: $0) }) != "dumb" else { return nil }
    terminal = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, 16)
    if terminal < 0 { return nil }
  }

  isolated deinit { close(terminal) }

  /// Shows a text instead of the last one, as much as a line has room for.
  func show(_ text: String) {
    isShown = true
    write("\r\(text.prefix(columns - 1))\u{1b}[K")
  }

  /// Erases the line.
  func clear() {
    if isShown { write("\r\u{1b}[K") }
    isShown = false
  }

  private var columns: Int {
    var size = winsize()
    return ioctl(terminal, UInt(TIOCGWINSZ), &size) == 0 && size.ws_col > 1 ? Int(size.ws_col) : 80
  }

  private func write(_ text: String) { FileContents.write(Array(text.utf8), to: terminal) }
}
