import LuaRuntime

/// The variables and fields to which scripts assign texts only, such as `local KEY = "key"` and `Keys = { title = "title" }`.
struct TextConstants {
  /// A variable, or a field of a named table.
  private struct Name: Hashable {
    /// The name of the table; nil for a variable.
    let owner: String?
    let name: String
  }

  private var texts: [Name: Set<[UInt8]>] = [:]
  /// The names that have other values, too, or are parameters or loop variables.
  private var others: Set<Name> = []

  init(_ files: [[LuaTokens.Token]]) {
    for tokens in files {
      /// The names of the tables whose constructors are open; nil for a table without a name.
      var open: [String?] = []
      for index in tokens.indices {
        switch tokens[index].kind {
        case .symbol("{"): open.append(Self.owner(ofConstructorAt: index, in: tokens))
        case .symbol("}"): _ = open.popLast()
        case .symbol("="): addAssignment(at: index, in: tokens, within: open.last)
        case .name("function"), .name("for"): addParameters(at: index, in: tokens)
        default: break
        }
      }
    }
  }

  /// Returns the texts that an argument can be, which is a variable or a field; nil if it is another expression, or can have
  /// other values.
  func texts(at index: Int, in tokens: [LuaTokens.Token]) -> Set<[UInt8]>? {
    var last = index
    while last + 2 < tokens.count, tokens[last + 1].kind == .symbol("."), case .name = tokens[last + 2].kind {
      last += 2
    }
    guard last + 1 < tokens.count, [.symbol(","), .symbol(")")].contains(tokens[last + 1].kind),
      case .name(let word) = tokens[last].kind
    else { return nil }
    guard last > index, case .name(let owner) = tokens[last - 2].kind else {
      let all = texts(of: word, in: nil)
      // Functions can have variables of the same name.
      guard let all, all.count > 1, let own = Self.text(ofLocal: word, at: index, in: tokens) else { return all }
      return [own]
    }
    return texts(of: word, in: owner)
  }

  /// Returns the text of the local variable that a name is at a token; nil if it is none, or can have other values.
  private static func text(ofLocal word: String, at index: Int, in tokens: [LuaTokens.Token]) -> [UInt8]? {
    let assignments = tokens.indices.dropLast(2).filter {
      tokens[$0].kind == .name(word) && tokens[$0 + 1].kind == .symbol("=")
    }
    guard assignments.allSatisfy({ $0 > 0 && tokens[$0 - 1].kind == .name("local") }) else { return nil }
    /// The number of blocks that end between the declaration and the token, outside of which it is.
    var depth = 0
    for position in stride(from: index - 1, through: 0, by: -1) {
      switch tokens[position].kind {
      case .name("end"), .name("until"): depth += 1
      case .name("function"), .name("do"), .name("if"), .name("repeat"): depth = max(0, depth - 1)
      case .name(word) where depth == 0 && assignments.contains(position):
        if case .string(let text) = tokens[position + 2].kind { return text }
        return nil
      default: break
      }
    }
    return nil
  }

  /// Returns the text of a variable or field, by the token of its last name; nil if it can have other values.
  func text(ofNameAt index: Int, in tokens: [LuaTokens.Token]) -> [UInt8]? {
    guard case .name(let word) = tokens[index].kind else { return nil }
    var owner: String?
    if index > 0, [.symbol("."), .symbol(":")].contains(tokens[index - 1].kind) {
      guard index > 1, case .name(let table) = tokens[index - 2].kind else { return nil }
      owner = table
    }
    guard let texts = texts(of: word, in: owner), texts.count == 1 else { return nil }
    return texts.first
  }

  private func texts(of word: String, in owner: String?) -> Set<[UInt8]>? {
    guard let owner else {
      let name = Name(owner: nil, name: word)
      return others.contains(name) ? nil : texts[name]
    }
    // A module's table has another name where it is required.
    let name = Name(owner: owner, name: word)
    let isKnown = texts[name] != nil || others.contains(name)
    let names = isKnown ? [name] : texts.keys.filter { $0.name == word && $0.owner != nil && $0.owner != "self" }
    guard !names.isEmpty, !names.contains(where: others.contains) else { return nil }
    return names.reduce(into: []) { $0.formUnion(texts[$1] ?? []) }
  }

