import AppSession
import ArgumentParser
import Foresight

/// A command that luahost starts by itself, in another process; it is not a command for users.
enum HelperCommand: String {
  /// Runs an app for `t:launch(path, { isolated = true })`, for `luahost test`.
  case isolatedApp = "isolated-app"
  /// Explores parts of an app, for `luahost explore`.
  case exploreWorker = "explore-worker"
  /// Runs the app for `luahost inspect`, whose arguments follow.
  case inspectedApp = "inspected-app"

  /// The command of a command line; nil for others. Only the app to inspect has arguments.
  init?(of arguments: [String]) {
    guard let command = arguments.first.flatMap(Self.init(rawValue:)), command == .inspectedApp || arguments.count == 1
    else { return nil }
    self = command
  }

  /// The command line.
  var commandLine: [String] { ["/proc/self/exe", rawValue] }

  @MainActor
  func perform(_ arguments: [String]) throws {
    switch self {
    case .isolatedApp:
      let runner = try TestRunner(rawValue)
      runner.advise = { Advice.advise($0) }
      runner.examine = { try Doctor.examine($0).findings.map(\.description) }
      runner.willLaunch = { $0.configuration.reportMistakes() }
      guard try runner.runIsolatedApp() else {
        throw UsageError("\(rawValue) is started by luahost test, for apps launched with isolated = true")
      }
    case .exploreWorker: try StandardStreams.discarding { try Exploration.runWorker() }
    case .inspectedApp:
      let command = try InspectCommand.parse(arguments)
      throw try ExitCode.ofRun { try command.serve() }
    }
  }
}
