import ArchiveStore
import Glibc
import Interface
import SystemCalls

// All output of the command goes through these two functions, except for scripts' output (`ScriptOutput`) and screens.

/// Writes text to standard output, with control characters made visible. Shadows Swift's own function in this module.
func print(_ text: String, terminator: String = "\n") {
  Swift.print(text.showingControls, terminator: terminator)
}

/// Makes the process fail if standard output could not be written, such as to a full disk. A reader that has ended is no
/// failure.
func reportLostOutput() {
  on_exit(
    { status, _ in
      // What was flushed before may have failed, too.
      let reason =
        fflush(nil) != 0
        ? String(cString: strerror(errno)) : system_output_has_failed() != 0 ? "an earlier write failed" : nil
      var output = pollfd(fd: STDOUT_FILENO, events: Int16(POLLOUT), revents: 0)
      poll(&output, 1, 0)
      guard let reason, output.revents & Int16(POLLERR) == 0 else { return }
      printError("luahost: cannot write standard output: \(reason)")
      _exit(status == 0 ? ExitStatus.scriptFailed.rawValue : status)
    }, nil)
}

/// Writes a text and a newline to standard error, with control characters made visible.
func printError(_ text: String) {
  FileContents.write(Array((text.showingControls + "\n").utf8), to: StandardStreams.error)
}

/// Runs a body whose result is printed as JSON, if `isJSON`. If it fails, prints an empty list: a program that reads the output
/// expects one value, and the error is on standard error. On wrong usage nothing is printed.
func printingEmptyList<Result>(_ isJSON: Bool, _ body: () throws -> Result) rethrows -> Result {
  do {
    return try body()
  } catch {
    if isJSON, ExitStatus(error) != .usage { print("[]") }
    throw error
  }
}
