/// A Swift type whose values can be converted to Lua.
@MainActor
public protocol LuaPushable {
  /// Pushes the value.
  func push(on stack: LuaStack)
}

extension LuaStack {
  /// Sets a field of the table on top.
  @inlinable
  public func setField(_ name: String, _ value: some LuaPushable) {
    value.push(on: self)
    rawSet(-2, name)
  }
}

/// A Swift type whose values can be converted to Lua and back.
///
/// Implement ``read(_:_:)``, or ``take(_:_:_:)`` for a message that contains more than the expected type. Each has a
/// default implementation in terms of the other.
@MainActor
public protocol LuaConvertible: LuaPushable {
  /// The type in messages: "a string".
  static var luaDescription: String { get }
  /// The type in LuaCATS annotations: "string".
  static var luaType: String { get }
  /// Returns the value at an index; nil if it has another type.
  static func read(_ stack: LuaStack, _ index: Int32) -> Self?
  /// Returns the value at an index.
  ///
  /// - Parameter name: the value's name in the message.
  /// - Throws: an error with the expected type.
  static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Self
}

extension LuaConvertible {
  @inlinable
  public static func read(_ stack: LuaStack, _ index: Int32) -> Self? { try? take(stack, index, "") }

  @inlinable
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Self {
    if let value = read(stack, index) { return value }
    throw stack.wrongType(index, name, expected: luaDescription)
  }
}

extension Bool: LuaConvertible {
  public static var luaDescription: String { "a boolean" }
  public static var luaType: String { "boolean" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Bool? {
    stack.kind(index) == .boolean ? stack.truth(index) : nil
  }
  public func push(on stack: LuaStack) { stack.push(self) }
}

/// As an argument: a quantity, up to ``LuaStack/largestQuantity``, so that sums cannot overflow. `Int64` takes any integer.
extension Int: LuaConvertible {
  public static var luaDescription: String { "an integer" }
  public static var luaType: String { "integer" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Int? {
    stack.quantity(index)
  }
  public func push(on stack: LuaStack) { stack.push(self) }
}

/// As an argument: any integer, such as an identifier or a time in milliseconds.
extension Int64: LuaConvertible {
  public static var luaDescription: String { "an integer" }
  public static var luaType: String { "integer" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Int64? { stack.integer(index) }
  public func push(on stack: LuaStack) { stack.push(self) }
}

extension Double: LuaConvertible {
  public static var luaDescription: String { "a number" }
  public static var luaType: String { "number" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Double? { stack.number(index) }
  public func push(on stack: LuaStack) { stack.push(self) }
}

extension String: LuaConvertible {
  public static var luaDescription: String { "a string" }
  public static var luaType: String { "string" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> String? { stack.string(index) }
  public func push(on stack: LuaStack) { stack.push(self) }
}

extension Optional: LuaPushable where Wrapped: LuaPushable {
  public func push(on stack: LuaStack) {
    if let self { self.push(on: stack) } else { stack.pushNil() }
  }
}

extension Optional: LuaConvertible where Wrapped: LuaConvertible {
  public static var luaDescription: String { "\(Wrapped.luaDescription) or nil" }
  public static var luaType: String { "\(Wrapped.luaType)|nil" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Wrapped?? {
    if stack.isNil(index) { return .some(nil) }
    guard let value = Wrapped.read(stack, index) else { return nil }
    return .some(.some(value))
  }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Wrapped? {
    if stack.isNil(index) { return nil }
    do {
      return try Wrapped.take(stack, index, name)
    } catch LuaError.wrongType(let what, Wrapped.luaDescription, let actual) {
      throw LuaError.wrongType(what: what, expected: luaDescription, actual: actual)
    }
  }
}

extension Array: LuaPushable where Element: LuaPushable {
  // Callbacks get identifier paths through the protocol, where the element is not known.
  @specialized(where Element == String)
  public func push(on stack: LuaStack) {
    guard (try? stack.reserve(4)) != nil else { return stack.pushNil() }
    stack.createTable(array: count)
    for index in indices {
      self[index].push(on: stack)
      stack.rawSet(-2, Int64(index + 1))
    }
  }
}

/// As an argument: a string of these bytes.
extension UnsafeRawBufferPointer: LuaPushable {
  public func push(on stack: LuaStack) { stack.push(bytes: self) }
}

extension Array: LuaConvertible where Element: LuaConvertible {
  public static var luaDescription: String { "a list (each item \(Element.luaDescription))" }
  public static var luaType: String {
    Element.luaType.contains("|") ? "(\(Element.luaType))[]" : "\(Element.luaType)[]"
  }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> [Element] {
    guard stack.kind(index) == .table else { throw stack.wrongType(index, name, expected: luaDescription) }
    let index = stack.absolute(index)
    let count = stack.rawLength(index)
    try stack.reserve(4)
    var items: [Element] = []
    items.reserveCapacity(Swift.min(count, 1024))
    for item in 0..<count {
      stack.rawGet(index, Int64(item + 1))
      defer { stack.pop() }
      // The name is only built for an error.
      items.append(try Element.read(stack, -1) ?? Element.take(stack, -1, "\(name): item \(item + 1)"))
    }
    try stack.checkListKeys(index, name, expected: luaDescription)
    return items
  }
}

/// Any value as a condition: true for all but `false`, `nil` and no value.
public struct LuaTruth: LuaConvertible {
  /// Whether the value counts as true.
  public let value: Bool

  public static var luaDescription: String { "a boolean" }
  public static var luaType: String { "boolean" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> LuaTruth? { LuaTruth(value: stack.truth(index)) }
  public func push(on stack: LuaStack) { stack.push(value) }
}

/// An enumeration whose cases have the same names in scripts.
public protocol LuaEnumeration: RawRepresentable, CaseIterable, LuaConvertible where RawValue == String {}

extension LuaEnumeration {
  public static var luaDescription: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ") }
  public static var luaType: String { allCases.map { "\"\($0.rawValue)\"" }.joined(separator: "|") }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Self? {
    guard let text = stack.string(index) else { return nil }
    return Self(rawValue: text)
  }
  public static func take(_ stack: LuaStack, _ index: Int32, _ name: String) throws -> Self {
    let text = try String.take(stack, index, name)
    if let value = Self(rawValue: text) { return value }
    throw LuaError.usage(
      "\(name): expected \(luaDescription), got \"\(text)\""
        + suggestion(for: text, among: allCases.map(\.rawValue)))
  }
  public func push(on stack: LuaStack) { stack.push(rawValue) }
}

/// A class whose objects scripts can hold, once it is defined as a ``ScriptClass``.
@MainActor
public protocol LuaObject: AnyObject, LuaConvertible {
  /// The class's name in scripts; by default the type's own name.
  static var luaName: String { get }
}

extension LuaObject {
  public static var luaName: String { "\(Self.self)" }
  public static var luaDescription: String { LuaError.withArticle(luaName) }
  public static var luaType: String { luaName }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Self? { stack.object(index) as? Self }
  public func push(on stack: LuaStack) { stack.push(object: self) }
}
