import LuaRuntime

// Root controllers that are created before the launch checks whether one was restored.
extension FindingEdits {
  /// Lets an assignment of a root, and the statements before it that create it, run only if there is no root yet. Where the
  /// script uses the new root afterwards, or in other functions, it uses the restored one. A root that was created before other
  /// statements stays where it is created.
  ///
  /// - Parameter target: the property to which the root is assigned.
  func creation(of assignment: ClosedRange<Int>, as target: String, _ file: AppScripts.File) throws(Refusal)
    -> [SourceEdit]?
  {
    let tokens = file.tokens
    guard let function = file.functions.innermost(around: assignment.lowerBound),
      let equals = assignment.first(where: { tokens[$0].kind == .symbol("=") })
    else { return nil }
    let statements = file.statements(of: function, until: assignment)
    guard let root = file.path(in: (equals + 1)...assignment.upperBound) else {
      try refuseIfUsedElsewhere(assignment, file)
      return wrap(assignment, inCondition: "not \(target)", line: tokens[assignment.lowerBound].line, file)
    }
    guard let statements else {
      throw Refusal(text: "\(root) is put in place in a block, and may be used after it")
    }
    let later = (assignment.upperBound + 1)..<max(function.end, assignment.upperBound + 1)
    let own = Set(statements.compactMap(file.variable(declaredBy:)))
    var names: Set<String> = []
    var aliases: [String] = []
    var created = [assignment]
    for statement in statements.reversed() {
      let declared = file.variable(declaredBy: statement)
      // A variable that is declared before is used after the block.
      if statement.contains(where: { file.isName(root, at: $0) && file.isDeclared(at: $0) }), declared != root { break }
      let isOfRoot = declared == root || file.assigns(root, in: statement)
      if !isOfRoot, let alias = file.path(assignedFrom: root, in: statement) {
        aliases.insert(alias, at: 0)
        created.append(statement)
        continue
      }
      guard
        isOfRoot || file.mentions(root, in: statement) || names.contains(where: { file.mentions($0, in: statement) }),
        // What else is created there may be used later.
        isOfRoot || declared.map({ name in !later.contains { file.isName(name, at: $0) } }) ?? true,
        // Other fields may be used anywhere.
        isOfRoot || !file.assignsField(in: statement, except: root),
        !statement.contains(where: { tokens[$0].kind == .name("return") || tokens[$0].kind == .name("goto") })
      else { break }
      created.append(statement)
      names.formUnion(own.filter { file.mentions($0, in: statement) })
      if declared == root { break }
    }
    try refuseIfUsedElsewhere(created, root: root, statements, function, file)
    let range = (created.last ?? assignment).lowerBound...assignment.upperBound
    let line = tokens[range.lowerBound].line
    let isUsed = isUsed(root, outside: [range], after: assignment.upperBound, statements, function, file)
    let declaration = statements.last { file.variable(declaredBy: $0) == root && range.contains($0.lowerBound) }
    if isUsed, let declaration {
      return wrap(
        range, inCondition: "not \(root)", line: line, file, before: "local \(root) = \(target)",
        otherwise: aliases.map { "\($0) = \(root)" }, withoutLocal: declaration.lowerBound)
    }
    return wrap(
      range, inCondition: "not \(target)", line: line, file,
      otherwise: (aliases + (isUsed ? [root] : [])).map { "\($0) = \(target)" })
  }

  // MARK: Other references

  /// Throws a reason if a controller that only a launch without restored children creates is used in other places.
  func refuseIfUsedElsewhere(_ assignment: ClosedRange<Int>, _ file: AppScripts.File) throws(Refusal) {
    guard let function = file.functions.innermost(around: assignment.lowerBound) else { return }
    let statements = file.statements(of: function, until: assignment) ?? []
    try refuseIfUsedElsewhere([assignment], root: nil, statements, function, file)
  }

