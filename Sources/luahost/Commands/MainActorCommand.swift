import ArgumentParser

/// A command that runs on the main actor, like apps and their scripts.
protocol MainActorCommand: ParsableCommand, Sendable {
  /// Runs the command.
  ///
  /// - Throws: an error, or `ExitCode` with the exit status of the process.
  @MainActor func perform() throws
}

extension MainActorCommand {
  /// The parser does not support actors. It is called by `main`, so this runs on the main thread.
  func run() throws {
    try MainActor.assumeIsolated { try perform() }
  }
}
