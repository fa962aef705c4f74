import LuaRuntime
import StateRestoration

// Parts of a decoded table that a script reads from a variable.
extension AppScripts {
  /// The line that reads parts of a decoded table, but does not restore one of them.
  struct PartLine {
    let place: Place
    let remedy: String
  }

  /// Returns the line that loses a part of a decoded table: the last one that reads it, or else that reads another part twice, or else
  /// the last one that reads any. Nil if the table is in no variable, or if no part is read from it.
  ///
  /// - Parameters:
  ///   - part: the key of the part, or its index.
  ///   - key: the key of the table.
  ///   - place: the line that decodes it.
  func line(losing part: String, of key: String, decodedAt place: Place) -> PartLine? {
    guard let file = files[place.file], let (variable, start) = file.variable(decoding: key, in: place.line),
      let function = file.functions.innermost(around: start)
    else { return nil }
    let tokens = file.tokens
    let uses = (start..<function.end).filter { index in
      tokens[index].line > place.line && tokens[index].word == variable && !file.isField(at: index)
    }
    // What gets the whole table may read any part.
    guard uses.allSatisfy({ file.part(after: $0) != nil || file.isCondition(at: $0) }) else { return nil }
    let reads = uses.compactMap { index in file.part(after: index).map { (part: $0, line: tokens[index].line) } }
    let own = reads.last { $0.part == part }
    let twice = reads.indices.last { index in
      reads[..<index].contains { $0.part == reads[index].part && $0.line < reads[index].line }
    }
    guard let found = own ?? twice.map({ reads[$0] }) ?? reads.last else { return nil }
    let name = part.first?.isNumber == true ? "\(variable)[\(part)]" : "\(variable).\(part)"
    let remedy =
      own == nil
      ? "\(name) is not read here, so it is not restored: read it, too."
      : "What is set from \(name) has another value after the restart: set it to that."
    return PartLine(place: Place(file: file.name, line: found.line), remedy: remedy)
  }

  /// Returns the names of parts that some lines read, `.name`.
  func parts(readIn places: some Sequence<Place>) -> Set<String> {
    var lines: [String: Set<Int>] = [:]
    for place in places { lines[place.file, default: []].insert(place.line) }
    return lines.reduce(into: []) { found, entry in
      guard let file = files[entry.key] else { return }
      for (index, token) in file.tokens.enumerated() where entry.value.contains(token.line) {
        if let part = file.part(after: index) { found.insert(part) }
      }
    }
  }
}

extension AppScripts.File {
  /// Returns the variable that gets the value of a key in a line, `local a, b = coder:decode "a", coder:decode "b"`, and the index of
  /// the key; nil if another value or a field does.
  fileprivate func variable(decoding key: String, in line: Int) -> (name: String, index: Int)? {
    let indices = tokens.indices.filter { tokens[$0].line == line }
    guard let string = indices.first(where: { tokens[$0].kind == .string(Array(key.utf8)) }),
      let equals = indices.last(where: { $0 < string && tokens[$0].kind == .symbol("=") })
    else { return nil }
    var (depth, position) = (0, 0)
    for index in equals..<string {
      depth += tokens[index].nesting
      if depth == 0, tokens[index].kind == .symbol(",") { position += 1 }
    }
    var names: [String] = []
    var next = equals - 1
    while next >= 0, let name = tokens[next].word {
      names.insert(name, at: 0)
      guard next > 0, tokens[next - 1].kind == .symbol(",") else { break }
      next -= 2
    }
    guard names.indices.contains(position), next < 1 || ![.symbol("."), .symbol("]")].contains(tokens[next - 1].kind)
    else { return nil }
    return (names[position], string)
  }

  /// Whether a variable is only asked whether it has a value.
  fileprivate func isCondition(at index: Int) -> Bool {
    let next = index + 1 < tokens.count ? tokens[index + 1].kind : nil
    let words = ["then", "and", "or"].map(LuaTokens.Kind.name) + ["==", "~="].map(LuaTokens.Kind.symbol)
    return next.map(words.contains) == true || index > 0 && tokens[index - 1].kind == .name("not")
  }

  /// Whether a name is that of a field or method.
  fileprivate func isField(at index: Int) -> Bool {
    index > 0 && [.symbol("."), .symbol(":")].contains(tokens[index - 1].kind)
  }

  /// Returns the name or index of the part of the value that a name has: `name.part`, `name["part"]` or `name[1]`. Nil if none is read
  /// there.
  fileprivate func part(after index: Int) -> String? {
    guard tokens[index].word != nil, index + 2 < tokens.count else { return nil }
    switch (tokens[index + 1].kind, tokens[index + 2].kind) {
    case (.symbol("."), .name(let part)): return part
    case (.symbol("["), .string(let part)): return String(validating: part, as: UTF8.self)
    case (.symbol("["), .number): return String(decoding: source[tokens[index + 2].range], as: UTF8.self)
    default: return nil
    }
  }
}
