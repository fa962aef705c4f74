import LuaRuntime

/// The names on which texts and calls of scripts depend, as far as they were looked for: many texts depend on the same ones.
struct DecidingNames {
  /// A token of a file.
  fileprivate struct Place: Hashable {
    let file: String
    let index: Int
  }

  /// The names on which texts that are assigned depend; nil if they are unknown.
  fileprivate var ofTexts: [Place: Set<String>?] = [:]
  /// The tokens of the names on which calls depend in their functions.
  fileprivate var ofCalls: [Place: Set<Int>] = [:]
}

// The names that determine the text of a view.
extension AppScripts {
  /// Returns the calls of functions that the scripts define, by name.
  func callsByName() -> [String: [(file: File, index: Int)]] {
    let defined = Set(files.values.flatMap(\.functions.functions).compactMap(\.name.last))
    return files.values.reduce(into: [:]) { calls, file in
      for index in file.tokens.indices {
        guard case .name(let name) = file.tokens[index].kind, defined.contains(name),
          file.arguments(ofCallAt: index) != nil
        else { continue }
        calls[name, default: []].append((file, index))
      }
    }
  }

  /// Returns the names on which the text of a view or the title of a controller depends: in the line that creates it, and of each
  /// text and title that may be its own. Nil if they are unknown.
  func namesDeciding(textOfViewAt place: Place?) -> Set<String>? {
    var names: Set<String> = []
    for file in files.values {
      let tokens = file.tokens
      for index in tokens.indices.dropFirst(2) {
        if let place, place.file == file.name, tokens[index].line == place.line, let word = tokens[index].word,
          index + 1 < tokens.count, tokens[index + 1].kind != .symbol("=")
        {
          names.insert(word)
        }
        guard ["text", "title"].contains(where: { tokens.assignsField($0, at: index) }) else { continue }
        if let place, case .name(let owner) = tokens[index - 2].kind, owner != "self",
          case let isField = index > 2 && tokens[index - 3].kind == .symbol("."),
          isOther(owner, isField: isField, thanViewAt: place)
        {
          continue
        }
        guard let deciding = namesDeciding(textAt: index, in: file) else { return nil }
        names.formUnion(deciding)
      }
    }
    return names
  }

  /// Returns the names on which a text that is assigned depends, without constants, which are not lost; nil if it depends on what a
  /// function without a name is called with.
  private func namesDeciding(textAt index: Int, in file: File) -> Set<String>? {
    let place = DecidingNames.Place(file: file.name, index: index)
    if let known = decidingNames.ofTexts[place] { return known }
    let deciding = namesDeciding(assignmentAt: index, in: file)
    let words = deciding.compactMap { $0.file.tokens[$0.index].word }
    if let function = file.functions.innermost(around: index), function.name.isEmpty,
      words.contains(where: { function.hasParameter($0, in: file.tokens) })
    {
      decidingNames.ofTexts[place] = .some(nil)
      return nil
    }
    let names = deciding.reduce(into: Set<String>()) { names, name in
      guard let word = name.file.tokens[name.index].word,
        constants.text(ofNameAt: name.index, in: name.file.tokens) == nil
      else { return }
      names.insert(word)
    }
    decidingNames.ofTexts[place] = names
    return names
  }

  /// Returns the tokens of the names on which a call depends in its function.
  private func namesDeciding(callAt index: Int, in file: File, _ function: ScriptFunctions.Function) -> Set<Int> {
    let place = DecidingNames.Place(file: file.name, index: index)
    if let known = decidingNames.ofCalls[place] { return known }
    let names = file.namesDeciding(tokenAt: index, nil, in: function)
    decidingNames.ofCalls[place] = names
    return names
  }

  /// Returns the names on which the values of a field depend, also by conditions.
  func namesDeciding(field: String) -> Set<String> {
    files.values.reduce(into: []) { names, file in
      for index in file.tokens.indices where file.tokens.assignsField(field, at: index) {
        names.formUnion(namesDeciding(assignmentAt: index, in: file).compactMap { $0.file.tokens[$0.index].word })
      }
    }
  }

