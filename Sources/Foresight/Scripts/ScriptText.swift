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

  /// The blanks by which most functions of the script indent their bodies; two if there is none to go by.
  var blockIndentation: String {
    var counts: [String: Int] = [:]
    for function in functions.functions {
      guard let first = blanks(before: function.bodyStart + 1), function.body.contains(function.bodyStart + 1) else {
        continue
      }
      let outer = indentation(ofLine: tokens[function.start].line)
      if first.hasPrefix(outer), first.count > outer.count {
        counts[String(first.dropFirst(outer.count)), default: 0] += 1
      }
    }
    return counts.max { ($0.value, $1.key) < ($1.value, $0.key) }?.key ?? "  "
  }

  /// Returns the blanks before a token that is the first of its line; nil for another one.
  private func blanks(before index: Int) -> String? {
    guard tokens.indices.contains(index) else { return nil }
    let text = source[..<tokens[index].range.lowerBound]
    let start = text.lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    guard text[start...].allSatisfy({ $0 == 32 || $0 == 9 }) else { return nil }
    return String(decoding: text[start...], as: UTF8.self)
  }

  /// Whether the lines from one token to another contain no other tokens.
  func isAloneInLine(_ first: Int, _ last: Int) -> Bool {
    (first == 0 || tokens[first - 1].line < tokens[first].line)
      && (last + 1 >= tokens.count || tokens[last + 1].line > tokens[last].line)
  }

  /// Returns where lines begin between two tokens, except inside of strings over several lines.
  func lineStarts(in range: ClosedRange<Int>) -> [Int] {
    range.dropLast().flatMap { index in
      let gap = tokens[index].range.upperBound..<tokens[index + 1].range.lowerBound
      return gap.filter { source[$0] == Self.newline }.map { $0 + 1 }
    }
  }

  /// Extends a range of bytes to whole lines, with the last line's end.
  func wholeLines(of range: Range<Int>) -> Range<Int> {
    let start = source[..<range.lowerBound].lastIndex(of: Self.newline).map { $0 + 1 } ?? 0
    let end = source[range.upperBound...].firstIndex(of: Self.newline).map { $0 + 1 } ?? source.count
    return start..<end
  }

  /// Returns the end of the comment to the end of the line, without the newline, after a token; nil if there is none, or another
  /// token.
  func endOfComment(after index: Int) -> Int? {
    let start = tokens[index].range.upperBound
    var end = source[start...].firstIndex(of: Self.newline) ?? source.count
    if end > start, source[end - 1] == UInt8(ascii: "\r") { end -= 1 }
    let rest = source[start..<end].drop { $0 == 32 || $0 == 9 }
    guard rest.starts(with: "--".utf8), !rest.starts(with: "--[".utf8) else { return nil }
    return end
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

  /// Returns the bracket around the token at an index; nil if there is none.
  func opening(around index: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[..<index].reversed() {
      switch tokens[index].kind {
      case .symbol(")"), .symbol("}"), .symbol("]"): depth += 1
      case .symbol("("), .symbol("{"), .symbol("["):
        if depth == 0 { return index }
        depth -= 1
      default: break
      }
    }
    return nil
  }

  /// Returns the indices of the names of a table's own fields, `{ name = …, name = … }`, without those of tables and functions in
  /// it.
  ///
  /// - Parameter open: the index of its brace.
  func fields(ofTableAt open: Int) -> [Int] {
    guard let close = closing(of: open) else { return [] }
    var found: [Int] = []
    var depth = 0
    for index in open..<close {
      switch tokens[index].kind {
      case .symbol("{"), .symbol("("): depth += 1
      case .symbol("}"), .symbol(")"): depth -= 1
      case .name where depth == 1 && tokens[index + 1].kind == .symbol("="):
        let isFirst = [.symbol("{"), .symbol(","), .symbol(";")].contains(tokens[index - 1].kind)
        let isInner = functions.around(index).contains { open < $0.start && $0.start < index && index < $0.end }
        if isFirst, !isInner { found.append(index) }
      default: break
      }
    }
    return found
  }

  /// The position of the statement that returns the script's result at its end; nil if there is none.
  var finalReturn: Int? {
    guard let index = tokens.lastIndex(where: { $0.kind == .name("return") }),
      !functions.around(index).contains(where: { $0.start < index && index < $0.end })
    else { return nil }
    return tokens[index].range.lowerBound
  }

  /// Returns the tokens of the assignment to a property that ends in a line, which is where Lua places it; nil if there is
  /// none.
  func assignment(endingIn line: Int, to isProperty: (String) -> Bool) -> ClosedRange<Int>? {
    for index in tokens.indices.reversed() where index > 1 && index + 2 < tokens.count && tokens[index].line <= line {
      guard case .name(let name) = tokens[index].kind, isProperty(name), tokens[index - 1].kind == .symbol("."),
        tokens[index + 1].kind == .symbol("="), let last = tokens.lastToken(ofValuesAt: index + 2),
        tokens[last].line == line
      else { continue }
      var start = index - 2
      while start > 1, tokens[start - 1].kind == .symbol(".") { start -= 2 }
      return start...last
    }
    return nil
  }

  /// Returns the statement around a token that stands directly in a function's body.
  func statement(around index: Int, in function: ScriptFunctions.Function) -> ClosedRange<Int>? {
    statements(of: function).first { $0.contains(index) }
  }

  /// Returns the statements that stand directly in a function's body, up to one whose end is unknown.
  func statements(of function: ScriptFunctions.Function) -> [ClosedRange<Int>] {
    var found: [ClosedRange<Int>] = []
    var start = function.bodyStart + 1
    while start < function.end, let end = endOfStatement(at: start, before: function.end) {
      found.append(start...end)
      start = end + 1
      while start < function.end, tokens[start].kind == .symbol(";") { start += 1 }
    }
    return found
  }

  private func endOfStatement(at start: Int, before limit: Int) -> Int? {
    var depth = 0
    for index in start..<limit {
      depth += tokens[index].nesting
      guard depth >= 0 else { return nil }
      let next = index + 1
      guard depth == 0, tokens[index].endsValue else { continue }
      if next >= limit || tokens[next].kind == .symbol(";") { return index }
      // The head of a statement, `while value do`, ends with a value, too.
      let isHead = [.name("then"), .name("do"), .name("in")].contains(tokens[next].kind)
      if tokens[next].beginsStatement, !isHead { return index }
    }
    return nil
  }
}
