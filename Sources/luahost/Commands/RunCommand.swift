import AppSession
import ArgumentParser
import Glibc
import Interface
import Terminal

/// `luahost APP.lua`: runs the app full screen, or without a terminal.
struct RunCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run an app full screen in this terminal.",
    discussion: """
      For a bundled app, arguments after its name are passed to the app; put luahost's options first. The environment \
      variable LUAHOST_OPTIONS sets options for every app; the command line overrides it.
      """)

  @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
  var script: String

  @Argument(help: "Arguments for the script.", completion: .file())
  var arguments: [AppArgument] = []

  @OptionGroup var options: AppOptions

  @OptionGroup var observation: ObservationOptions

  @OptionGroup var takeOver: TakeOverOptions

  @OptionGroup var screen: ScreenOptions

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp(
      "With --headless: run the app for a number of seconds, or until a text is on its screen (at most 30 seconds).",
      valueName: "seconds|text"))
  var wait: String?

  @Flag(help: "Reload the scripts when they change, keeping the state; report what was lost.")
  var watch = false

  func perform() throws {
    try AppOptions.check(script: script, commands: LuahostCommand.commandNames)
    if watch, screen.headless {
      throw UsageError("--watch: with --headless the app exits at once; use only one of them")
    }
    if wait != nil, !screen.headless { throw UsageError("--wait requires --headless") }
    let requiredTheme = try ThemeOption.theme(screen.theme)
    _ = try awaited()
    throw try ExitCode.ofRun {
      screen.headless
        ? try runHeadless(requiredTheme) : screen.plain ? try runPlain() : try runFullScreen(requiredTheme)
    }
  }

  @MainActor
  private func runFullScreen(_ theme: Theme?) throws -> Int32 {
    let device = try TerminalDevice.standard()
    let session = try options.makeSession(
      script: script, arguments: arguments, screenSize: device.size, observedBy: observation)
    takeOver.apply(to: session)
    let isTrusted = options.limits.lua.isTrusted
    session.onPrint = {
      ScriptOutput.output.write($0, isTrusted: isTrusted)
      fflush(nil)
    }
    let appScreen = AppScreen(
      session,
      on: TerminalFrontEnd(
        device, theme: theme, capturesMouse: !screen.noMouse, backgrounds: StateDirectory.home() + "/luahost/.terminals"
      ))
    appScreen.themePreference = ThemePreference()
    // Printed at the end, when the terminal is restored.
    appScreen.output.onComplaint = complain
    appScreen.reloadsOnChange = watch
    PromptOverlay.offer(on: appScreen)
    return try appScreen.run(isRestoring: !options.fresh).exitCode ?? ExitStatus.success.rawValue
  }

  @MainActor
  private func runPlain() throws -> Int32 {
    let frontEnd = PlainFrontEnd()
    let session = try options.makeSession(
      script: script, arguments: arguments, screenSize: frontEnd.size, observedBy: observation)
    takeOver.apply(to: session, readsLines: true)
    let screen = AppScreen(session, on: frontEnd)
    screen.reloadsOnChange = watch
    let outcome = try screen.run(isRestoring: !options.fresh)
    let hasFailed = outcome.hasFailed && !frontEnd.isInteractive && !outcome.wasEndRequested
    return outcome.exitCode ?? (hasFailed ? ExitStatus.scriptFailed : .success).rawValue
  }

  @MainActor
  private func runHeadless(_ theme: Theme?) throws -> Int32 {
    let session = try options.makeSession(script: script, arguments: arguments, observedBy: observation)
    takeOver.apply(to: session, asks: false)
    session.onLoad = { $0.application.requiredTheme = theme }
    var hasFailed = false
    session.onProblem = { hasFailed = Self.report($0) || hasFailed }
    let screen = try SettledScreen(session, isRestoring: !options.fresh, waitingFor: awaited())
    if let screen { print(screen.grid.text) }
    if let screen, !screen.isMet {
      hasFailed = true
      complain("--wait: \"\(wait ?? "")\" did not appear on the screen within \(Int(Self.longestWaitForText)) s")
    }
    try session.terminate()
    if let code = session.requestedExit { return code }
    return (screen != nil && hasFailed ? ExitStatus.scriptFailed : .success).rawValue
  }

  private static let longestWaitForText = 30.0
  private static let longestWait = 86_400.0

  /// Returns the condition of `--wait`: a number is a duration in seconds, any other value a text.
  private func awaited() throws -> SettledScreen.Wait? {
    guard let wait else { return nil }
    if let seconds = Double(wait) {
      guard (0...Self.longestWait).contains(seconds) else {
        throw UsageError("--wait: expected 0 to \(Int(Self.longestWait)) seconds, or a text; got \(wait)")
      }
      return .seconds(seconds)
    }
    guard !wait.isEmpty else { throw UsageError("--wait: expected a number of seconds or a text, got nothing") }
    return .text(wait, atMost: Self.longestWaitForText)
  }

  /// Prints a problem. Returns whether a callback of the app failed.
  static func report(_ problem: Problem) -> Bool {
    complain("\(problem)")
    return problem.severity == .error
  }
}
