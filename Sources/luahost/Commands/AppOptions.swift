import AppSession
import ArchiveStore
import ArgumentParser
import Foresight
import FoundationEssentials
import Glibc
import Interface
import LuaRuntime
import LuaScreens

/// The options of every command that runs an app.
struct AppOptions: ParsableArguments {
  @Option(
    name: .customLong("state-dir"),
    help: ArgumentHelp(
      "Keep the state in this folder.",
      discussion: """
        Default: $XDG_STATE_HOME/luahost/IDENTIFIER, or ~/.local/state/luahost/IDENTIFIER if that variable is unset; \
        with --sandbox, a separate folder for this script below luahost/sandbox.
        """,
      valueName: "dir"), completion: .directory,
    transform: StateFolderOption.parse)
  var stateDirectory: String?

  @Option(
    name: .customLong("session"),
    help: ArgumentHelp("Use the session with this name; an app can have several. (default: main)", valueName: "name"),
    transform: { try SessionFiles(directory: ".", session: $0).session })
  var givenSession: String?
  /// The name of the session.
  var session: String { givenSession ?? "main" }

  @Flag(help: "Start without restoring. Nothing is deleted: the old state stays in the history.")
  var fresh = false

  @OptionGroup var limits: LimitOptions

  /// Whether an option selects a saved state.
  var selectsState: Bool { stateDirectory != nil || givenSession != nil }

  /// Reports that these options select a saved state that the command does not use.
  func noteUnusedState(_ reason: String) {
    guard selectsState else { return }
    complain("\(stateDirectory == nil ? "--session" : "--state-dir") is not used: \(reason) without a saved state")
  }

  /// Returns the files of the saved state that these options select.
  @MainActor
  func files(ofScript script: String, arguments: [AppArgument]) throws -> SessionFiles {
    let directory =
      try stateDirectory
      ?? ArchiveSource.standardDirectory(
        of: script, arguments: arguments, isSandboxed: !limits.lua.isTrusted, memoryLimit: limits.memory.memoryLimit)
    return try SessionFiles(directory: directory, session: session)
  }

  /// Creates a session from these options.
  ///
  /// - Parameters:
  ///   - isCopy: whether the app runs on a copy of its state, which leaves the state unchanged.
  ///   - save: the save to copy; nil for the newest.
  ///   - observation: the options for observing the session.
  ///   - isContinued: whether to add to what an earlier process has written to the files of `observation`.
  @MainActor
  func makeSession(
    script: String, arguments: [AppArgument], screenSize: Size = Size(width: 80, height: 24), isCopy: Bool = false,
    save: Int64? = nil, observedBy observation: ObservationOptions, isContinued: Bool = false
  ) throws -> AppSession {
    try makeSession(
      limits.configuration(script, arguments, screenSize: screenSize),
      storage: isCopy
        ? .copy(directory: stateDirectory, session: self.session, save: save)
        : .files(directory: stateDirectory, session: self.session),
      observedBy: observation, isContinued: isContinued)
  }

  @MainActor
  func makeSession(
    _ configuration: ScriptHost.Configuration, storage: AppSession.Storage,
    observedBy observation: ObservationOptions, isContinued: Bool = false
  ) throws -> AppSession {
    var configuration = configuration
    configuration.reportMistakes()
    let session = AppSession(configuration, storage: storage)
    session.reloadObserver = ReloadReports()
    session.drawSave = { [unowned session] in try SavedScreen.draw($0, of: session) }
    let source = archiveSource(script: configuration.script)
    session.advise = { Advice.advise($0, source: source) }
    session.onContinued = { destination in
      print("Continued \(destination).")
      fflush(nil)
    }
    session.onStuck = {
      abandonProcess(
        """
        the app did not exit in time: layout, drawing or saving takes too long. It was terminated; the last save is kept
        """)
    }
    try observation.observe(session, isContinued: isContinued)
    return session
  }

  /// Returns the arguments that select the saved states of these options in `luahost archive`.
  func archiveSource(script: String) -> String {
    var words = [ShellWord.quoted(script)]
    if let stateDirectory { words += ["--state-dir", ShellWord.quoted(stateDirectory)] }
    if session != "main" { words += ["--session", ShellWord.quoted(session)] }
    if stateDirectory == nil, !limits.lua.isTrusted { words.append("--sandbox") }
    return words.joined(separator: " ")
  }

  /// Rejects a script that does not exist or cannot be read, and a folder. For an app's folder, the message contains its script.
  ///
  /// - Parameter commands: the command names to suggest for a misspelt command.
  static func check(script: String, commands: @autoclosure () -> [String] = []) throws {
    var isFolder = false
    guard FileManager.default.fileExists(atPath: script, isDirectory: &isFolder) else {
      let command = nearestName(to: script, among: commands()).map { "; did you mean the command '\($0)'?" } ?? ""
      throw UsageError("no such file: \(script)\(command)")
    }
    guard isFolder else {
      guard access(script, R_OK) == 0 else {
        throw UsageError("cannot load \(script): it cannot be read; check its permissions")
      }
      return
    }
    let folder = URL(fileURLWithPath: script).standardizedFileURL
    let app = folder.appendingPathComponent(folder.lastPathComponent + ".lua")
    if FileManager.default.fileExists(atPath: app.path) {
      throw UsageError(
        "\(script) is a folder; its app is \(script.hasSuffix("/") ? script : script + "/")\(app.lastPathComponent)")
    }
    throw UsageError("\(script) is a folder, not a script; name a script in it")
  }
}
