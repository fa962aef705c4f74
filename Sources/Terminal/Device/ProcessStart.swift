import Dispatch
import Glibc
import SystemCalls

/// What a process has to set right before it opens anything.
public enum ProcessStart {
  /// Puts `/dev/null` in the place of standard streams that were closed, or the next file that is opened, a database, would
  /// be taken for one; makes of a file that may not grow an error of the write, instead of the end of the process; and
  /// looks for room for the files and threads that any app needs.
  ///
  /// - Throws: `TerminalError.fewDescriptors` if too few files may be open, `TerminalError.noThreads` if no threads can be
  ///   started.
  public static func prepare() throws(TerminalError) {
    for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) < 0 {
      // The lowest free number is given.
      _ = open("/dev/null", O_RDWR)
    }
    // A handler, because an ignored signal would be ignored in the programs that scripts start, too.
    var action = sigaction()
    if system_signal_is_default(SIGXFSZ) == 1 { _ = system_signal_install(SIGXFSZ, { _ in }, SA_RESTART, &action) }
    try checkDescriptors()
    try checkThreads()
    // The system's library for threads ends the process if it finds no room for its own files, so it gets them first.
    let isReady = DispatchSemaphore(value: 0)
    DispatchQueue.global().async { isReady.signal() }
    isReady.wait()
  }

  /// How many files an app has open beside its own: the saves, their copy, pipes, and those of the system's libraries.
  private static let neededDescriptors = 24

  /// How many threads an app has beside its own: two of the system's libraries, one that limits the time of scripts, and one that
  /// is notified of signals while they run.
  private static let neededThreads: Int32 = 4

  /// Without threads, the system's libraries would wait for them forever.
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