  /// Throws a reason if a controller that only a launch without a restored root creates is used in other places, which would
  /// have none, or another one.
  ///
  /// - Parameters:
  ///   - created: the statements that put a root in place.
  ///   - statements: the statements of the function before that.
  private func refuseIfUsedElsewhere(
    _ created: [ClosedRange<Int>], root: String?, _ statements: [ClosedRange<Int>],
    _ function: ScriptFunctions.Function, _ file: AppScripts.File
  ) throws(Refusal) {
    let end = created.map(\.upperBound).max() ?? function.bodyStart
    if let root {
      let passing = statements.first { statement in
        let isAlias = file.path(assignedFrom: root, in: statement) != nil
        return !(isAlias && created.contains(statement)) && file.passes(root, in: statement)
      }
      if let passing {
        let line = file.tokens[passing.lowerBound].line
        throw Refusal(text: "line \(line) uses the new \(root), and may need the restored one as well")
      }
    }
    var known = Set([root].compactMap(\.self))
    var rest = created
    while let range = rest.popLast() {
      for child in file.items(in: range) where known.insert(child).inserted {
        let creators = statements.filter { file.variable(declaredBy: $0) == child || file.assigns(child, in: $0) }
        if isUsed(child, outside: created + creators, after: end, statements, function, file) {
          throw Refusal(text: "\(child) is used elsewhere, and would not be the restored controller")
        }
        rest += creators
      }
    }
    for range in created {
      if let name = fieldSetByCalls(in: range, function, file) {
        throw Refusal(text: "\(name) is set while the root is created, and used elsewhere")
      }
    }
  }

  /// Whether scripts use a variable or field outside of some ranges.
  ///
  /// - Parameter end: the end of the statements that create its value; local variables are used after it.
  private func isUsed(
    _ path: String, outside ranges: [ClosedRange<Int>], after end: Int, _ statements: [ClosedRange<Int>],
    _ function: ScriptFunctions.Function, _ file: AppScripts.File
  ) -> Bool {
    func isOutside(_ index: Int) -> Bool { !ranges.contains { $0.contains(index) } }
    if path.contains(".") {
      guard let name = path.split(separator: ".").last.map(String.init) else { return false }
      return scripts.files.values.contains { other in
        other.tokens.indices.contains { index in
          other.tokens[index].kind == .name(name) && (other.name != file.name || isOutside(index))
        }
      }
    }
    let isLocal =
      statements.contains { file.variable(declaredBy: $0) == path } || function.hasParameter(path, in: file.tokens)
    if isLocal {
      return (end + 1..<max(function.end, end + 1)).contains { file.isName(path, at: $0) }
        || statements.contains { isOutside($0.lowerBound) && file.passes(path, in: $0) }
    }
    return scripts.files.values.contains { other in
      other.tokens.indices.contains { index in
        other.isName(path, at: index) && !other.isDeclared(at: index) && (other.name != file.name || isOutside(index))
      }
    }
  }

  /// Returns a field of the application that functions called in a range set, and that scripts use elsewhere.
  private func fieldSetByCalls(
    in range: ClosedRange<Int>, _ function: ScriptFunctions.Function, _ file: AppScripts.File
  ) -> String? {
    let uses = scripts.fieldUses(of: Range(range), in: file, besides: [function.name.last ?? ""])
    let own = file.fieldUses(at: range)
    let owner = function.name.first ?? ""
    return uses.set.subtracting(own.set).subtracting(scripts.propertyNames).sorted().first { name in
      scripts.files.values.contains { other in
        other.tokens.indices.contains { index in
          guard index > 1, other.tokens[index].kind == .name(name), other.tokens.assignsField(name, at: index),
            let setter = other.functions.namedFunction(around: index), setter.name.first == owner
          else { return false }
          return other.tokens[index - 2].kind == .name("self")
            && isUsed(
              "self.\(name)", outside: [setter.start...setter.end], after: range.upperBound, [], function, other)
        }
      }
    }
  }
}

