import Glibc
import SystemCalls

/// Keeps what is written to standard output and standard error off the screen while an app draws on it, and gives it
/// to a closure. When the terminal is given back (also after a crash), all of it is written there.
///
/// Only descriptors that are the terminal are taken: a log file that the user asked for stays one. The pipe does
/// not block: what overfills it (a mebibyte in one turn) is lost, where waiting would be for ever.
@MainActor
final class OutputCapture {
  /// What to poll.
  let descriptor: Int32

  /// Takes the descriptors; nil if neither is a terminal, or the system has no more pipes.
  init?() {
    let descriptors = [STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 }
    var ends: [Int32] = [-1, -1]
    guard !descriptors.isEmpty, system_make_pipe(&ends, 0) == 0 else { return nil }
    terminal_widen_pipe(ends[1])
    if descriptors.contains(STDOUT_FILENO) { system_write_output_by_lines() }
    descriptor = ends[0]
    TerminalRescue.capture(descriptors, into: (read: ends[0], write: ends[1]))
    // Standard output and error are the pipe's writing end now.
    close(ends[1])
  }

  /// What was written since the last time.
  func drain() -> [UInt8] {
    var result: [UInt8] = []
    while case .bytes(let bytes) = readOnce(descriptor) { result += bytes }
    TerminalRescue.remember(result)
    return result
  }
}
