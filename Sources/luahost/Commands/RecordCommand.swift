import AppSession
import ArgumentParser
import Glibc
import Interface
import LuaRuntime
import LuaScreens
import Terminal

/// `luahost record APP.lua -o FILE`: runs the app full screen, and writes what the user did as a test.
struct RecordCommand: AppCommand {
  static let configuration = CommandConfiguration(
    commandName: "record", abstract: "Run an app full screen, and write what you did as a test file.",
    discussion: """
      The app starts afresh, as in a test; with --state-dir or --session, it starts with a copy of that state, which is \
      written beside the test. The app's own state does not change. An earlier recording is replaced; any other file is \
      not. The file contains what you typed, except in secure fields.
      """)

  @Argument(help: "The app's script.", completion: .file(extensions: ["lua"]))
  var script: String

  @Argument(help: "Arguments for the script.", completion: .file())
  var arguments: [AppArgument] = []

  @Option(
    name: .shortAndLong,
    help: ArgumentHelp("The test file to write, such as notes.test.lua.", valueName: "test.lua"),
    completion: .file(extensions: ["lua"]))
  var output: String

  @OptionGroup var options: AppOptions

  @OptionGroup var observation: ObservationOptions

  func perform() throws {
    try AppOptions.check(script: script)
    throw try ExitCode.ofRun { try record() }
  }

  @MainActor
  private func record() throws -> Int32 {
    let device = try TerminalDevice.standard()
    let session = try options.makeSession(
      options.limits.configuration(script, arguments, screenSize: device.size),
      storage: options.selectsState ? .copy(directory: options.stateDirectory, session: options.session) : .memory,
      observedBy: observation)
    let isTrusted = options.limits.lua.isTrusted
    session.onPrint = {
      ScriptOutput.output.write($0, isTrusted: isTrusted)
      fflush(nil)
    }
    let screen = AppScreen(session, on: TerminalFrontEnd(device, theme: nil, capturesMouse: true))
    screen.output.onComplaint = complain
    screen.didLaunch = { [unowned session] in try session.startRecording(to: output) }
    PromptOverlay.offer(on: screen)
    let outcome = try screen.run(isRestoring: !options.fresh)
    let recorded = session.recordedFile ?? output
    print("recorded \(recorded); run it with: luahost test \(ShellWord.quoted(recorded))")
    return outcome.exitCode ?? ExitStatus.success.rawValue
  }
}
