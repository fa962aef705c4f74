/// The reason why a script's local is not visible where its name is used, so that the name refers to a global.
enum LocalScope {
  /// It is used in its own initial value (Lua manual, section 3.3.7), where it is not visible yet.
  case ownValue
  /// It is declared later, in this line.
  case later(line: Int)

  /// Finds the declaration of a local that explains the use of a name in a line of a script; nil if there is none.
  init?(of name: String, usedIn line: Int, of source: ArraySlice<UInt8>) {
    let tokens = Array(LuaTokens(source))
    var depth = 0
    var later: Int?
    for (index, token) in tokens.enumerated() {
      depth += token.nesting
      guard token.kind == .name("local") else { continue }
      let isFunction = index + 1 < tokens.count && tokens[index + 1].kind == .name("function")
      let (names, end) = Self.names(at: index + (isFunction ? 2 : 1), in: tokens)
      guard names.contains(name) else { continue }
      if token.line > line {
        // A declaration in another block is not visible here either.
        if depth == 0 { later = later ?? token.line }
      } else if !isFunction, Self.lastLine(ofValuesAt: end, in: tokens) >= line {
        self = .ownValue
        return
      }
    }
    guard let later else { return nil }
    self = .later(line: later)
  }

  /// Returns the names declared in a list that begins at an index, `a <const>, b`, and the end of the list.
  private static func names(at start: Int, in tokens: [LuaTokens.Token]) -> (names: [String], end: Int) {
    var names: [String] = []
    var next = start
    while next < tokens.count, case .name(let name) = tokens[next].kind {
      names.append(name)
      next += 1
      if next < tokens.count, tokens[next].kind == .symbol("<") { next += 3 }
      guard next < tokens.count, tokens[next].kind == .symbol(",") else { break }
      next += 1
    }
    return (names, next)
  }

  /// Returns the last line of the values after an equals sign at an index; 0 if there is none.
  private static func lastLine(ofValuesAt start: Int, in tokens: [LuaTokens.Token]) -> Int {
    guard tokens.indices.contains(start), tokens[start].kind == .symbol("=") else { return 0 }
    return tokens[tokens.lastToken(ofValuesAt: start + 1) ?? start].line
  }
}
