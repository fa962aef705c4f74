import LuaRuntime

// The beginnings of texts that scripts distinguish.
extension AppScripts {
  /// The beginnings by which the scripts distinguish texts: `text:sub(1, 1) == "="`, `text:match "^#%w+"`.
  var distinguishedBeginnings: Set<String> {
    Set(
      files.values.flatMap { file in
        let tokens = file.tokens
        return tokens.indices.compactMap { index -> String? in
          guard let text = tokens[index].text, !text.isEmpty else { return nil }
          if Self.isComparedWithBeginning(index, in: tokens) { return text }
          // `text:match "…"`, `text:match("…")`, `string.match(text, "…")`
          let isPattern = tokens[..<index].suffix(4).contains { ["find", "match"].contains($0.word) }
          return isPattern && text.hasPrefix("^") ? Self.literal(beginning: text.dropFirst()) : nil
        }
      })
  }

  /// Whether a token is compared with the first characters of a text: `text:sub(1, n) == token`.
  private static func isComparedWithBeginning(_ index: Int, in tokens: [LuaTokens.Token]) -> Bool {
    let before = tokens[..<index].suffix(7).map(\.kind)
    guard before.count == 7, let comparison = before.last else { return false }
    let call: [LuaTokens.Kind] = [.name("sub"), .symbol("("), .number, .symbol(","), .number, .symbol(")")]
    return Array(before.dropLast()) == call && [.symbol("=="), .symbol("~=")].contains(comparison)
  }

  /// Returns the characters with which a pattern begins, up to the first one with another meaning (Lua manual, section
  /// 6.4.1); nil if there are none.
  private static func literal(beginning pattern: Substring) -> String? {
    var (result, rest) = ("", pattern)
    while let character = rest.popFirst() {
      if character == "%" {
        guard let escaped = rest.popFirst(), !escaped.isLetter, !escaped.isNumber else { break }
        result.append(escaped)
      } else if "^$()[].*+-?".contains(character) {
        // What may be repeated may be absent.
        if "*?-".contains(character), !result.isEmpty { result.removeLast() }
        break
      } else {
        result.append(character)
      }
    }
    return result.isEmpty ? nil : result
  }
}
