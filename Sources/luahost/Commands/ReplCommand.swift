import AppSession
import ArgumentParser
import Glibc
import Interface
import LuaScreens
import Terminal

/// `luahost repl`: runs the app at an interactive prompt, or with commands from a pipe.
struct ReplCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Run an app at a prompt, from a terminal or a pipe.")

  @Argument(
    help:
      "The app's script. Without it, the prompt opens on an empty app whose state is saved only with --state-dir.",
    completion: .file(extensions: ["lua"]))
  var script: String?

  @Argument(help: "Arguments for the script.", completion: .file())
  var arguments: [AppArgument] = []

  @Flag(help: "Reload the scripts when they change, keeping the state; report what was lost.")
  var watch = false

  @OptionGroup var options: AppOptions

  @OptionGroup var observation: ObservationOptions

  @OptionGroup var takeOver: TakeOverOptions

  @OptionGroup var screen: ScreenOptions

  func perform() throws {
    if let script { try AppOptions.check(script: script) }
    let theme = try ThemeOption.theme(screen.theme)
    throw try ExitCode.ofRun {
      let session = try makeSession()
      takeOver.apply(to: session)
      session.onLoad = { $0.application.requiredTheme = theme }
      return try Repl(session, reloadsOnChange: watch && script != nil).run(isRestoring: !options.fresh)
    }
  }

  @MainActor
  func makeSession() throws -> AppSession {
    if let script { return try options.makeSession(script: script, arguments: arguments, observedBy: observation) }
    var configuration = options.limits.configuration("prompt", [])
    configuration.source = String(decoding: PackageResources.empty_lua, as: UTF8.self)
    let storage = options.stateDirectory.map { AppSession.Storage.files(directory: $0, session: options.session) }
    return try options.makeSession(configuration, storage: storage ?? .memory, observedBy: observation)
  }
}
