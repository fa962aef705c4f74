/// A Swift type whose values go to Lua and back.
@MainActor
public protocol LuaConvertible {
  /// How the type is called in messages: "a string".
  static var luaDescription: String { get }
  /// The value at an index; nil if there is something else.
  static func read(_ stack: LuaStack, _ index: Int32) -> Self?
  /// Pushes the value.
  func push(on stack: LuaStack)
}

extension Bool: LuaConvertible {
  public static var luaDescription: String { "a boolean" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Bool? {
    stack.kind(index) == .boolean ? stack.truth(index) : nil
  }
  public func push(on stack: LuaStack) { stack.push(self) }
}

extension Int: LuaConvertible {
  public static var luaDescription: String { "an integer" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Int? {
    stack.quantity(index)
  }
  public func push(on stack: LuaStack) { stack.push(self) }
}

extension Double: LuaConvertible {
  public static var luaDescription: String { "a number" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Double? { stack.number(index) }
  public func push(on stack: LuaStack) { stack.push(self) }
}

extension String: LuaConvertible {
  public static var luaDescription: String { "a string" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> String? { stack.string(index) }
  public func push(on stack: LuaStack) { stack.push(self) }
}

extension Optional: LuaConvertible where Wrapped: LuaConvertible {
  public static var luaDescription: String { "\(Wrapped.luaDescription) or nil" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Wrapped?? {
    if stack.isNil(index) { return .some(nil) }
    guard let value = Wrapped.read(stack, index) else { return nil }
    return .some(.some(value))
  }
  public func push(on stack: LuaStack) {
    if let self { self.push(on: stack) } else { stack.pushNil() }
  }
}

extension Array: LuaConvertible where Element: LuaConvertible {
  public static var luaDescription: String { "a list (each item \(Element.luaDescription))" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> [Element]? {
    guard stack.kind(index) == .table else { return nil }
    let count = stack.rawLength(index)
    guard (try? stack.reserve(4)) != nil else { return nil }
    var items: [Element] = []
    items.reserveCapacity(Swift.min(count, 1024))
    for item in 0..<count {
      stack.rawGet(index, Int64(item + 1))
      defer { stack.pop() }
      guard let element = Element.read(stack, -1) else { return nil }
      items.append(element)
    }
    return items
  }
  public func push(on stack: LuaStack) {
    guard (try? stack.reserve(4)) != nil else { return stack.pushNil() }
    stack.createTable(array: count)
    for (index, item) in enumerated() {
      item.push(on: stack)
      stack.rawSet(-2, Int64(index + 1))
    }
  }
}

/// A class whose objects scripts can hold, once it is defined as a ``HostClass``.
@MainActor
public protocol LuaObject: AnyObject, LuaConvertible {}

extension LuaObject {
  public static var luaDescription: String { "a \(Self.self)" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> Self? { stack.object(index) as? Self }
  public func push(on stack: LuaStack) { stack.push(object: self) }
}
