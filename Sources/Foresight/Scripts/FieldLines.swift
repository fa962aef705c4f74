import LuaRuntime
import StateRestoration

// The lines of a class that set a field or a title, or decode a key.
extension AppScripts {
  /// Returns the last line that assigns a field: in the class's methods, in the constructor of an instance, elsewhere, or, for
  /// an entry of a table, the line that assigns the table. Nil if there is none.
  func assignment(of field: String, in className: String) -> Place? {
    let name = field.split(separator: ".").first.map(String.init) ?? field
    let last = field.split(separator: ".").last.map(String.init) ?? field
    for field in [last, name] {
      if let place = assignment(of: field, inMethodsOf: className)
        ?? lastPlace(in: className, where: { isConstructed(field, className, $0, $1) })
        ?? lastPlace(in: className, where: { $0.assignsField(field, at: $1) })
      {
        return place
      }
    }
    for field in [last, name] {
      let place = lastPlace(in: className) { tokens, index in
        index + 1 < tokens.count && tokens[index].kind == .name(field) && tokens[index + 1].kind == .symbol("=")
      }
      if let place { return place }
    }
    // A name that is computed.
    return lastOwnPlace(in: className) { tokens, index in
      index > 0 && index + 1 < tokens.count && tokens[index].kind == .symbol("]")
        && tokens[index + 1].kind == .symbol("=")
    }
  }

  /// Returns the last line of the methods of a class that assigns a field.
  func assignment(of field: String, inMethodsOf className: String) -> Place? {
    lastOwnPlace(in: className) { $0.assignsField(field, at: $1) }
  }

  /// Returns the first line that sets a variable or field from another one, or from a part of it.
  func assignment(of name: String, from source: String) -> Place? {
    for file in files.values.sorted(by: { $0.name < $1.name }) {
      let index = file.tokens.indices.first { index in
        file.tokens[index].kind == .name(name) && file.equals(after: index) != nil
          && file.tokens.namesAssigned(at: index)?.contains(source) == true
      }
      if let index { return Place(file: file.name, line: file.tokens[index].line) }
    }
    return nil
  }

  /// Whether a constructor of a class sets a field: `Class { field = …`.
  private func isConstructed(_ field: String, _ className: String, _ tokens: [LuaTokens.Token], _ index: Int) -> Bool {
    guard index > 0, index + 1 < tokens.count, tokens[index].kind == .name(field),
      tokens[index + 1].kind == .symbol("="),
      [.symbol("{"), .symbol(","), .symbol(";")].contains(tokens[index - 1].kind)
    else { return false }
    var (depth, open) = (0, index - 1)
    while open > 0 {
      if [.symbol("}"), .symbol(")"), .symbol("]")].contains(tokens[open].kind) { depth += 1 }
      if [.symbol("{"), .symbol("("), .symbol("[")].contains(tokens[open].kind) { depth -= 1 }
      if depth < 0 { break }
      open -= 1
    }
    guard open > 0, tokens[open].kind == .symbol("{") else { return false }
    if tokens[open - 1].kind == .symbol("("), open > 1 { open -= 1 }
    guard case .name(let called) = tokens[open - 1].kind else { return false }
    return called == className
      || files.values.contains { $0.target(ofClass: className)?.words.last == called }
  }

  /// Returns the line to which a controller owes its title: the call in its `decodeRestorableState` that leads to the
  /// assignment, or the assignment itself, or the line that has created the controller.
  func place(ofTitleIn className: String, createdAt: Place?) -> Place? {
    let methods = definitions.keys.filter { $0.className == className }.map(\.name).sorted()
    func setsTitle(_ tokens: [LuaTokens.Token], _ index: Int) -> Bool {
      index > 1 && tokens[index - 2].kind == .name("self") && tokens.assignsField("title", at: index)
    }
    let setters = methods.filter { lastPlace(in: className, ofMethod: $0, where: setsTitle) != nil }
    return lastPlace(in: className, ofMethod: RestorationName.decode) { tokens, index in
      index > 1 && tokens[index - 1].kind == .symbol(":") && tokens[index - 2].kind == .name("self")
        && setters.contains { tokens[index].kind == .name($0) }
    } ?? lastOwnPlace(in: className, where: setsTitle) ?? createdAt
  }

  /// Returns the last line of the class's methods that decodes a key; nil if there is none.
  func decoding(of key: String, in className: String) -> Place? {
    lastPlace(in: className) { tokens, index in
      guard index > 0, tokens[index].kind == .string(Array(key.utf8)) else { return false }
      let before = tokens[index - 1].kind == .symbol("(") ? index - 2 : index - 1
      return before >= 0 && Self.decodingMethods.contains { tokens[before].kind == .name($0) }
    }
  }