  /// Returns the texts of the list over which a loop runs, `for _, key in ipairs { "a", "b" } do`, around an argument that is its
  /// variable; nil for another argument.
  static func texts(ofLoopAround index: Int, in tokens: [LuaTokens.Token]) -> Set<[UInt8]>? {
    let variable = tokens[index].kind
    for start in stride(from: index - 1, through: 0, by: -1) {
      switch tokens[start].kind {
      case .name("function"): return nil
      case .name("local") where tokens[start + 1].kind == variable: return nil
      case .symbol("=") where start > 0 && tokens[start - 1].kind == variable: return nil
      case .name("for"):
        let header = tokens[(start + 1)..<index].prefix { $0.kind != .name("do") }.map(\.kind)
        guard let end = header.firstIndex(of: .name("in")), header[..<end].contains(variable) else { continue }
        return texts(ofList: header[(end + 1)...])
      default: break
      }
    }
    return nil
  }

  /// Returns the texts in `ipairs { "a", "b" }`; nil for another expression.
  private static func texts(ofList tokens: ArraySlice<LuaTokens.Kind>) -> Set<[UInt8]>? {
    guard tokens.first == .name("ipairs") else { return nil }
    var texts: Set<[UInt8]> = []
    for token in tokens.dropFirst() {
      switch token {
      case .string(let text): texts.insert(text)
      case .symbol(let symbol) where ["(", "{", ",", ";", "}", ")"].contains(symbol): break
      default: return nil
      }
    }
    return texts
  }

  /// Returns the name of the table that a brace begins: of the variable or field, or `return` for that of a module.
  private static func owner(ofConstructorAt brace: Int, in tokens: [LuaTokens.Token]) -> String? {
    guard brace > 0 else { return nil }
    if tokens[brace - 1].kind == .name("return") { return "return" }
    guard brace > 1, tokens[brace - 1].kind == .symbol("="), case .name(let name) = tokens[brace - 2].kind else {
      return nil
    }
    return name
  }

  /// Adds the names before an equals sign with the values after it.
  private mutating func addAssignment(at equals: Int, in tokens: [LuaTokens.Token], within constructor: String??) {
    var names: [Name] = []
    var end = equals
    repeat {
      // `local KEY <const> = …`
      if end > 3, tokens[end - 1].kind == .symbol(">"), tokens[end - 3].kind == .symbol("<") { end -= 3 }
      guard end > 0, case .name(let word) = tokens[end - 1].kind else { break }
      var owner: String?
      var start = end - 1
      if start > 1, tokens[start - 1].kind == .symbol("."), case .name(let table) = tokens[start - 2].kind {
        owner = table
        while start > 1, tokens[start - 1].kind == .symbol(".") { start -= 2 }
      }
      names.insert(Name(owner: owner, name: word), at: 0)
      end = start
      if let constructor, start > 0, [.symbol("{"), .symbol(","), .symbol(";")].contains(tokens[start - 1].kind) {
        // A field. Those of a table without a name cannot be referred to.
        guard let constructor else { return }
        names = [Name(owner: constructor, name: word)]
        break
      }
      end -= 1
    } while end > 0 && tokens[end].kind == .symbol(",")
    var value = equals + 1
    for name in names {
      guard value < tokens.count, case .string(let text) = tokens[value].kind, Self.ends(before: value + 1, in: tokens)
      else {
        others.insert(name)
        continue
      }
      texts[name, default: []].insert(text)
      value += 2
    }
  }

  /// Whether a value ends before an index: an operator would change it.
  private static func ends(before index: Int, in tokens: [LuaTokens.Token]) -> Bool {
    guard index < tokens.count else { return true }
    return switch tokens[index].kind {
    case .symbol(let symbol): [",", ";", "}", "(", "{"].contains(symbol)
    case .name(let word): !["and", "or"].contains(word)
    case .string, .number: false
    }
  }

  /// Adds the parameters of a function, or the variables of a loop, which can have any value.
  private mutating func addParameters(at index: Int, in tokens: [LuaTokens.Token]) {
    var next = index + 1
    let isFunction = tokens[index].kind == .name("function")
    if isFunction { while next < tokens.count, tokens[next].kind != .symbol("(") { next += 1 } }
    let ends: [LuaTokens.Kind] = isFunction ? [.symbol(")")] : [.name("in"), .symbol("=")]
    while next < tokens.count, !ends.contains(tokens[next].kind) {
      if case .name(let name) = tokens[next].kind { others.insert(Name(owner: nil, name: name)) }
      next += 1
    }
  }
}
