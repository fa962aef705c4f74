/// What scripts may reach beyond their own values and what the host offers them. The sandbox is the empty set.
///
/// What a module offers beyond that names what it needs (``ScriptModule/function(_:_:needs:_:)``), so that a thing to be
/// withheld is named once.
public struct LuaCapabilities: OptionSet, Sendable {
  public let rawValue: Int

  public init(rawValue: Int) {
    self.rawValue = rawValue
  }

  /// Files and folders: `io`, `os.remove` and the like, and modules from outside of the script's own folder.
  public static let files = LuaCapabilities(rawValue: 1 << 0)
  /// Other programs: `os.execute`, and `io.popen` where there are files.
  public static let processes = LuaCapabilities(rawValue: 1 << 1)
  /// What the process was started with: `os.getenv`, `os.setlocale`.
  public static let environment = LuaCapabilities(rawValue: 1 << 2)
  /// Other machines.
  public static let network = LuaCapabilities(rawValue: 1 << 3)
  /// What no check of Lua's looks at: C modules, `package.loadlib`, precompiled chunks.
  public static let nativeCode = LuaCapabilities(rawValue: 1 << 4)
  /// The inside of the interpreter: `debug`, and the pace of the collector. It reaches all that the state holds.
  public static let debug = LuaCapabilities(rawValue: 1 << 5)

  /// Everything: for scripts that are trusted.
  public static let all: LuaCapabilities = [.files, .processes, .environment, .network, .nativeCode, .debug]

  /// The capabilities by what they are called in messages.
  static let names: [(name: String, value: LuaCapabilities)] = [
    ("files", .files), ("processes", .processes), ("environment", .environment), ("network", .network),
    ("nativeCode", .nativeCode), ("debug", .debug),
  ]

  /// The error for a script that may not use what it needs.
  static func refusal(_ name: String, _ missing: String) -> LuaError {
    .usage("\(name) needs \(missing), which this script may not use (it runs in the sandbox)")
  }

  /// What of it another set does not have, in words; nil if that has all.
  func missing(in granted: LuaCapabilities) -> String? {
    let names = Self.names.filter { contains($0.value) && !granted.contains($0.value) }.map(\.name)
    return names.isEmpty ? nil : names.joined(separator: " and ")
  }
}

extension LuaState {
  /// Looks whether scripts may use what something needs.
  ///
  /// - Parameter name: what needs it, for the message.
  /// - Throws: ``LuaError/usage(_:)``.
  public func check(_ needs: LuaCapabilities, for name: String) throws {
    if let missing = needs.missing(in: options.capabilities) { throw LuaCapabilities.refusal(name, missing) }
  }
}
