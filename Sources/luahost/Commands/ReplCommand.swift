import ArgumentParser
import Foundation
import Interface
import LuaScreens
import Terminal

/// `luahost repl`: the app at an interactive prompt; reads commands from a pipe too.
struct ReplCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "repl", abstract: "Run an app at a prompt, from a terminal or a pipe.")

  @Argument(help: "The app's script. Without one, the prompt is at an empty app that keeps nothing.")
  var script: String?

  @Argument(help: "What the script gets as its arguments.")
  var arguments: [String] = []

  @OptionGroup var options: AppOptions

  func run() throws {
    if let script { try AppOptions.check(script: script) }
    let status = try MainActor.assumeIsolated {
      let size = Size(width: 80, height: 24)
      let session =
        try script.map { try options.makeSession(script: $0, arguments: arguments, screenSize: size) }
        ?? Self.emptySession(screenSize: size)
      return try Repl(session).run(isRestoring: !options.fresh)
    }
    throw ExitCode(status)
  }

  @MainActor
  private static func emptySession(screenSize: Size) -> AppSession {
    var configuration = ScriptHost.Configuration(script: "prompt", screenSize: screenSize)
    configuration.source = """
      ui = require "luahost"
      app = ui.Application { identifier = "luahost.prompt" }
      function app:didFinishLaunching()
        self.window = ui.Window { rootViewController = ui.ViewController {} }
        self.window:makeKeyAndVisible()
      end
      return app
      """
    return AppSession(configuration, storage: .memory)
  }
}
