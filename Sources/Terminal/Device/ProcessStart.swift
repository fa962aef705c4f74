import Dispatch
import Glibc
import SystemCalls

/// Prepares a process before it opens any files.
public enum ProcessStart {
  /// Replaces closed standard streams by `/dev/null`, as the next opened file, such as a database, would take their
  /// number. Turns exceeding the file size limit into a write error instead of the end of the process. Checks the
  /// limits for files and threads that every app needs.
  ///
  /// - Throws: `TerminalError.fewDescriptors` if too few files can be opened, `TerminalError.noThreads` if no threads
  ///   can be started.
  public static func prepare() throws(TerminalError) {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // Opens the lowest free number.
      _ = open("/dev/null", O_RDWR)
    }
    // A handler instead of SIG_IGN, which child processes would inherit.
    var action = sigaction()
    if system_signal_is_default(SIGXFSZ) == 1 { _ = system_signal_install(SIGXFSZ, { _ in }, SA_RESTART, &action) }
    try checkDescriptors()
    try checkThreads()
    // libdispatch terminates the process if it cannot open its own files, so it opens them now.
    let isReady = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { isReady.signal() }
    isReady.wait()
  }

  /// The number of files that an app opens: the saves and their copy, pipes, and those of system libraries.
  private static let neededDescriptors = 24

  /// The number of additional threads of an app: two of system libraries, one that limits the time of scripts, and one
  /// that handles signals meanwhile.
  private static let neededThreads: Int32 = 4

  /// Without this check, system libraries would wait for missing threads forever.
  private static func checkThreads() throws(TerminalError) {
    let code = system_check_threads(neededThreads)
    guard code == 0 else { throw .noThreads(needed: Int(neededThreads), code: code) }
  }

  private static func checkDescriptors() throws(TerminalError) {
    var taken: [Int32] = []
    defer { for descriptor in taken { close(descriptor) } }
    while taken.count < neededDescriptors {
      let descriptor = fcntl(STDIN_FILENO, F_DUPFD_CLOEXEC, 3)
      guard descriptor >= 0 else { throw .fewDescriptors(free: taken.count, needed: neededDescriptors) }
      taken.append(descriptor)
    }
  }
}
