import AppSession
import Foresight

/// `luahost isolated-app`: runs an app for `t:launch(path, { isolated = true })`. `luahost test` starts it; it is not a
/// command for users.
enum IsolatedAppCommand {
  private static let name = "isolated-app"

  /// The command line.
  static let arguments = ["/proc/self/exe", name]

  /// Returns whether a command line is this command.
  static func isSelected(by arguments: [String]) -> Bool { arguments == [name] }

  @MainActor
  static func perform() throws {
    let runner = try TestRunner(name)
    runner.advise = { Advice.advise($0) }
    runner.examine = { try Doctor.examine($0).findings.map(\.description) }
    runner.willLaunch = { $0.configuration.reportMistakes() }
    guard try runner.runIsolatedApp() else {
      throw UsageError("\(name) is started by luahost test, for apps launched with isolated = true")
    }
  }
}
