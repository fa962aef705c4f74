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

  /// Returns the message of an error in the function, with the place of the function if the message has no line of its
  /// file: Lua forgets the line of a tail call.
  func placed(_ message: String) -> String {
    guard let place, let end = place.lastIndex(of: ":"), !message.contains(place[...end]) else { return message }
    return "\(place): \(message)"
  }
}
