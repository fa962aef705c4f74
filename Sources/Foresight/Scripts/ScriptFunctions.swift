import LuaRuntime

/// The functions of a script's text, by their tokens.
struct ScriptFunctions {
  /// A function, with its place among the tokens.
  struct Function {
    /// The words of its name in the definition, `["Note", "viewDidLoad"]`, or of the variable or field that it is assigned to; empty
    /// for a function without a name.
    let name: [String]
    /// The line of the word `function`.
    let line: Int
    /// The index of the word `function`.
    let start: Int
    /// The index of the parenthesis that closes the parameters.
    let bodyStart: Int
    /// The index of the word `end`.
    let end: Int

    /// The tokens of the body.
    var body: Range<Int> { (bodyStart + 1)..<max(end, bodyStart + 1) }
  }

  let tokens: [LuaTokens.Token]
  let functions: [Function]

  init(_ tokens: [LuaTokens.Token]) {
    self.tokens = tokens
    var found: [Function] = []
    /// The open blocks: the index of a function's first token, or nil.
    var open: [Int?] = []
    /// The open brackets.
    var brackets: [Int] = []
    for (index, token) in tokens.enumerated() {
      switch token.kind {
      case .symbol("{"), .symbol("("), .symbol("["): brackets.append(index)
      case .symbol("}"), .symbol(")"), .symbol("]"): _ = brackets.popLast()
      default: break
      }
      guard case .name(let word) = token.kind, !Self.isField(index, in: tokens) else { continue }
      switch word {
      case "function": open.append(index)
      case "do", "if", "repeat": open.append(nil)
      case "end", "until":
        guard let block = open.popLast(), let start = block else { continue }
        var next = start + 1
        var name: [String] = []
        while next < index, tokens[next].kind != .symbol("(") {
          if case .name(let word) = tokens[next].kind { name.append(word) }
          next += 1
        }
        if name.isEmpty {
          let outer = open.compactMap(\.self).last ?? -1
          name = Self.target(ofValueAt: start, in: tokens, within: brackets.drop { $0 < outer })
        }
        let close = tokens[next...index].firstIndex { $0.kind == .symbol(")") } ?? next
        found.append(Function(name: name, line: tokens[start].line, start: start, bodyStart: close, end: index))
      default: break
      }
    }
    functions = found.sorted { $0.start < $1.start }
  }

  /// Returns the words of the variable or field that gets the value at an index: `a.b = …`, `a["b"] = …` and `a = { b = … }` have the
  /// same ones. Empty for other values, and for several at once.
  ///
  /// - Parameter brackets: the open brackets around the value in its function.
  private static func target(
    ofValueAt index: Int, in tokens: [LuaTokens.Token], within brackets: ArraySlice<Int>
  ) -> [String] {
    guard index > 1, tokens[index - 1].kind == .symbol("=") else { return [] }
    var next = index - 2
    // `local name <const> = …`
    if next > 2, tokens[next].kind == .symbol(">"), tokens[next - 2].kind == .symbol("<") { next -= 3 }
    var words: [String] = []
    var isKnown = false
    while next >= 0, !isKnown {
      if tokens[next].kind == .symbol("]"), next > 1, let text = tokens[next - 1].text,
        tokens[next - 2].kind == .symbol("[")
      {
        words.insert(text, at: 0)
        next -= 3
        isKnown = next < 0 || [.symbol("{"), .symbol(","), .symbol(";")].contains(tokens[next].kind)
      } else if case .name(let word) = tokens[next].kind {
        words.insert(word, at: 0)
        next -= 1
        isKnown = next < 0 || tokens[next].kind != .symbol(".")
        if !isKnown { next -= 1 }
      } else {
        break
      }
    }
    // A field of what a call or an index returns.
    guard isKnown else { return words.count > 1 ? words : [] }
    let isPart = next >= 0 && [.symbol("{"), .symbol(","), .symbol(";")].contains(tokens[next].kind)
    if isPart, let brace = brackets.last, tokens[brace].kind == .symbol("{") {
      let owner = target(ofValueAt: brace, in: tokens, within: brackets.dropLast())
      return owner.isEmpty ? [] : owner + words
    }
    return next >= 0 && tokens[next].kind == .symbol(",") ? [] : words
  }

  /// Whether the word at an index is a field's name, and not a reserved word: `coder.end` is not Lua.
  private static func isField(_ index: Int, in tokens: [LuaTokens.Token]) -> Bool {
    index > 0 && [.symbol("."), .symbol(":")].contains(tokens[index - 1].kind)
  }

  /// Returns the function that begins in a line, the one with this last word in its name if there are several.
  func function(at line: Int, named name: String) -> Function? {
    let here = functions.filter { $0.line == line }
    return here.first { $0.name.last == name } ?? here.first
  }

  /// Returns the innermost function with a name that contains a token.
  func namedFunction(around index: Int) -> Function? {
    functions.last { !$0.name.isEmpty && $0.start <= index && index <= $0.end }
  }
}
