import ArgumentParser
import Foundation
import Interface
import Terminal

/// `luahost APP.lua`: runs the app full screen, or without a terminal.
struct RunCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "run", abstract: "Run an app full screen in this terminal.")

  @Argument(help: "The app's script.")
  var script: String

  @Argument(help: "What the script gets as its arguments.")
  var arguments: [String] = []

  @OptionGroup var options: AppOptions

  @Flag(help: "No terminal: launch, settle, print the screen as text, preserve, exit.")
  var headless = false

  @Flag(help: "No screen: the app in words, line by line, for a screen reader or a log.")
  var plain = false

  @Option(
    help: ArgumentHelp(
      "How everything looks: terminal (its own colours), dark, light or monochrome.",
      discussion: "Default: what the app says. LUAHOST_THEME in the environment is the same.", valueName: "theme"))
  var theme: String?

  @Flag(help: "Leave the mouse to the terminal, for its own selection. F9 changes that in the running app.")
  var noMouse = false

  func run() throws {
    try AppOptions.check(script: script)
    let requiredTheme = try ThemeOption.theme(theme)
    let status = try MainActor.assumeIsolated {
      headless ? try runHeadless(requiredTheme) : plain ? try runPlain() : try runFullScreen(requiredTheme)
    }
    throw ExitCode(status)
  }

  @MainActor
  private func runFullScreen(_ theme: Theme?) throws -> Int32 {
    let device = try TerminalDevice.standard()
    let session = try options.makeSession(script: script, arguments: arguments, screenSize: device.size)
    return try FullScreen(session, device: device, theme: theme, capturesMouse: !noMouse)
      .run(isRestoring: !options.fresh)
  }

  @MainActor
  private func runPlain() throws -> Int32 {
    let session = try options.makeSession(
      script: script, arguments: arguments, screenSize: Size(width: 80, height: 24))
    return try PlainScreen(session).run(isRestoring: !options.fresh)
  }

  @MainActor
  private func runHeadless(_ theme: Theme?) throws -> Int32 {
    let session = try options.makeSession(
      script: script, arguments: arguments, screenSize: Size(width: 80, height: 24))
    session.onLoad = { $0.application.requiredTheme = theme }
    let screen = try SettledScreen(session, isRestoring: !options.fresh)
    if let screen { print(screen.grid.text) }
    try session.terminate()
    if let code = session.requestedExit { return code }
    return (screen?.hasFailed == true ? ExitStatus.scriptFailed : .success).rawValue
  }
}
