extension RandomAccessCollection<LuaTokens.Token> where Index == Int {
  /// Returns the last token of the values that begin at an index, as on the right side of an assignment; nil if the index is
  /// past the end.
  package func lastToken(ofValuesAt start: Int) -> Int? {
    guard indices.contains(start) else { return nil }
    var depth = 0
    var last = start
    for index in start..<endIndex {
      let token = self[index]
      if depth == 0, index > start, token.kind == .symbol(";") || self[last].endsValue && token.beginsStatement {
        break
      }
      depth += token.nesting
      guard depth >= 0 else { break }
      last = index
    }
    return last
  }
}

extension LuaTokens.Token {
  /// 1 for the start of a block or bracket, -1 for its end, otherwise 0.
  package var nesting: Int {
    switch kind {
    case .name("function"), .name("do"), .name("if"), .name("repeat"), .symbol("("), .symbol("["), .symbol("{"): 1
    case .name("end"), .name("until"), .symbol(")"), .symbol("]"), .symbol("}"): -1
    default: 0
    }
  }

  /// Whether a value can end with this token.
  package var endsValue: Bool {
    switch kind {
    case .name(let name):
      !["and", "or", "not", "local", "return", "function", "if", "while", "for", "in", "then"].contains(name)
    case .string, .number: true
    case .symbol(let symbol): [")", "]", "}", "..."].contains(symbol)
    }
  }

  /// Whether this token begins a statement after a value.
  package var beginsStatement: Bool {
    if case .name(let name) = kind { return !["and", "or"].contains(name) }
    return kind == .symbol("::")
  }
}
