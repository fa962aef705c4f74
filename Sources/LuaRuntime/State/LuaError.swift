import StateRestoration

/// An error in a script, or in calling one.
public enum LuaError: Error, CustomStringConvertible {
  /// The source text is not valid Lua. The message has the script's name and line. `isIncomplete` recognizes an
  /// incomplete statement.
  case syntax(message: String)
  /// A script raised an error. `value` is the error value, `message` its text with script name and line.
  case runtime(message: String, traceback: String, value: LuaReference?)
  /// The script exceeded its memory limit. `place` is the script's line, as the prefix of the message; it and the traceback
  /// are empty if the error was not raised in a script.
  case memory(limit: Int, place: String = "", traceback: String = "")
  /// A callback exceeded this time limit.
  case timeout(LuaTimeLimit, of: LuaCallback, traceback: String)
  /// The process must exit, and the script did not stop in time.
  case ended(traceback: String)
  /// The user interrupted the script.
  case interrupted(traceback: String)
  /// The script called `os.exit`.
  case exit(code: Int32)
  /// The state is closed.
  case closed
  /// A value has the wrong type. `what` names the argument or property.
  case wrongType(what: String, expected: String, actual: String)
  /// Another mistake that a script author can fix.
  case usage(String)
  /// A file cannot be loaded as a script.
  case unreadable(path: String, reason: String)

  /// The message, followed by the traceback if there is one.
  public var description: String {
    let trace = traceback
    return trace.isEmpty ? message : message + "\n" + trace
  }

  /// The message without the traceback, at most `String.longestMessage` bytes.
  public var message: String { wholeMessage.cutAsMessage }

  private var wholeMessage: String {
    switch self {
    case .syntax(let message), .runtime(let message, _, _), .usage(let message): message
    case .memory(let limit, let place, _): "\(place)not enough memory: the script may use \(limit) bytes"
    case .timeout(let limit, let callback, _):
      "time limit exceeded: \(callback) ran longer than \(limit) and was stopped"
    case .ended: "the app is exiting: the callback took too long and was stopped"
    case .interrupted: "interrupted"
    case .exit(let code): "the script called os.exit(\(code))"
    case .closed: "the app's Lua state is closed"
    case .wrongType(let what, let expected, let actual): "\(what): expected \(expected), got \(actual)"
    case .unreadable(let path, let reason): "cannot load \(path): \(reason)"
    }
  }

  /// Whether the error is a failure; false if the script asked to exit with success, or was stopped on request.
  public var isFailure: Bool {
    switch self {
    case .exit(let code): code != 0
    case .ended, .interrupted: false
    default: true
    }
  }

  /// Returns a name with its article: "a Label", "an Application".
  public static func withArticle(_ name: String) -> String {
    (name.first.map { "AEIOaeio".contains($0) } == true ? "an " : "a ") + name
  }

  /// The traceback; empty if there is none.
  public var traceback: String {
    switch self {
    case .runtime(_, let traceback, _), .memory(_, _, let traceback), .timeout(_, _, let traceback),
      .ended(let traceback), .interrupted(let traceback):
      traceback
    default: ""
    }
  }

  /// Whether the script called `error` or `assert`, in contrast to an operation that failed.
  public var isRaisedOnPurpose: Bool {
    guard case .runtime(_, let traceback, _) = self else { return false }
    let innermost = traceback.split(separator: "\n").dropFirst().first?.drop(while: \.isWhitespace)
    return innermost == "[C]: in function 'error'" || innermost == "[C]: in function 'assert'"
  }

  /// Returns a script's error with another traceback.
  @MainActor
  func traced(_ traceback: String) -> LuaError {
    if case .runtime(let message, _, let value) = self {
      return .runtime(message: message, traceback: LuaState.cleaned(traceback), value: value)
    }
    return self
  }

  /// Whether the source text ends inside a statement, so that more lines could complete it.
  public var isIncomplete: Bool {
    if case .syntax(let message) = self { return message.hasSuffix("near <eof>") || message.hasSuffix("near '<eof>'") }
    return false
  }
}