  /// Returns the line of the last token that matches in the methods of a class, or else of its superclasses.
  private func lastOwnPlace(in className: String, where matches: ([LuaTokens.Token], Int) -> Bool) -> Place? {
    for name in lineage(of: className) {
      for (file, script) in files.sorted(by: { $0.key < $1.key }) {
        let ranges = ranges(of: nil, in: script) { $0 == name }
        let last = script.tokens.indices.last { index in
          ranges.contains { $0.contains(index) } && matches(script.tokens, index)
        }
        if let last { return Place(file: file, line: script.tokens[last].line) }
      }
    }
    return nil
  }

  /// Returns the line of the last token that matches, among those in the class's methods if there are any.
  ///
  /// - Parameter method: a method of the class, whose tokens alone are meant.
  private func lastPlace(
    in className: String, ofMethod method: String? = nil, where matches: ([LuaTokens.Token], Int) -> Bool
  ) -> Place? {
    var other: Place?
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      let places = file.tokens.indices.filter { matches(file.tokens, $0) }
      guard let last = places.last else { continue }
      let ranges = ranges(of: method.map { [$0] }, in: file) { $0 == className }
      let own = places.last { place in ranges.contains { $0.contains(place) } }
      if let own { return Place(file: name, line: file.tokens[own].line) }
      other = other ?? Place(file: name, line: file.tokens[last].line)
    }
    return method == nil ? other : nil
  }
}

extension AppScripts.File {
  /// Whether a name is a parameter of a function, or a variable that it declares, at a token of its body.
  func isLocal(_ name: String, at index: Int, in function: ScriptFunctions.Function) -> Bool {
    if function.hasParameter(name, in: tokens) { return true }
    // The number of blocks that have ended between a token and the index.
    var ended = 0
    for place in (function.body.lowerBound..<index + 1).reversed() {
      if ended == 0, tokens[place].kind == .name(name), isDeclared(at: place) { return true }
      ended = max(0, ended - tokens[place].nesting)
    }
    return false
  }

  /// Returns the names in the conditions that decide whether a token in the body of a function runs.
  func namesOfConditions(around index: Int, in function: ScriptFunctions.Function) -> Set<String> {
    var names: Set<String> = []
    var ended = 0
    var isCondition = false
    for place in (function.body.lowerBound..<index).reversed() {
      switch tokens[place].kind {
      case .name("then") where ended == 0: isCondition = true
      case .name("if") where ended == 0, .name("elseif") where ended == 0: isCondition = false
      default: if isCondition, let word = tokens[place].word { names.insert(word) }
      }
      ended = max(0, ended - tokens[place].nesting)
    }
    return names
  }

  /// Whether a name is one that a `local` statement or a loop declares.
  func isDeclared(at index: Int) -> Bool {
    var first = index
    while first > 1, tokens[first - 1].kind == .symbol(","), tokens[first - 2].word != nil { first -= 2 }
    return first > 0 && [.name("local"), .name("for")].contains(tokens[first - 1].kind)
  }
}

extension [LuaTokens.Token] {
  /// Whether a token is the name of a field that is assigned, also as one of several: `self.a, self.b = 1, 2`.
  func assignsField(_ field: String, at index: Int) -> Bool {
    guard index > 0, self[index].kind == .name(field) || self[index].text == field else { return false }
    let isIndexed = self[index - 1].kind == .symbol("[") && self[index].text == field
    guard isIndexed || self[index - 1].kind == .symbol(".") && self[index].text == nil else { return false }
    var next = isIndexed ? index + 2 : index + 1
    while next < count, self[next].kind == .symbol(",") {
      next += 1
      while next < count {
        guard self[next].word != nil || [.name("self"), .symbol(".")].contains(self[next].kind) else { break }
        next += 1
      }
    }
    return next < count && self[next].kind == .symbol("=")
  }

  /// Returns the names in the values of the assignment with a name at an index; nil if there is no assignment.
  func namesAssigned(at index: Int) -> Set<String>? {
    valuesAssigned(at: index).map { Set(self[$0].compactMap(\.word)) }
  }

  /// Returns the values of the assignment with a name at an index; nil if there is no assignment.
  func valuesAssigned(at index: Int) -> Range<Int>? {
    guard let equals = self[index...].firstIndex(where: { $0.kind == .symbol("=") }),
      let last = lastToken(ofValuesAt: equals + 1)
    else { return nil }
    return equals + 1..<last + 1
  }
}
