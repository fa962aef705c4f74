import LuaRuntime

/// The names that the values of scripts reach: from those in an expression to the variables and fields that it is assigned to.
///
/// Objects are not distinguished, and nothing is run, so that a value reaches too many names rather than too few.
struct ValueFlow {
  /// An assignment, a loop, a call with the parameters of the function, or a result.
  fileprivate struct Step {
    /// The names that get a value.
    let targets: [String]
    /// The names and, in quotes, the texts in the expression of the value.
    let sources: Set<String>
  }

  private var steps: [Step] = []
  /// The names that any value reaches.
  let assigned: Set<String>
  /// The names of properties that most objects have, such as `text`: these lead nowhere.
  private let commonNames: Set<String>

  /// - Parameter commonNames: the names of the properties of built-in classes.
  init(_ files: [AppScripts.File], commonNames: Set<String>) {
    self.commonNames = commonNames
    var parameters: [String: [String]] = [:]
    for file in files {
      for function in file.functions.functions {
        let tokens = file.tokens[function.start..<function.bodyStart]
        guard let name = function.name.last, let open = tokens.firstIndex(where: { $0.kind == .symbol("(") }) else {
          continue
        }
        parameters[name, default: []] += tokens[open...].compactMap(\.word)
      }
    }
    for file in files {
      // The kind of each open bracket or block.
      var open: [LuaTokens.Kind] = []
      for (index, token) in file.tokens.enumerated() {
        if let step = file.step(at: index, isField: open.last == .symbol("{"), parameters) { steps.append(step) }
        if token.nesting > 0 { open.append(token.kind) }
        if token.nesting < 0 { _ = open.popLast() }
      }
    }
    assigned = Set(steps.flatMap(\.targets))
  }

  /// Returns the names that the value of a coder's key reaches. One with the key's name is its value before it is encoded.
  func names(reachedBy key: String) -> Set<String> { names(reachedByAny: [key]) }

  /// Returns the names that the value of any of some keys reaches.
  func names(reachedByAny keys: [String]) -> Set<String> {
    var reached = Set(keys + keys.map { "\"\($0)\"" })
    var rest = steps[...]
    while true {
      let sources = reached.subtracting(commonNames)
      let next = rest.filter { !sources.isDisjoint(with: $0.sources) }
      guard !next.isEmpty else { return reached }
      rest = rest.filter { sources.isDisjoint(with: $0.sources) }[...]
      reached.formUnion(next.flatMap(\.targets))
    }
  }

  /// Returns the names whose values reach a name, without what it is decoded from.
  func names(reaching name: String) -> Set<String> { names(reachingAny: [name]) }

  /// Returns the names whose values reach any of some names, without what these are decoded from.
  func names(reachingAny names: Set<String>) -> Set<String> {
    let steps = steps.filter { $0.sources.isDisjoint(with: AppScripts.decodingMethods) }
    var reaching = names
    while true {
      let next = steps.filter { !reaching.isDisjoint(with: $0.targets) }.flatMap(\.sources)
        .filter { !$0.hasPrefix("\"") && !commonNames.contains($0) }
      guard !reaching.isSuperset(of: next) else { return reaching }
      reaching.formUnion(next)
    }
  }

  /// Whether a name can be nil as the values of some keys are lost. A name that nothing is assigned to may be anything.
  func canBeNil(_ name: String, without keys: [String]) -> Bool {
    !assigned.contains(name) || keys.contains { names(reachedBy: $0).contains(name) }
  }
}

