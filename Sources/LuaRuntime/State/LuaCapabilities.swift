/// The capabilities of scripts beyond their own values and the host's functions. The sandbox is the empty set.
///
/// Functions of modules declare the capabilities that they need (``ScriptModule/function(_:_:needs:_:)``), so each
/// restriction is defined once.
public struct LuaCapabilities: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Files and folders: `io`, `os.remove` and the like, and modules outside the script's own folder.
  public static let files = LuaCapabilities(rawValue: 1 << 0)
  /// Child processes: `os.execute`, and `io.popen` together with files.
  public static let processes = LuaCapabilities(rawValue: 1 << 1)
  /// The environment of the process: `os.getenv`, `os.setlocale`.
  public static let environment = LuaCapabilities(rawValue: 1 << 2)
  /// The network.
  public static let network = LuaCapabilities(rawValue: 1 << 3)
  /// Native code, which Lua does not check: C modules, `package.loadlib`, precompiled chunks.
  public static let nativeCode = LuaCapabilities(rawValue: 1 << 4)
  /// The interpreter's internals: `debug`, and the collector's settings. Gives access to everything in the state.
  public static let debug = LuaCapabilities(rawValue: 1 << 5)

  /// All capabilities, for trusted scripts.
  public static let all: LuaCapabilities = [.files, .processes, .environment, .network, .nativeCode, .debug]

  /// The names of the capabilities in scripts of the host.
  static let names: [(name: String, value: LuaCapabilities)] = [
    ("files", .files), ("processes", .processes), ("environment", .environment), ("network", .network),
    ("nativeCode", .nativeCode), ("debug", .debug),
  ]

  /// Returns the error for a missing capability.
  static func refusal(_ name: String, _ missing: String) -> LuaError {
    .usage("\(name) requires \(missing), which the sandbox does not allow")
  }

  /// Returns the names of the capabilities missing in another set; nil if none is.
  func missing(in granted: LuaCapabilities) -> String? {
    let names = Self.names.filter { contains($0.value) && !granted.contains($0.value) }
      .map { $0.value == .nativeCode ? "native code" : $0.name }
    guard let last = names.last else { return nil }
    return names.count == 1 ? last : "\(names.dropLast().joined(separator: ", ")) and \(last)"
  }
}

extension LuaState {
  /// Checks that scripts have the capabilities for an operation.
  ///
  /// - Parameter name: the name of the operation, for the message.
  /// - Throws: ``LuaError/usage(_:)``.
  public func check(_ needs: LuaCapabilities, for name: String) throws {
    if let missing = needs.missing(in: options.capabilities) { throw LuaCapabilities.refusal(name, missing) }
    try willUse?(needs, name)
  }
}
