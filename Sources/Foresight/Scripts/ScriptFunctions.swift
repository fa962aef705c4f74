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
  /// The functions in the order of their first tokens.
  let functions: [Function]
  /// The position among the functions of the one around each, which begins before it.
  private let outer: [Int?]

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
    var outer: [Int?] = []
    for function in functions {
      var around = outer.indices.last
      while let position = around, functions[position].end < function.start { around = outer[position] }
      outer.append(around)
    }
    self.outer = outer
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
    let here = functions[count { $0.line < line }...].prefix { $0.line == line }
    return here.first { $0.name.last == name } ?? here.first
  }

  /// The functions that contain a token, the innermost first.
  func around(_ index: Int) -> some Sequence<Function> {
    let count = count { $0.start <= index }
    return sequence(state: count > 0 ? count - 1 : nil) { (next: inout Int?) -> Function? in
      while let position = next {
        next = outer[position]
        if index <= functions[position].end { return functions[position] }
      }
      return nil
    }
  }

  /// Returns the number of the functions before the first one that has not a property, which none after it has.
  private func count(where isSuch: (Function) -> Bool) -> Int {
    var range = functions.startIndex..<functions.endIndex
    while !range.isEmpty {
      let middle = (range.lowerBound + range.upperBound) / 2
      range = isSuch(functions[middle]) ? middle + 1..<range.upperBound : range.lowerBound..<middle
    }
    return range.lowerBound
  }

  /// Returns the innermost function with a name that contains a token.
  func namedFunction(around index: Int) -> Function? { around(index).first { !$0.name.isEmpty } }

  /// Returns the innermost function with a token in its body.
  func innermost(around index: Int) -> Function? { around(index).first { $0.body.contains(index) } }

  /// Returns the function whose first token, the word `function`, is at an index.
  func function(startingAt index: Int) -> Function? { around(index).first { $0.start == index } }

  /// Whether a token is in the name or the parameters of a function's definition.
  func isInHead(_ index: Int) -> Bool { around(index).contains { $0.start < index && index < $0.bodyStart } }
}
