import StateRestoration

// Checks of the arguments of host functions, which throw errors that name the argument.
extension LuaStack {
  /// Returns the text argument at an index.
  ///
  /// - Throws: ``LuaError/wrongType(what:expected:actual:)``.
  public func checkString(_ index: Int32, _ name: String) throws -> String {
    if let text = string(index) { return text }
    throw wrongType(index, name, expected: "a string")
  }

  /// Returns the bytes of the text argument at an index, which are valid while it is on the stack.
  ///
  /// - Throws: ``LuaError/wrongType(what:expected:actual:)``.
  public func checkText(_ index: Int32, _ name: String) throws -> UnsafeRawBufferPointer {
    if let bytes = unsafeBytes(index), bytes.isUTF8 { return bytes }
    throw wrongType(index, name, expected: "a string")
  }

  /// Returns the argument at an index as a message, truncated to `String.longestMessage`.
  public func checkMessage(_ index: Int32, _ name: String) throws -> String {
    guard kind(index) == .string, rawLength(index) > String.longestMessage else {
      return try checkString(index, name)
    }
    return quotableName(index)
  }

  /// The number of bytes that the host needs per byte of a stored name, as names are copied while a save is written.
  private static let bytesPerByteOfStoredName = 4

  private func makeRoom(forStoredName index: Int32) throws {
    guard kind(index) == .string, rawLength(index) >= LuaState.smallest else { return }
    try state.makeRoom(for: rawLength(index) * Self.bytesPerByteOfStoredName, on: self)
  }

  /// Returns the argument at an index as a name for saved states or files.
  ///
  /// - Throws: an error if it is not UTF-8 or contains a NUL byte.
  public func checkStoredName(_ index: Int32, _ name: String) throws -> String {
    try makeRoom(forStoredName: index)
    let text = try checkString(index, name)
    try Self.checkStoredName(text, name)
    return text
  }

  /// Returns the argument at an index as a stored name, or nil.
  public func takeStoredName(_ index: Int32, _ name: String) throws -> String? {
    try makeRoom(forStoredName: index)
    let text = try String?.take(self, index, name)
    if let text { try Self.checkStoredName(text, name) }
    return text
  }

  /// Checks that a text is valid as a stored name.
  public static func checkStoredName(_ text: String, _ name: String) throws {
    guard text.utf8.contains(0) else { return }
    throw LuaError.usage(
      "\(name): \(text.asLua) contains a NUL byte, which is not allowed in a name")
  }

  /// Returns the integer argument at an index.
  public func checkInteger(_ index: Int32, _ name: String) throws -> Int {
    if let value = quantity(index) { return value }
    throw wrongType(index, name, expected: "an integer")
  }

  /// Returns the number argument at an index.
  public func checkNumber(_ index: Int32, _ name: String) throws -> Double {
    if let value = number(index) { return value }
    throw wrongType(index, name, expected: "a number")
  }

  /// Returns the host object of a type at an index.
  public func checkObject<Object: AnyObject>(_ index: Int32, _ name: String, as type: Object.Type = Object.self) throws
    -> Object
  {
    if let object = object(index) as? Object { return object }
    throw wrongType(index, name, expected: state.article(for: type))
  }

  /// Returns the function argument at an index, as a reference.
  public func checkFunction(_ index: Int32, _ name: String) throws -> LuaReference {
    guard kind(index) == .function else { throw wrongType(index, name, expected: "a function") }
    return LuaReference(self, index)
  }

  /// Returns the error for a value of the wrong type.
  public func wrongType(_ index: Int32, _ name: String, expected: String) -> LuaError {
    if kind(index) == .string, expected.hasPrefix("a string") {
      return .wrongType(what: name, expected: "UTF-8 text", actual: "a string that is not UTF-8")
    }
    let isNumberExpected = expected.hasPrefix("an integer") || expected.hasPrefix("a number")
    if isNumberExpected, let value = integer(index), value.magnitude > LuaStack.largestQuantity {
      return .wrongType(what: name, expected: expected, actual: "\(value), which is out of range")
    }
    // Of a text where only certain texts are valid, the text itself matters.
    let text = expected.contains("\"") ? string(index) : nil
    return .wrongType(what: name, expected: expected, actual: text.map { "\"\($0)\"" } ?? describeKind(index))
  }
}
