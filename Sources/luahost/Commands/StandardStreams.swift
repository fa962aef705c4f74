import Glibc
import Synchronization

/// The standard streams of the process, while apps run whose scripts write to them past the host.
enum StandardStreams {
  /// The standard error of the command, also while that of the process is redirected.
  static var error: Int32 { redirectedError.withLock { $0 } ?? STDERR_FILENO }
  private static let redirectedError = Mutex<Int32?>(nil)

  /// Runs a closure while what is written to standard output and standard error is discarded.
  static func discarding<Result>(_ body: () throws -> Result) rethrows -> Result {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    defer { if nowhere >= 0 { close(nowhere) } }
    return try redirecting([STDOUT_FILENO, STDERR_FILENO], to: nowhere, body)
  }

  /// Runs a closure while what is written to standard output goes to standard error, so that output that programs read has
  /// nothing else in it.
  static func writingOutputToError<Result>(_ body: () throws -> Result) rethrows -> Result {
    try redirecting([STDOUT_FILENO], to: STDERR_FILENO, body)
  }

  private static func redirecting<Result>(
    _ streams: [Int32], to target: Int32, _ body: () throws -> Result
  ) rethrows -> Result {
    fflush(nil)
    let kept = streams.map { (stream: $0, copy: fcntl($0, F_DUPFD_CLOEXEC, 16)) }
    if target >= 0 { for stream in streams { dup2(target, stream) } }
    let outer = redirectedError.withLock { $0 }
    if let error = kept.first(where: { $0.stream == STDERR_FILENO && $0.copy >= 0 }), outer == nil {
      redirectedError.withLock { $0 = error.copy }
    }
    defer {
      redirectedError.withLock { $0 = outer }
      fflush(nil)
      for (stream, copy) in kept where copy >= 0 {
        dup2(copy, stream)
        close(copy)
      }
    }
    return try body()
  }
}
