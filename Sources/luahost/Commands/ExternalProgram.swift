import ArchiveStore
import Glibc

/// A program that the command runs and waits for.
enum ExternalProgram {
  /// The result of a run.
  struct Result {
    /// The exit code; nil if the program could not be started, or was terminated by a signal.
    var status: Int32?
    var output: [UInt8]
    var errors: [UInt8]
  }

  /// Runs a program.
  ///
  /// Its input and output are unnamed files: they limit nothing, and leave nothing behind if this process is killed.
  ///
  /// - Parameter path: the program's file.
  /// - Throws: `POSIXError` if there is no space for them.
  static func run(_ path: String, _ arguments: [String], input: [UInt8] = []) throws -> Result {
    let descriptors = try [FileContents.unnamed(input), FileContents.unnamed(), FileContents.unnamed()]
    defer { descriptors.forEach { close($0) } }
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (target, descriptor) in descriptors.enumerated() {
      posix_spawn_file_actions_adddup2(&actions, descriptor, Int32(target))
    }
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }
    // The signals that this process ignores or blocks have their usual effects.
    var signals = sigset_t()
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process = pid_t()
    guard posix_spawn(&process, path, &actions, &attributes, &words, environ) == 0 else {
      return Result(status: nil, output: [], errors: [])
    }
    // As if terminated by a signal, in case it cannot be waited for.
    var status: Int32 = -1
    while waitpid(process, &status, 0) < 0, errno == EINTR {}
    let (output, errors) = (FileContents.all(of: descriptors[1]), FileContents.all(of: descriptors[2]))
    return Result(status: status & 0x7f == 0 ? status >> 8 & 0xff : nil, output: output ?? [], errors: errors ?? [])
  }
}
