import LuaRuntime

extension LuaTokens.Token {
  /// The value, if it is a string with valid UTF-8.
  var text: String? {
    if case .string(let bytes) = kind { String(validating: bytes, as: UTF8.self) } else { nil }
  }
}

// Parts of a script's text.
extension AppScripts.File {
  /// Returns the text of a range of bytes.
  func text(_ range: Range<Int>) -> String { String(decoding: source[range], as: UTF8.self) }

  private static let newline = UInt8(ascii: "\n")

  /// Returns the blanks at the beginning of a line.
  func indentation(ofLine line: Int) -> String {
    let lines = source.split(separator: Self.newline, omittingEmptySubsequences: false)
    guard lines.indices.contains(line - 1) else { return "" }
    return String(decoding: lines[line - 1].prefix { $0 == 32 || $0 == 9 }, as: UTF8.self)
  }

  /// Whether the lines from one token to another contain no other tokens.
  func isAloneInLine(_ first: Int, _ last: Int) -> Bool {
    (first == 0 || tokens[first - 1].line < tokens[first].line)
      && (last + 1 >= tokens.count || tokens[last + 1].line > tokens[last].line)
  }

  /// Extends a range of bytes to whole lines, with the last line's end.
  func wholeLines(of range: Range<Int>) -> Range<Int> {
    let start = source[..<range.lowerBound].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    let end = source[range.upperBound...].firstIndex(of: Self.newline).map { $0 + 1 } ?? source.count
    return start..<end
  }

  /// Returns the token that closes the bracket at an index.
  func closing(of open: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[open...] {
      switch tokens[index].kind {
      case .symbol("("), .symbol("{"), .symbol("["): depth += 1
      case .symbol(")"), .symbol("}"), .symbol("]"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }

  /// The position of the statement that returns the script's result at its end; nil if there is none.
  var finalReturn: Int? {
    guard let index = tokens.lastIndex(where: { $0.kind == .name("return") }),
      !functions.functions.contains(where: { $0.start < index && index < $0.end })
    else { return nil }
    return tokens[index].range.lowerBound
  }

  /// Returns the last token of the value that begins at an index, as the right side of an assignment.
  func lastToken(ofValueAt start: Int) -> Int? {
    guard start < tokens.count else { return nil }
    var depth = 0
    var last = start
    for index in start..<tokens.count {
      let token = tokens[index]
      if depth == 0, index > start, token.kind == .symbol(";") || tokens[last].endsValue && token.beginsStatement {
        break
      }
      depth += token.nesting
      guard depth >= 0 else { break }
      last = index
    }
    return last
  }

  /// Returns the statement around a token that stands directly in a function's body.
  func statement(around index: Int, in function: ScriptFunctions.Function) -> ClosedRange<Int>? {
    var start = function.bodyStart + 1
    while start < function.end {
      guard let end = endOfStatement(at: start, before: function.end) else { return nil }
      if (start...end).contains(index) { return start...end }
      start = end + 1
    }
    return nil
  }

  private func endOfStatement(at start: Int, before limit: Int) -> Int? {
    var depth = 0
    for index in start..<limit {
      depth += tokens[index].nesting
      guard depth >= 0 else { return nil }
      let next = index + 1
      guard depth == 0, tokens[index].endsValue else { continue }
      if next >= limit || tokens[next].kind == .symbol(";") || tokens[next].beginsStatement { return index }
    }
    return nil
  }
}

extension LuaTokens.Token {
  /// 1 for the start of a block or bracket, -1 for its end, otherwise 0.
  fileprivate var nesting: Int {
    switch kind {
    case .name("function"), .name("do"), .name("if"), .name("repeat"), .symbol("("), .symbol("["), .symbol("{"): 1
    case .name("end"), .name("until"), .symbol(")"), .symbol("]"), .symbol("}"): -1
    default: 0
    }
  }

  /// Whether a value can end with this token.
  fileprivate var endsValue: Bool {
    switch kind {
    case .name(let name):
      !["and", "or", "not", "local", "return", "function", "if", "while", "for", "in", "then"].contains(name)
    case .string, .number: true
    case .symbol(let symbol): [")", "]", "}", "..."].contains(symbol)
    }
  }

  /// Whether this token begins a statement after a value.
  fileprivate var beginsStatement: Bool {
    if case .name(let name) = kind { return !["and", "or", "then", "do", "in"].contains(name) }
    return kind == .symbol("::")
  }
}
