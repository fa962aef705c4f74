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
  ///   - place: the line that decodes the table.
  func line(losing part: String, decodedAt place: Place) -> PartLine? {
    guard let file = files[place.file],
      let equals = file.tokens.indices.first(where: {
        file.tokens[$0].line == place.line && file.tokens[$0].kind == .symbol("=")
      }), equals > 0, let variable = file.tokens[equals - 1].word,
      equals < 2 || file.tokens[equals - 2].kind != .symbol("."),
      let function = file.functions.innermost(around: equals)
    else { return nil }
    let tokens = file.tokens
    let reads = (equals..<function.end).compactMap { index -> (part: String, index: Int)? in
      guard tokens[index].line > place.line, tokens[index].word == variable, !file.isField(at: index) else {
        return nil
      }
      return file.part(after: index).map { ($0, index) }
    }
    let own = reads.last { $0.part == part }
    let twice = reads.indices.last { index in reads[..<index].contains { $0.part == reads[index].part } }
    guard let found = own ?? twice.map({ reads[$0] }) ?? reads.last else { return nil }
    let name = part.first?.isNumber == true ? "\(variable)[\(part)]" : "\(variable).\(part)"
    let remedy =
      own == nil
      ? "Nothing reads \(name), so it is not restored: set what it belongs to from it."
      : "What is set from \(name) has another value after the restart: set it to that."
    return PartLine(place: Place(file: file.name, line: tokens[found.index].line), remedy: remedy)
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
