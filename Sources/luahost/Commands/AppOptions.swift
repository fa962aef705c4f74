import AppSession
import ArgumentParser
import Foundation
import Interface
import LuaRuntime
import LuaScreens

/// The options of every command that runs an app.
struct AppOptions: ParsableArguments {
  @Option(
    name: .customLong("state-dir"),
    help: ArgumentHelp(
      "Keep the state in this folder.",
      discussion: "Default: $XDG_STATE_HOME/luahost/IDENTIFIER, else ~/.local/state/luahost/IDENTIFIER.",
      valueName: "dir"))
  var stateDirectory: String?

  @Option(help: ArgumentHelp("Which of several sessions of the app, side by side.", valueName: "name"))
  var session = "main"

  @Flag(help: "Start without restoring. Nothing is deleted: the old state stays in the history.")
  var fresh = false

  @OptionGroup var limits: LimitOptions

  @Option(
    help: ArgumentHelp("Write the life-cycle events to a file as they happen; - is standard error.", valueName: "file"))
  var trace: String?

  /// The session that these options describe.
  ///
  /// - Parameter isCopy: whether the app runs on a copy of its state, which stays as it is.
  @MainActor
  func makeSession(script: String, arguments: [String], screenSize: Size, isCopy: Bool = false) throws -> AppSession {
    try makeSession(
      ScriptHost.Configuration(script: script, arguments: arguments, lua: limits.lua, screenSize: screenSize),
      storage: isCopy
        ? .copy(directory: stateDirectory, session: self.session)
        : .files(directory: stateDirectory, session: self.session))
  }

  @MainActor
  func makeSession(_ configuration: ScriptHost.Configuration, storage: AppSession.Storage) throws -> AppSession {
    let session = AppSession(configuration, storage: storage)
    session.advise = Advice.advise
    session.onStuck = {
      abandonProcess(
        """
        the app could not be ended in order: to lay out, draw or save what it has takes too long. It was ended without \
        that; what was saved is kept
        """)
    }
    if let trace {
      let file = try TraceFile(trace)
      session.onEvent = { file.write($0) }
    }
    return session
  }

  /// Says of a script that is not there that the command line is wrong.
  static func check(script: String) throws {
    if !FileManager.default.fileExists(atPath: script) {
      throw UsageError("there is no file \(script)")
    }
  }
}
