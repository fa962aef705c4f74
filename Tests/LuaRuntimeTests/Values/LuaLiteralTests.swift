import LuaRuntime
import Testing

@Suite("Lua literals")
@MainActor
struct LuaLiteralTests {
  /// Returns the bytes of a literal's value, as Lua reads it.
  private func bytes(of literal: String) throws -> [UInt8]? {
    try LuaState().withStack { stack in
      try stack.state.load(Array("return \(literal)".utf8), name: "literal", on: stack)
      try stack.call(arguments: 0, results: 1)
      return stack.bytes(-1)
    }
  }

  @Test("Lua reads the same text back, also before a digit, and no control character is in the literal")
  func texts() throws {
    let scalars = (0..<0x300).compactMap(UnicodeScalar.init) + ["\u{2028}", "日", "\u{1f600}"]
    for scalar in scalars {
      let text = "a\(scalar)1\(scalar)"
      #expect(try bytes(of: text.asLua) == Array(text.utf8), "\(scalar.value)")
      #expect(!text.asLua.unicodeScalars.contains { $0.properties.generalCategory == .control }, "\(scalar.value)")
    }
  }

  @Test("Lua reads bytes back that are not UTF-8")
  func bytesOutsideUTF8() throws {
    for byte in UInt8.min...UInt8.max {
      let bytes: [UInt8] = [0xff, byte, 0x31]
      #expect(try self.bytes(of: String.luaLiteral(bytes)) == bytes)
    }
  }
}
