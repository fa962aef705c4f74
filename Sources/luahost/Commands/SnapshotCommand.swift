import AppSession
import ArgumentParser
import Foundation
import Interface
import LuaScreens

/// `luahost snapshot APP.lua -o FILE`: writes a picture of the screen as it would be restored.
struct SnapshotCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "snapshot", abstract: "Write the screen as it would be restored, as text or a picture.",
    discussion: "The app is launched with a copy of its state; the state itself stays as it is.")

  @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
  var script: String

  @Argument(help: "What the script gets as its arguments.", completion: .file())
  var arguments: [AppArgument] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp(
      "Where to: a name ending in .txt, .svg or .png. Without it, the text is printed.", valueName: "file"),
    completion: .file(extensions: ["txt", "svg", "png"]))
  var output: String?

  @Option(
    parsing: .unconditional, help: ArgumentHelp("Which save; the last one if not given.", valueName: "number"))
  var save: Int64?

  @Option(
    help: ArgumentHelp(
      "How large the screen is, in cells.", discussion: "Default: as at that save, else 80x24.",
      valueName: "columns x rows"))
  var size: String?

  @Option(
    help: ArgumentHelp("How everything looks: terminal, dark, light or monochrome.", valueName: "theme"),
    completion: ThemeOption.completion)
  var theme: String?

  @Option(help: "What the frame of a picture says. Default: the script's name.")
  var title: String?

  @OptionGroup var options: AppOptions

  func perform() throws {
    try AppOptions.check(script: script)
    let format = try output.map(PictureFile.Format.init(path:))
    try write(format)
  }

  @MainActor
  private func write(_ format: PictureFile.Format?) throws {
    let wantedSize = try size.map(ScreenSize.parse)
    let required = try ThemeOption.theme(theme)
    let session = try options.makeSession(
      script: script, arguments: arguments, screenSize: wantedSize ?? Size(width: 80, height: 24), isCopy: true,
      save: save)
    session.onLoad = { [unowned session] host in
      host.application.requiredTheme = required
      if wantedSize == nil, let info = try? session.store?.currentArchive()?.info {
        session.resize(to: Size(width: info.screenWidth, height: info.screenHeight))
      }
    }
    let isTrusted = options.limits.lua.isTrusted
    session.onPrint = { ScriptOutput.error.write($0, isTrusted: isTrusted) }
    var hasFailed = false
    session.onProblem = { hasFailed = RunCommand.tell($0) || hasFailed }
    guard let screen = try SettledScreen(session, isRestoring: !options.fresh) else {
      throw UsageError("\(script) ended by itself before it showed a screen")
    }
    let theme = try session.running.application.theme
    session.kill()
    if let format, let output {
      let title = title ?? URL(fileURLWithPath: script).deletingPathExtension().lastPathComponent
      let picture = ScreenPicture(screen.grid, title: title, isLight: theme.name == Theme.light.name)
      try PictureFile.write(screen.grid, picture, format, to: output)
    } else {
      print(screen.grid.text)
    }
    if hasFailed { throw ExitCode(ExitStatus.scriptFailed.rawValue) }
  }
}

/// A screen size on the command line.
enum ScreenSize {
  /// Parses a size such as `80x24`.
  ///
  /// - Throws: `UsageError` if the text is not a size.
  static func parse(_ text: String) throws -> Size {
    let parts = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
    let largest = Size.largestScreen
    guard parts.count == 2, let width = parts[0], let height = parts[1], (1...largest.width).contains(width),
      (1...largest.height).contains(height)
    else {
      throw UsageError(
        "--size: expected COLUMNSxROWS, such as 80x24, each from 1 to \(largest.width) and \(largest.height); got \"\(text)\""
      )
    }
    return Size(width: width, height: height)
  }
}
