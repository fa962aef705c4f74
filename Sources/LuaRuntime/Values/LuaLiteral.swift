extension String {
  /// The text as a Lua string literal (Lua manual, section 3.1): the literal's value is the same text, and it contains no
  /// control characters.
  package var asLua: String {
    var literal = "\""
    for scalar in unicodeScalars {
      switch scalar {
      case "\"": literal += "\\\""
      case "\\": literal += "\\\\"
      case "\n": literal += "\\n"
      case "\r": literal += "\\r"
      case "\t": literal += "\\t"
      case _ where scalar.value < 32 || scalar.value == 127: literal += UInt8(scalar.value).luaEscape
      // Two bytes of UTF-8.
      case _ where (128..<160).contains(scalar.value): literal += "\\u{\(String(scalar.value, radix: 16))}"
      default: literal.unicodeScalars.append(scalar)
      }
    }
    return literal + "\""
  }

  /// Returns a string of Lua, which need not be UTF-8, as a literal.
  package static func luaLiteral(_ bytes: [UInt8]) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text.asLua }
    let parts = bytes.map {
      (32...126).contains($0) && $0 != 34 && $0 != 92 ? String(UnicodeScalar($0)) : $0.luaEscape
    }
    return "\"\(parts.joined())\""
  }
}

extension UInt8 {
  /// The escape sequence of a byte in a Lua string.
  fileprivate var luaEscape: String {
    let digits = String(self, radix: 16)
    return "\\x" + (digits.count == 1 ? "0" : "") + digits
  }
}
