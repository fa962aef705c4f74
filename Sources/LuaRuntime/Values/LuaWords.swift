/// Lua's reserved words and names (Lua manual, section 3.1).
package enum LuaWords {
  /// The words that cannot be names.
  package static let reserved: Set<String> = [
    "and", "break", "do", "else", "elseif", "end", "false", "for", "function", "goto", "if", "in", "local", "nil",
    "not", "or", "repeat", "return", "then", "true", "until", "while",
  ]

  /// Returns whether a text is a valid name.
  package static func isName(_ text: String) -> Bool {
    guard let first = text.utf8.first, !(48...57).contains(first), !reserved.contains(text) else { return false }
    return text.utf8.allSatisfy { (48...57).contains($0) || (65...90).contains($0 & 0xdf) || $0 == 95 }
  }
}
