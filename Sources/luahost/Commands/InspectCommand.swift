import AppSession
import ArchiveStore
import ArgumentParser
import FoundationEssentials
import Glibc
import Inspector
import Interface
import LuaRuntime
import LuaScreens
import Processes

/// `luahost inspect APP.lua`: shows the running app, and what is inside of it, in a browser.
struct InspectCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "inspect", abstract: "Show a running app, its tree, timeline and saves in a browser.",
    discussion: """
      Runs the app on a page that is served to this machine only. Open the printed address, which contains a secret, in \
      a browser. The app saves and restores its state as with luahost run. Control-C saves and exits. An app that cannot \
      be loaded is started again when its scripts change.
      """)

  @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
  var script: String?

  @Argument(help: "Arguments for the script.", completion: .file())
  var arguments: [AppArgument] = []

  @Option(
    help: ArgumentHelp("Show the saves in this folder instead, without running the app.", valueName: "dir"),
    completion: .directory)
  var archive: String?

  @OptionGroup var options: AppOptions

  @OptionGroup var observation: ObservationOptions

  @OptionGroup var takeOver: TakeOverOptions

  func perform() throws {
    try check()
    let files = archive == nil ? try observation.createFiles() : []
    defer { withExtendedLifetime(files) {} }
    let arguments = HelperCommand.inspectedApp.commandLine + AppArgument.ofProcess().dropFirst()
    let inspector = try Inspector(Command(arguments.map { AppArgument(argument: $0).bytes }))
    inspector.refusal = ExitStatus.sessionHeld.rawValue
    inspector.onAddress = { address in
      print(address)
      fflush(nil)
    }
    throw ExitCode(try inspector.run())
  }

  private func check() throws {
    guard let archive else {
      guard let script else { throw UsageError("inspect requires an app, or --archive") }
      return try AppOptions.check(script: script)
    }
    if let script { throw UsageError("--archive shows saves without an app; remove \(script)") }
    let files = try SessionFiles(directory: archive, session: options.session)
    guard FileManager.default.fileExists(atPath: files.database) else {
      throw NothingFound("there is no saved state: \(files.database) does not exist")
    }
  }

  /// Runs the app, or opens the saves, for the process that serves the page.
  @MainActor
  func serve() throws -> Int32 {
    guard let pages = PageServer() else {
      throw UsageError("\(HelperCommand.inspectedApp.rawValue) is started by luahost inspect")
    }
    if let archive {
      try ArchiveInspection(SessionFiles(directory: archive, session: options.session), on: pages).run()
      return ExitStatus.success.rawValue
    }
    let session = try options.makeSession(
      script: script ?? "", arguments: arguments, observedBy: observation, isContinued: true)
    takeOver.apply(to: session, asks: false)
    let screen = AppScreen(session, on: PageFrontEnd(session, on: pages))
    screen.output.onComplaint = complain
    PromptOverlay.offer(on: screen)
    do {
      return try screen.run(isRestoring: !options.fresh).exitCode ?? ExitStatus.success.rawValue
    } catch let error as LuaError {
      switch error {
      case .exit, .ended: throw error
      default: break
      }
      let message = Advice.message(of: error, isOfBundle: AppBundle.isBundle(script ?? ""), isOfArchive: false)
      complain(message)
      let hasChanged = try FailedApp(message, of: session, on: pages).run()
      return hasChanged ? FailedApp.changedStatus : ExitStatus.scriptFailed.rawValue
    }
  }
}
