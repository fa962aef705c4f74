import Glibc
import SystemCalls

/// Captures standard output and standard error while an app draws on the screen, and passes the text on. When the
/// terminal is restored, even after a crash, all captured output is written to it.
///
/// Captures only descriptors that refer to the terminal; redirected output stays as it is. The pipe is non-blocking:
/// output that exceeds its capacity (one mebibyte per turn) is lost, as waiting would block forever. A line says so in its
/// place.
@MainActor
final class OutputCapture {
  /// The descriptor to poll.
  let descriptor: Int32

  /// Starts capturing; nil if neither descriptor is a terminal, or no pipe could be created.
  init?() {
    let descriptors = [STDOUT_FILENO, STDERR_FILENO].filter { isatty($0) == 1 }
    var ends: [Int32] = [-1, -1]
    guard !descriptors.isEmpty, system_make_pipe(&ends, 0) == 0 else { return nil }
    terminal_widen_pipe(ends[1])
    if descriptors.contains(STDOUT_FILENO) { system_write_output_by_lines() }
    descriptor = ends[0]
    TerminalRescue.capture(descriptors, into: (read: ends[0], write: ends[1]))
    // Standard output and error are now the pipe's write end.
    close(ends[1])
  }

  /// Returns the output captured since the last call.
  func drain() -> [UInt8] {
    var result: [UInt8] = []
    while case .bytes(let bytes) = readOnce(descriptor) { result += bytes }
    if system_output_has_failed() != 0 {
      system_forget_output_failure()
      result += Array("\nluahost: the output from here on is lost: more than 1 MiB in one turn\n".utf8)
    }
    TerminalRescue.remember(result)
    return result
  }
}
