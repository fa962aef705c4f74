import LuaRuntime

/// A function of a test file that the runner calls: a case, or one of `test.before` and `test.after`.
@MainActor
struct TestFunction {
  /// The function to call.
  var body: LuaReference
  /// The place of its definition, as `file:line`.
  private let place: String?

  /// Reads an argument.
  ///
  /// - Throws: `LuaError` if it is not a function.
  init(_ index: Int32, _ name: String, on stack: LuaStack) throws {
    body = try stack.checkFunction(index, name)
    place = stack.definition(ofFunctionAt: index)
  }

  /// Returns the message of an error in the function. If it has no line of the function's file, it gets the line from which
  /// the error came, or that of the function after a tail call, whose line Lua forgets.
  func placed(_ message: String, traceback: String) -> String {
    guard let place, let end = place.lastIndex(of: ":"), !message.contains(place[...end]) else { return message }
    let calls = traceback.split(separator: "\n").map { $0.drop(while: \.isWhitespace) }
    if let call = calls.first(where: { $0.hasPrefix(place[...end]) }), let words = call.firstRange(of: ": in ") {
      return "\(call[..<words.lowerBound]): \(message)"
    }
    return "\(place): \(message)"
  }
}
