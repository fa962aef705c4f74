import ArgumentParser

/// A command of the host: all that it does belongs to the main actor, as apps and their scripts do.
protocol MainActorCommand: ParsableCommand, Sendable {
  /// Does what the command says.
  ///
  /// - Throws: what went wrong, or `ExitCode` for how the process ends.
  @MainActor func perform() throws
}

extension MainActorCommand {
  /// The parser knows nothing of actors. It is called by `main`, so it calls this on the main thread, where nothing else runs.
  func run() throws {
    try MainActor.assumeIsolated { try perform() }
  }
}
