import LuaRuntime

/// What an app says of itself, as far as it is known.
public struct AppIdentity: Sendable, Equatable {
  /// What it is called; its state is kept under this name.
  public var identifier: String?
  /// Its version.
  public var version: String?
  /// What it says to those who ask for help.
  public var help: String?

  /// What is known of an app.
  public init(identifier: String? = nil, version: String? = nil, help: String? = nil) {
    self.identifier = identifier
    self.version = version
    self.help = help
  }
}

extension ScriptHost {
  /// How long a script may take to say what its app is, in seconds.
  private static let patience = 2.0

  /// What an app says of itself while its script runs. It is not launched, and finds no files and no programs: it need not be
  /// trusted, and nothing happens that the user did not ask for.
  ///
  /// - Parameter libraries: modules that are not there either; scripts get something in their place that does nothing.
  /// - Returns: what was said, and what the script failed with, which may be all that there is.
  public static func identity(
    of configuration: Configuration, without libraries: [String] = []
  ) -> (identity: AppIdentity, failure: (any Error)?) {
    var configuration = configuration
    configuration.lua = LuaState.Options(timeLimit: patience, capabilities: [.environment, .debug])
    var identity = AppIdentity()
    configuration.onIdentity = { identity = $0 }
    do {
      let host = try ScriptHost(configuration, register: { try $0.standIn(for: libraries) }, onPrint: { _ in })
      host.close(runningFinalizers: false)
      return (identity, nil)
    } catch {
      return (identity, error)
    }
  }

  /// Takes the script's world away.
  private func standIn(for libraries: [String]) throws {
    let stack = try lua.stack
    try lua.load(PackageResources.nowhere_lua, name: "nowhere.lua", on: stack)
    stack.createTable(array: libraries.count)
    for (index, name) in libraries.enumerated() {
      stack.push(name)
      stack.rawSet(-2, Int64(index + 1))
    }
    try stack.call(arguments: 1, results: 0)
  }
}
