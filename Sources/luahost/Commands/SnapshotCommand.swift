import AppSession
import ArgumentParser
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens

/// `luahost snapshot APP.lua -o FILE`: writes a picture of the screen as it would be restored.
struct SnapshotCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write the screen as it would be restored, as text or as a picture.",
    discussion: "Launches the app with a copy of its state; the state itself does not change.")

  @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
  var script: String

  @Argument(help: "Arguments for the script.", completion: .file())
  var arguments: [AppArgument] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "The file to write; its name ends in .txt, .svg or .png. Without it, the text is printed.", valueName: "file"),
    completion: .file(extensions: ["txt", "svg", "png"]))
  var output: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("The number of the save; the last one by default.", valueName: "number")
  )
  var save: Int64?

  @Option(
    help: ArgumentHelp(
      "The size of the screen, in cells.", discussion: "Default: the size at the time of the save, or 80x24.",
      valueName: "columns x rows"))
  var size: String?

  @Option(
    help: ArgumentHelp("Set the colours, such as dark, light or nord.", valueName: "theme"),
    completion: ThemeOption.completion)
  var theme: String?

  @Option(help: "The title in the frame of a picture. Default: the script's name.")
  var title: String?

  @OptionGroup var options: AppOptions

  @OptionGroup var observation: ObservationOptions

  func perform() throws {
    try AppOptions.check(script: script)
    let format = try output.map(PictureFile.Format.init(path:))
    try write(format)
  }

  @MainActor
  private func write(_ format: PictureFile.Format?) throws {
    let wantedSize = try size.map(Self.parseSize)
    let required = try ThemeOption.theme(theme)
    let session = try options.makeSession(
      script: script, arguments: arguments, screenSize: wantedSize ?? Size(width: 80, height: 24), isCopy: true,
      save: save, observedBy: observation)
    session.onLoad = { [unowned session] host in
      host.application.requiredTheme = required
      if wantedSize == nil, let info = try? session.store?.currentArchive()?.info {
        session.resize(to: Size(width: info.screenWidth, height: info.screenHeight))
      }
    }
    let isTrusted = options.limits.lua.isTrusted
    session.onPrint = { ScriptOutput.error.write($0, isTrusted: isTrusted) }
    var hasFailed = false
    session.onProblem = { hasFailed = RunCommand.report($0) || hasFailed }
    // Standard output has only the screen.
    let screen = try StandardStreams.writingOutputToError { try settledScreen(of: session) }
    let theme = try session.running.application.theme
    session.kill()
    if let format, let output {
      let title = title ?? URL(fileURLWithPath: script).deletingPathExtension().lastPathComponent
      let picture = ScreenPicture(screen.grid, title: title, isLight: theme.appearance == .light)
      try PictureFile.write(screen.grid, picture, format, to: output)
    } else {
      print(screen.grid.text)
    }
    if hasFailed { throw ExitCode(ExitStatus.scriptFailed.rawValue) }
  }

  @MainActor
  private func settledScreen(of session: AppSession) throws -> SettledScreen {
    do {
      if let screen = try SettledScreen(session, isRestoring: !options.fresh) { return screen }
    } catch LuaError.ended {}
    throw MainLoop.isEndPending
      ? NothingFound("stopped before \(script) showed a screen", status: .scriptFailed)
      : UsageError("\(script) exited before it showed a screen")
  }

  /// Parses a size such as `80x24`.
  ///
  /// - Throws: `UsageError` if the text is not a size.
  private static func parseSize(_ text: String) throws -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    let largest = Size.largestScreen
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...largest.width).contains(width),
      (1...largest.height).contains(height)
    else {
      throw UsageError(
        "--size: expected COLUMNSxROWS, such as 80x24, with 1 to \(largest.width) columns and 1 to \(largest.height) rows; got \"\(text)\""
      )
    }
    return Size(width: width, height: height)
  }
}
