import LuaRuntime

/// The identifier, version and help text of an app, as far as they are known.
public struct AppIdentity: Sendable, Equatable {
  /// The identifier, under which the app's state is stored.
  public var identifier: String?
  /// The version.
  public var version: String?
  /// The help text.
  public var help: String?

  /// Creates an identity.
  public init(identifier: String? = nil, version: String? = nil, help: String? = nil) {
    self.identifier = identifier
    self.version = version
    self.help = help
  }
}

extension ScriptHost {
  /// The time limit for a script to set its identity, in seconds.
  private static let timeout = 2.0

  /// Determines an app's identity by running its script. The app is not launched, and has no access to files and
  /// processes, so the script need not be trusted and has no side effects.
  ///
  /// - Parameter libraries: modules that are not available either; scripts get inert stubs for them.
  /// - Returns: the identity, possibly incomplete, and the error of the script, if any.
  public static func identity(
    of configuration: Configuration, without libraries: [String] = []
  ) -> (identity: AppIdentity, failure: (any Error)?) {
    var configuration = configuration
    configuration.lua = LuaState.Options(timeLimit: timeout, capabilities: [.environment, .debug])
    var identity = AppIdentity()
    configuration.onIdentity = { identity = $0 }
    configuration.register = { [register = configuration.register] host in
      try register?(host)
      try host.installStubs(for: libraries)
    }
    do {
      let host = try ScriptHost(configuration, onPrint: { _ in })
      host.close(runningFinalizers: false)
      return (identity, nil)
    } catch {
      return (identity, error)
    }
  }

  /// Replaces the script's environment with inert stubs.
  private func installStubs(for libraries: [String]) throws {
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
