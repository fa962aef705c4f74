import Glibc

extension TerminalScreen {
  /// Repairs a terminal that was left in a bad state: resets modes, leaves the alternate screen and enables echo.
  ///
  /// - Throws: `TerminalError` if standard output is not a terminal.
  public static func reset() throws(TerminalError) {
    guard isatty(STDOUT_FILENO) == 1 else { throw .notATerminal(stream: "Standard output") }
    writeAll(Sequences.reset, to: STDOUT_FILENO)
    var line = termios()
    guard tcgetattr(STDOUT_FILENO, &line) == 0 else { throw .system(call: "tcgetattr", code: errno) }
    line.makeSane()
    guard tcsetattr(STDOUT_FILENO, TCSANOW, &line) == 0 else { throw .system(call: "tcsetattr", code: errno) }
  }
}