  /// Returns the names on which an assignment depends in its function, and those on which the calls of that depend.
  func namesDeciding(assignmentAt index: Int, in file: File) -> [(file: File, index: Int)] {
    guard let function = file.functions.innermost(around: index) else { return [] }
    var found = file.namesDeciding(assignmentAt: index, in: function).map { (file: file, index: $0) }
    var seen: Set<String> = []
    var rest = Array(function.name.suffix(1))
    while let name = rest.popLast() {
      guard seen.insert(name).inserted else { continue }
      for call in calls[name] ?? [] {
        guard let function = call.file.functions.innermost(around: call.index) else { continue }
        found += namesDeciding(callAt: call.index, in: call.file, function).map { (call.file, $0) }
        rest += function.name.suffix(1)
      }
    }
    return found
  }
}

// The names that determine the value that an assignment sets.
extension AppScripts.File {
  /// Returns the tokens of the names on which an assignment depends in its function: those of its values, of the conditions and
  /// loops around it, of the conditions of returns before it, and of what sets local variables among them.
  ///
  /// - Parameter index: the token of a name that is assigned.
  func namesDeciding(assignmentAt index: Int, in function: ScriptFunctions.Function) -> Set<Int> {
    namesDeciding(tokenAt: index, tokens.valuesAssigned(at: index), in: function)
  }

  /// Returns those of an assignment with some values, or of a call.
  fileprivate func namesDeciding(
    tokenAt index: Int, _ values: Range<Int>?, in function: ScriptFunctions.Function
  ) -> Set<Int> {
    var found: Set<Int> = []
    var seen: Set<Int> = []
    var rest = [(index: index, values: values)]
    while let next = rest.popLast() {
      let ranges = conditions(ofTokenAt: next.index, in: function) + [next.values].compactMap(\.self)
      let new = Set(ranges.joined()).filter { tokens[$0].word != nil }.subtracting(found)
      found.formUnion(new)
      let variables = Set(new.filter { root(ofFieldAt: $0) == $0 }.compactMap { tokens[$0].word })
      for other in function.body {
        guard let word = tokens[other].word, variables.contains(word),
          let values = self.values(assignedTo: word, at: other) ?? self.values(addedTo: word, at: other),
          seen.insert(other).inserted
        else { continue }
        rest.append((other, values))
      }
    }
    return found
  }

  /// Returns the conditions and loops around a token in a function, and the conditions of returns before it.
  func conditions(ofTokenAt index: Int, in function: ScriptFunctions.Function) -> [Range<Int>] {
    /// The heads of the open blocks; nil for a function.
    var open: [[Range<Int>]?] = []
    var (returns, loop): ([Range<Int>], Range<Int>?) = ([], nil)
    for other in function.body.lowerBound..<max(index, function.body.lowerBound) {
      guard case .name(let word) = tokens[other].kind else { continue }
      func head(upTo end: String) -> Range<Int> {
        other..<(tokens[other...].firstIndex { $0.kind == .name(end) } ?? other)
      }
      switch word {
      case "if": open.append([head(upTo: "then")])
      case "elseif": if let last = open.indices.last { open[last]?.append(head(upTo: "then")) }
      case "for", "while": loop = head(upTo: "do")
      case "do":
        open.append([loop].compactMap(\.self))
        loop = nil
      case "repeat": open.append([])
      case "function": open.append(nil)
      case "end", "until": _ = open.popLast()
      case "return" where !open.contains { $0 == nil }: returns += open.compactMap(\.self).joined()
      default: break
      }
    }
    return returns + open.compactMap(\.self).joined()
  }
  /// Returns the only `return` in a condition before a token that is in no block itself; nil if there is none, or several.
  func returnSkipping(tokenAt index: Int, in function: ScriptFunctions.Function) -> Int? {
    var (open, returns): ([LuaTokens.Kind], [Int]) = ([], [])
    for other in function.body.lowerBound..<max(index, function.body.lowerBound) {
      if tokens[other].kind == .name("return"), !open.contains(.name("function")) { returns.append(other) }
      if tokens[other].nesting > 0 { open.append(tokens[other].kind) }
      if tokens[other].nesting < 0 { _ = open.popLast() }
    }
    return open.isEmpty && returns.count == 1 ? returns.first : nil
  }
}
