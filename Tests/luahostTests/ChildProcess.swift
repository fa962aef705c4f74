import Foundation

/// A program that runs beside a test, and is killed if the test ends first.
///
/// Not Foundation's `Process`: its children inherit the signals that the threads of tests block.
final class ChildProcess {
  /// The way in which it exited.
  enum End: Equatable {
    case code(Int32)
    case signal(Int32)
  }

  /// What a standard stream refers to.
  enum Stream {
    case descriptor(Int32)
    /// A file to read or, with `writes`, to create and write.
    case file(String, writes: Bool = false)
    /// A terminal, which becomes the controlling one of the process in a session of its own.
    case terminal(String)
    case closed
  }

  /// Its number.
  let number: pid_t
  private var end: End?

  /// Starts a program with default signals.
  ///
  /// - Parameters:
  ///   - words: its path and its arguments.
  ///   - environment: variables beside those that every program has.
  ///   - home: the user's home folder.
  ///   - streams: its standard input, output and error.
  init(
    running words: [String], environment: [String: String] = [:], home: String, streams: [Stream]
  ) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The threads of tests block signals, and tests run in the background ignore the interrupt.
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    var interrupts = sigset_t()
    sigemptyset(&interrupts)
    sigaddset(&interrupts, SIGINT)
    sigaddset(&interrupts, SIGQUIT)
    posix_spawnattr_setsigdefault(&attributes, &interrupts)
    var flags = POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    for (stream, number) in zip(streams, Int32(0)...) {
      switch stream {
      case .descriptor(let other): posix_spawn_file_actions_adddup2(&actions, other, number)
      case .file(let path, let writes):
        let mode = writes ? O_WRONLY | O_CREAT | O_TRUNC : O_RDONLY
        posix_spawn_file_actions_addopen(&actions, number, path, mode, 0o600)
      case .terminal(let path):
        // POSIX_SPAWN_SETSID
        flags |= 0x80
        posix_spawn_file_actions_addopen(&actions, number, path, O_RDWR, 0)
      case .closed: posix_spawn_file_actions_addclose(&actions, number)
      }
    }
    posix_spawnattr_setflags(&attributes, Int16(flags))
    let variables = [
      "TERM": "xterm-256color", "LANG": "C.UTF-8", "PATH": "/usr/bin:/bin", "HOME": home, "TZ": "UTC",
    ].merging(environment) { $1 }
    var (argv, envp) = (words.map { strdup($0) }, variables.map { strdup("\($0)=\($1)") })
    defer { for pointer in argv + envp { free(pointer) } }
    argv.append(nil)
    envp.append(nil)
    var number: pid_t = 0
    let code = posix_spawn(&number, words[0], &actions, &attributes, argv, envp)
    guard code == 0 else { throw POSIXError(POSIXErrorCode(rawValue: code) ?? .EINVAL) }
    self.number = number
  }

  deinit { kill() }

  /// Kills it and its children, unless its end is known.
  func kill() {
    guard end == nil else { return }
    // A shell's jobs would outlive it.
    for child in RunningProcesses.children(of: number) { Glibc.kill(child, SIGKILL) }
    Glibc.kill(number, SIGKILL)
    waitpid(number, nil, 0)
    end = .signal(SIGKILL)
  }

  func signal(_ number: Int32) { Glibc.kill(self.number, number) }

  /// Returns the way in which it exited; nil while it runs.
  func ended() -> End? {
    var status: Int32 = 0
    guard end == nil, waitpid(number, &status, WNOHANG) == number else { return end }
    end = status & 0x7f == 0 ? .code(status >> 8 & 0xff) : .signal(status & 0x7f)
    return end
  }

  /// Waits for the end, and returns it; nil if the time limit was exceeded.
  func ended(within limit: Duration) async throws -> End? {
    try await eventually(within: limit) { ended() != nil } ? end : nil
  }
}

/// Waits until a condition holds, and returns whether it did within the time limit.
func eventually(
  within limit: Duration = .seconds(30), _ condition: () async throws -> Bool
) async throws -> Bool {
  let end = ContinuousClock.now + limit
  repeat {
    if try await condition() { return true }
    try await Task.sleep(for: .milliseconds(10))
  } while ContinuousClock.now < end
  return false
}
