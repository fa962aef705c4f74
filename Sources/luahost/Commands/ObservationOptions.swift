import AppSession
import ArgumentParser

/// The options that observe one run of an app. Commands that make several runs accept them hidden, to reject them with a
/// better message than that of an unknown option.
struct ObservationOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Write life-cycle events to a file as they happen; - is standard error.",
      discussion: """
        To FILE.json, events, callbacks and the host's phases are written with their durations, in Chrome's trace format.
        """, valueName: "file"),
    completion: .file())
  var trace: String?

  @Option(
    help: ArgumentHelp(
      "Write to a file, at exit, where callbacks spent their time.",
      discussion: """
        The format is that of collapsed stacks, for speedscope and flamegraph.pl. Callbacks that took longer than a frame \
        are listed on standard error.
        """, valueName: "file"), completion: .file())
  var profile: String?

  @Option(
    help: ArgumentHelp(
      "Append the app's output and error messages to a file; - is standard error.", valueName: "file"),
    completion: .file())
  var log: String?

  /// Rejects these options, for a command that makes several runs of its own.
  func reject() throws {
    let given = [("--trace", trace), ("--profile", profile), ("--log", log)].first { $0.1 != nil }
    guard let option = given?.0 else { return }
    throw UsageError(
      "\(option) observes one run of the app, and this command makes several; use it with `luahost APP.lua`")
  }

  /// Creates the files, empty, for several processes that add to them one after the other.
  ///
  /// - Returns: the files. A reader of a pipe reads on as long as they are open.
  /// - Throws: ``OutputError`` if a file cannot be written.
  func createFiles() throws -> [OutputFile] {
    try [(trace, "--trace"), (profile, "--profile")].compactMap { path, option in
      try path.map { try OutputFile($0, option: option) }
    }
  }

  /// Observes a session from now until the process exits.
  ///
  /// - Parameter isContinued: whether to add to what an earlier process has written to the files.
  /// - Throws: ``OutputError`` if a file cannot be written.
  @MainActor
  func observe(_ session: AppSession, isContinued: Bool) throws {
    try AppMeasurement(trace: trace, profile: profile, isContinued: isContinued)?.observe(session)
    if let log {
      let file = try OutputFile(log, option: "--log", contents: .appended)
      session.onOutput = { file.write($0) }
    }
  }
}