extension AppScripts.File {
  /// Returns what a token assigns, passes or returns; nil for most tokens.
  ///
  /// - Parameters:
  ///   - isField: whether the token is in the constructor of a table.
  ///   - parameters: the parameters of the functions with a name.
  fileprivate func step(at index: Int, isField: Bool, _ parameters: [String: [String]]) -> ValueFlow.Step? {
    let next = index + 1
    guard next < tokens.count else { return nil }
    switch tokens[index].kind {
    case .symbol("="):
      return step(to: targets(before: index, isField: isField), from: next, isField: isField)
    case .name("in"): return step(to: targets(before: index, isField: false), from: next)
    case .name("return"):
      guard let function = functions.namedFunction(around: index) else {
        return functions.innermost(around: index) != nil ? nil : step(to: moduleNames, from: next)
      }
      return step(to: [function.name.last].compactMap { $0 }, from: next)
    case .name("encode"):
      // A key holds what is encoded under it.
      guard tokens[next].kind == .symbol("("), let close = closing(of: next), next + 3 < close,
        let key = tokens[next + 1].text
      else { return nil }
      return ValueFlow.Step(
        targets: Array(sources(in: (next + 3)..<close).filter { !$0.hasPrefix("\"") }), sources: ["\"\(key)\""])
    case .name("insert") where index > 1 && tokens[index - 2].kind == .name("table"):
      guard tokens[next].kind == .symbol("("), let close = closing(of: next),
        let comma = tokens[next..<close].firstIndex(where: { $0.kind == .symbol(",") })
      else { return nil }
      return ValueFlow.Step(
        targets: targets(before: comma, isField: true), sources: sources(in: (comma + 1)..<close))
    case .name(let name):
      guard let targets = parameters[name], !targets.isEmpty, let arguments = arguments(ofCallAt: index) else {
        return nil
      }
      return ValueFlow.Step(targets: targets, sources: sources(in: arguments))
    default: return nil
    }
  }

  /// The names by which other files can load this one, in quotes: `"store"` and `"data.store"` for `data/store.lua`.
  var moduleNames: [String] {
    let parts = name.split { $0 == "/" || $0 == "." }.dropLast()
    return parts.indices.map { "\"\(parts[$0...].joined(separator: "."))\"" }
  }

  /// Returns the assignment of the values that begin at an index; nil without a target.
  private func step(to targets: [String], from start: Int, isField: Bool = false) -> ValueFlow.Step? {
    guard !targets.isEmpty, let last = isField ? endOfField(at: start) : tokens.lastToken(ofValuesAt: start) else {
      return nil
    }
    return ValueFlow.Step(targets: targets, sources: sources(in: start..<last + 1))
  }

  /// Returns the last token of a field's value in the constructor of a table.
  private func endOfField(at start: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[start...] {
      if depth == 0, [.symbol(","), .symbol(";")].contains(tokens[index].kind) { return index - 1 }
      depth += tokens[index].nesting
      if depth < 0 { return index - 1 }
    }
    return nil
  }

  /// Returns the last words of the variables and fields before an equals sign or the word `in`; that of the table for an element,
  /// `table[index] = …`.
  private func targets(before index: Int, isField: Bool) -> [String] {
    var found: [String] = []
    var end = index
    repeat {
      // `local name <const> = …`
      if end > 3, tokens[end - 1].kind == .symbol(">"), tokens[end - 3].kind == .symbol("<") { end -= 3 }
      while end > 0, tokens[end - 1].kind == .symbol("]"), let open = opening(of: end - 1) { end = open }
      guard end > 0, let word = tokens[end - 1].word else { break }
      found.append(word)
      end -= 1
      while end > 1, tokens[end - 1].kind == .symbol("."), case .name = tokens[end - 2].kind { end -= 2 }
      end -= 1
    } while !isField && end > 0 && tokens[end].kind == .symbol(",")
    return found
  }

  /// Returns the bracket that another one closes.
  func opening(of close: Int) -> Int? {
    var depth = 0
    for index in tokens.indices[...close].reversed() {
      if [.symbol("]"), .symbol(")"), .symbol("}")].contains(tokens[index].kind) { depth += 1 }
      if [.symbol("["), .symbol("("), .symbol("{")].contains(tokens[index].kind) { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }

  /// Returns the names that an expression reads, outside of functions in it, and its texts, in quotes.
  private func sources(in range: Range<Int>) -> Set<String> {
    var found: Set<String> = []
    var index = range.lowerBound
    while index < range.upperBound {
      if tokens[index].kind == .name("function"),
        let function = functions.function(startingAt: index)
      {
        index = function.end
      } else if let text = tokens[index].text {
        found.insert("\"\(text)\"")
      } else if let word = tokens[index].word, index + 1 == tokens.count || tokens[index + 1].kind != .symbol("=") {
        found.insert(word)
      }
      index += 1
    }
    return found
  }
}

extension LuaTokens.Token {
  /// The name, unless it is a reserved word of Lua, or `self`.
  var word: String? {
    guard case .name(let name) = kind, name != "self", !LuaWords.reserved.contains(name) else { return nil }
    return name
  }
}
