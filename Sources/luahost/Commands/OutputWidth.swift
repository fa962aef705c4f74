import Glibc

/// The width of the lines that a command prints.
enum OutputWidth {
  /// The columns of the terminal on standard output, otherwise `COLUMNS`; nil if both are unknown.
  static var current: Int? {
    if isatty(STDOUT_FILENO) == 1 {
      var size = winsize()
      if ioctl(STDOUT_FILENO, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0 { return Int(size.ws_col) }
    }
    return getenv("COLUMNS").flatMap { Int(String(cString: $0)) }.flatMap { $0 > 0 ? $0 : nil }
  }
}