extension AppScripts.File {
  /// Returns the statements of a function before one of them; nil if that is in a function or block inside of it.
  func statements(of function: ScriptFunctions.Function, until last: ClosedRange<Int>) -> [ClosedRange<Int>]? {
    let statements = statements(of: function)
    return statements.firstIndex { $0.lowerBound == last.lowerBound }.map { Array(statements[..<$0]) }
  }

  /// Returns a range of tokens that is a variable, or a field of one, as text: `root`, `self.root`; nil for other expressions.
  fileprivate func path(in range: ClosedRange<Int>) -> String? {
    range.count % 2 == 1 && path(at: range.lowerBound)?.end == range.upperBound ? path(at: range.lowerBound)?.text : nil
  }

  /// Returns the variable, or the field of one, that begins at an index, and its last token.
  private func path(at start: Int) -> (text: String, end: Int)? {
    guard case .name(let first) = tokens[start].kind, !LuaWords.reserved.contains(first) else { return nil }
    var (words, end) = ([first], start)
    while end + 2 < tokens.count, tokens[end + 1].kind == .symbol("."), case .name(let word) = tokens[end + 2].kind {
      words.append(word)
      end += 2
    }
    return (words.joined(separator: "."), end)
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

  /// Returns the path to which a statement only assigns another one: `self.root = root`.
  fileprivate func path(assignedFrom path: String, in statement: ClosedRange<Int>) -> String? {
    guard let equals = statement.first(where: { tokens[$0].kind == .symbol("=") }), equals > statement.lowerBound,
      equals < statement.upperBound, self.path(in: (equals + 1)...statement.upperBound) == path
    else { return nil }
    return self.path(in: statement.lowerBound...(equals - 1))
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
    statement.contains { end(of: path, at: $0) != nil }
  }

  /// Whether a statement uses a path other than to get or set a part of it: as an argument, a value, or in a function.
  fileprivate func passes(_ path: String, in statement: ClosedRange<Int>) -> Bool {
    statement.contains { index in
      guard let end = end(of: path, at: index), !isDeclared(at: index) else { return false }
      let isInFunction = functions.around(index).contains { statement.contains($0.start) && $0.start < index }
      let isPart = end + 1 < tokens.count && [".", ":", "="].contains { tokens[end + 1].kind == .symbol($0) }
      return isInFunction || !isPart
    }
  }

  /// Returns the last token of a path that begins at an index; nil for other tokens.
  private func end(of path: String, at index: Int) -> Int? {
    let words = path.split(separator: ".").map(String.init)
    guard isName(words[0], at: index), index + 2 * (words.count - 1) < tokens.count else { return nil }
    let isWhole = words.indices.dropFirst().allSatisfy { number in
      tokens[index + 2 * number - 1].kind == .symbol(".") && tokens[index + 2 * number].kind == .name(words[number])
    }
    return isWhole ? index + 2 * (words.count - 1) : nil
  }

  /// Returns the paths that a statement assigns, or puts into a list or container: `{ self.list }`, `stack:push(list)`.
  fileprivate func items(in statement: ClosedRange<Int>) -> [String] {
    statement.compactMap { index in
      guard index > 1, let (text, end) = path(at: index) else { return nil }
      switch tokens[index - 1].kind {
      case .symbol("="):
        return end == statement.upperBound || tokens[index - 2].kind == .name("viewControllers") ? text : nil
      case .symbol("{"), .symbol(","), .symbol(";"), .symbol("("):
        guard isEndOfItem(end + 1), let open = opening(around: index) else { return nil }
        let isCall = open > 1 && ["push", "addChild"].contains { tokens[open - 1].kind == .name($0) }
        return tokens[open].kind == .symbol("{") || isCall ? text : nil
      default: return nil
      }
    }
  }

  private func isEndOfItem(_ index: Int) -> Bool {
    index < tokens.count && [",", ";", "}", ")"].contains { tokens[index].kind == .symbol($0) }
  }
}
