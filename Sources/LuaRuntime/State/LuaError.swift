/// What can go wrong in a script, or in calling one.
public enum LuaError: Error, CustomStringConvertible {
  /// The source text is not Lua. The message has the script's name and line. An incomplete statement is recognised by
  /// `isIncomplete`.
  case syntax(message: String)
  /// A script raised an error. `value` is what it raised, `message` its text with script name and line, `traceback` the
  /// calls that led there.
  case runtime(message: String, traceback: String, value: LuaReference?)
  /// The script needs more memory than it may have.
  case memory(limit: Int)
  /// The script ran longer than it may, and has reached this limit.
  case timeout(LuaTimeLimit, traceback: String)
  /// The process is to end, and the script did not end soon enough for it.
  case ended(traceback: String)
  /// A person asked to stop what the script did.
  case interrupted(traceback: String)
  /// The script called `os.exit`.
  case exit(code: Int32)
  /// The state is closed.
  case closed
  /// A value of another type than expected. `what` names the argument or property.
  case wrongType(what: String, expected: String, actual: String)
  /// Another mistake that a script author can fix.
  case usage(String)
  /// A file that cannot be loaded as a script.
  case unreadable(path: String, reason: String)

  /// What, where, and the traceback if there is one.
  public var description: String {
    let trace = traceback
    return trace.isEmpty ? message : message + "\n" + trace
  }

  /// What went wrong, without the traceback: at most ``longestMessage`` bytes.
  public var message: String { Self.cut(wholeMessage) }

  private var wholeMessage: String {
    switch self {
    case .syntax(let message), .runtime(let message, _, _), .usage(let message): message
    case .memory(let limit): "\(Self.memoryMessage) \(limit) bytes"
    case .timeout(let limit, _): "time limit exceeded: the callback ran longer than \(limit) and was stopped"
    case .ended: "the app is ending: the callback took too long and was stopped"
    case .interrupted: "interrupted"
    case .exit(let code): "the script called os.exit(\(code))"
    case .closed: "the app's Lua state is closed"
    case .wrongType(let what, let expected, let actual): "\(what): expected \(expected), got \(actual)"
    case .unreadable(let path, let reason): "cannot load \(path): \(reason)"
    }
  }

  private static let memoryMessage = "not enough memory: the script may hold"

  /// Whether the script needs more memory than it may have, also if the host has raised that in the script.
  public var isOutOfMemory: Bool {
    switch self {
    case .memory: true
    case .runtime(let message, _, _): message.contains(Self.memoryMessage)
    default: false
    }
  }

  /// How many bytes of a message are kept. A script's memory limit does not count the copies that reports make of it.
  public static let longestMessage = 64 << 10

  /// The message, cut if it is too long.
  static func cut(_ message: String) -> String {
    guard message.utf8.count > longestMessage else { return message }
    // A character that is cut in two can become three bytes longer.
    return String(decoding: message.utf8.prefix(longestMessage - 6), as: UTF8.self) + "…"
  }

  /// Whether something went wrong; false if the script asked to exit with success, or was stopped on request.
  public var isFailure: Bool {
    switch self {
    case .exit(let code): code != 0
    case .ended, .interrupted: false
    default: true
    }
  }

  /// A name with its article: "a Label", "an Application".
  public static func withArticle(_ name: String) -> String {
    (name.first.map { "AEIOaeio".contains($0) } == true ? "an " : "a ") + name
  }

  /// The calls that led to the error; empty if there were none.
  public var traceback: String {
    switch self {
    case .runtime(_, let traceback, _), .timeout(_, let traceback), .ended(let traceback),
      .interrupted(let traceback):
      traceback
    default: ""
    }
  }

  /// Whether the source text ends inside a statement, so that more lines could complete it.
  public var isIncomplete: Bool {
    if case .syntax(let message) = self { return message.hasSuffix("near <eof>") || message.hasSuffix("near '<eof>'") }
    return false
  }
}
