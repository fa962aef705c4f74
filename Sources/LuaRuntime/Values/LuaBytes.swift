/// A Lua string as bytes, which need not be valid UTF-8.
public struct LuaBytes: LuaConvertible {
  /// The bytes.
  public let bytes: [UInt8]

  /// Creates a string from bytes.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
  }

  public static var luaDescription: String { "a string" }
  public static var luaType: String { "string" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> LuaBytes? { stack.bytes(index).map(LuaBytes.init) }
  public func push(on stack: LuaStack) { stack.push(bytes: bytes) }
}
