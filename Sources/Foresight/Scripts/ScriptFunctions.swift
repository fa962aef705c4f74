import LuaRuntime

/// The functions of a script's text, by their tokens.
struct ScriptFunctions {
  /// A function, with its place among the tokens.
  struct Function {
    /// The words of its name in the definition, `["Note", "viewDidLoad"]`, or of the field that it is assigned to; empty for a
    /// function without a name.
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
    for (index, token) in tokens.enumerated() {
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
        if name.isEmpty { name = Self.field(assignedAt: start, in: tokens) }
        let close = tokens[next...index].firstIndex { $0.kind == .symbol(")") } ?? next
        found.append(Function(name: name, line: tokens[start].line, start: start, bodyStart: close, end: index))
      default: break
      }
    }
    functions = found.sorted { $0.start < $1.start }
  }

  /// Returns the words of `a.b` in `a.b = function`; empty for another function.
  private static func field(assignedAt index: Int, in tokens: [LuaTokens.Token]) -> [String] {
    guard index > 1, tokens[index - 1].kind == .symbol("=") else { return [] }
    var words: [String] = []
    var next = index - 2
    while next >= 0, case .name(let word) = tokens[next].kind {
      words.insert(word, at: 0)
      guard next > 0, tokens[next - 1].kind == .symbol(".") else { break }
      next -= 2
    }
    return words.count > 1 ? words : []
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
