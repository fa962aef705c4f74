import LuaRuntime

// Root controllers that are created before the launch checks whether one was restored.
extension FindingEdits {
  /// Lets an assignment of a root, and the statements before it that create it, run only if there is no root yet. Where the
  /// script uses the new root afterwards, it uses the restored one. A root that was created before other statements stays where
  /// it is created.
  ///
  /// - Parameter target: the property to which the root is assigned.
  /// - Returns: nil if the assignment creates the root itself.
  func creation(of assignment: ClosedRange<Int>, as target: String, _ file: AppScripts.File) -> [SourceEdit]? {
    let tokens = file.tokens
    guard let function = file.functions.innermost(around: assignment.lowerBound),
      let equals = assignment.first(where: { tokens[$0].kind == .symbol("=") }),
      let root = file.path(in: (equals + 1)...assignment.upperBound),
      let statements = file.statements(of: function, until: assignment)
    else { return nil }
    let later = (assignment.upperBound + 1)..<max(function.end, assignment.upperBound + 1)
    let own = Set(statements.compactMap(file.variable(declaredBy:)))
    var names: Set<String> = []
    var start = assignment.lowerBound
    for statement in statements.reversed() {
      let declared = file.variable(declaredBy: statement)
      let isOfRoot = declared == root || file.assigns(root, in: statement)
      guard
        isOfRoot || file.mentions(root, in: statement) || names.contains(where: { file.mentions($0, in: statement) }),
        // What else is created there may be used later.
        isOfRoot || declared.map({ name in !later.contains { file.isName(name, at: $0) } }) ?? true,
        // Other fields may be used anywhere.
        isOfRoot || !file.assignsField(in: statement, except: root),
        !statement.contains(where: { tokens[$0].kind == .name("return") || tokens[$0].kind == .name("goto") })
      else { break }
      start = statement.lowerBound
      names.formUnion(own.filter { file.mentions($0, in: statement) })
      if declared == root { break }
    }
    let range = start...assignment.upperBound
    let line = tokens[start].line
    let isField = root.contains(".")
    let isUsed =
      isField ? isUsed(field: root, outside: range, of: file) : later.contains { file.isName(root, at: $0) }
    let declaration = statements.last { file.variable(declaredBy: $0) == root && range.contains($0.lowerBound) }
    if isUsed, let declaration {
      return wrap(
        range, inCondition: "not \(root)", line: line, file, before: "local \(root) = \(target)",
        withoutLocal: declaration.lowerBound)
    }
    return wrap(range, inCondition: "not \(target)", line: line, file, otherwise: isUsed ? "\(root) = \(target)" : "")
  }

  /// Whether the scripts use a field, `self.root`, outside of some statements.
  private func isUsed(field: String, outside range: ClosedRange<Int>, of file: AppScripts.File) -> Bool {
    guard let name = field.split(separator: ".").last.map(String.init) else { return false }
    return scripts.files.values.contains { other in
      other.tokens.indices.contains { index in
        other.tokens[index].kind == .name(name) && !(other.name == file.name && range.contains(index))
      }
    }
  }
}

extension AppScripts.File {
  /// Returns a range of tokens that is a variable, or a field of one, as text: `root`, `self.root`; nil for other expressions.
  fileprivate func path(in range: ClosedRange<Int>) -> String? {
    var words: [String] = []
    for (offset, index) in range.enumerated() {
      switch tokens[index].kind {
      case .name(let word) where offset % 2 == 0 && !LuaWords.reserved.contains(word): words.append(word)
      case .symbol(".") where offset % 2 == 1: continue
      default: return nil
      }
    }
    return range.count % 2 == 1 ? words.joined(separator: ".") : nil
  }

  /// Returns the statements of a function before one of them; nil if that is in a function or block inside of it.
  fileprivate func statements(of function: ScriptFunctions.Function, until last: ClosedRange<Int>) -> [ClosedRange<
    Int
  >]? {
    let statements = statements(of: function)
    return statements.firstIndex { $0.lowerBound == last.lowerBound }.map { Array(statements[..<$0]) }
  }

  /// Returns the only variable that a statement declares: `local name = …`.
  fileprivate func variable(declaredBy statement: ClosedRange<Int>) -> String? {
    let start = statement.lowerBound
    guard statement.count > 3, tokens[start].kind == .name("local"), tokens[start + 2].kind == .symbol("="),
      case .name(let name) = tokens[start + 1].kind
    else { return nil }
    return name
  }

  /// Whether a statement assigns to a path: `self.root = …`.
  fileprivate func assigns(_ path: String, in statement: ClosedRange<Int>) -> Bool {
    guard let equals = statement.first(where: { tokens[$0].kind == .symbol("=") }), equals > statement.lowerBound else {
      return false
    }
    return self.path(in: statement.lowerBound...(equals - 1)) == path
  }

  /// Whether a statement assigns to a field of `self` other than one.
  fileprivate func assignsField(in statement: ClosedRange<Int>, except path: String) -> Bool {
    statement.contains { index in
      index + 3 <= statement.upperBound && tokens[index].kind == .name("self") && tokens[index + 1].kind == .symbol(".")
        && tokens[index + 3].kind == .symbol("=") && self.path(in: index...(index + 2)) != path
    }
  }

  /// Whether a token is a variable, and not a field or method with its name.
  fileprivate func isName(_ name: String, at index: Int) -> Bool {
    guard tokens[index].kind == .name(name) else { return false }
    let isField = index > 0 && [.symbol("."), .symbol(":")].contains(tokens[index - 1].kind)
    let isKey =
      index > 0 && index + 1 < tokens.count && tokens[index + 1].kind == .symbol("=")
      && [.symbol("{"), .symbol(",")].contains(tokens[index - 1].kind)
    return !isField && !isKey
  }

  /// Whether a statement uses a variable, or a path that begins with one.
  fileprivate func mentions(_ path: String, in statement: ClosedRange<Int>) -> Bool {
    let words = path.split(separator: ".").map(String.init)
    return statement.contains { index in
      guard isName(words[0], at: index), index + 2 * (words.count - 1) < tokens.count else { return false }
      return words.indices.dropFirst().allSatisfy { number in
        tokens[index + 2 * number - 1].kind == .symbol(".") && tokens[index + 2 * number].kind == .name(words[number])
      }
    }
  }
}
