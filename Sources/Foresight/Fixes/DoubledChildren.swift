import LuaRuntime
import StateRestoration

// Children that are created together with their container.
extension FindingEdits {
  /// Removes the constructors of children in the line of a finding from their container, or the local variable that has one with its
  /// uses.
  func removeChildren(_ finding: Finding, _ file: AppScripts.File) -> [SourceEdit]? {
    let tokens = file.tokens
    let names = Set(finding.paths.compactMap { IdentifierPath(parsing: $0).components.last })
    let calls = constructors(finding, file).filter { open in
      let field = file.fields(ofTableAt: open).first { tokens[$0].kind == .name("restorationIdentifier") }
      // A child with another identifier matches its saved node.
      return field.map { tokens[$0 + 2].text.map(names.contains) ?? true }
        ?? names.contains { $0.hasPrefix("<") }
    }.compactMap(file.call(ofArgumentsAt:))
    guard let first = calls.first else { return nil }
    if calls.count == 1, first.lowerBound > 2, tokens[first.lowerBound - 1].kind == .symbol("="),
      let variable = file.localVariable(endingAt: first.lowerBound - 2)
    {
      return removeVariable(variable.name, declaredBy: variable.start...first.upperBound, file)
    }
    // Items beside each other are removed together.
    let children = calls.reduce(into: [ClosedRange<Int>]()) { children, call in
      if let last = children.last, call.lowerBound == last.upperBound + 2,
        [.symbol(","), .symbol(";")].contains(tokens[last.upperBound + 1].kind)
      {
        children[children.count - 1] = last.lowerBound...call.upperBound
      } else {
        children.append(call)
      }
    }
    let removals = children.compactMap { removal(ofChild: $0, file) }
    return removals.count == children.count ? removals.map { removal(of: $0, in: file) } : nil
  }

  /// Removes a local variable, if its uses can be removed, too.
  private func removeVariable(_ name: String, declaredBy statement: ClosedRange<Int>, _ file: AppScripts.File)
    -> [SourceEdit]?
  {
    guard let function = file.functions.innermost(around: statement.lowerBound) else {
      return nil
    }
    var edits = [removal(of: statement, in: file)]
    for index in (statement.upperBound + 1)..<max(function.end, statement.upperBound + 1)
    where file.tokens[index].kind == .name(name) {
      guard let use = removal(ofChild: index...index, file) else { return nil }
      edits.append(removal(of: use, in: file))
    }
    return edits
  }

  /// Returns the tokens to remove so that a container does not get a child, which is an expression of some tokens.
  private func removal(ofChild child: ClosedRange<Int>, _ file: AppScripts.File) -> ClosedRange<Int>? {
    let tokens = file.tokens
    let (start, end) = (child.lowerBound, child.upperBound)
    guard start > 0, end + 1 < tokens.count else { return nil }
    // As the only item of `viewControllers = { Child { … } }`.
    if start > 2, tokens[start - 1].kind == .symbol("{"), tokens[end + 1].kind == .symbol("}"),
      tokens[start - 2].kind == .symbol("="), tokens[start - 3].kind == .name("viewControllers")
    {
      var first = start - 3
      // A statement: `nav.viewControllers = { Child { … } }`.
      while first > 1, tokens[first - 1].kind == .symbol(".") { first -= 2 }
      let isOneOfSeveral = first < start - 3 && tokens[first - 1].kind == .symbol(",")
      return isOneOfSeveral ? nil : first...(end + 1)
    }
    // Another list would be empty without it.
    if start > 1, tokens[start - 1].kind == .symbol("{"), tokens[end + 1].kind == .symbol("}"),
      [.symbol("="), .symbol(","), .name("return")].contains(tokens[start - 2].kind)
    {
      return nil
    }
    // As an argument: `nav:push(Child { … })`.
    if start > 3, tokens[start - 1].kind == .symbol("("), tokens[end + 1].kind == .symbol(")"),
      tokens[start - 3].kind == .symbol(":")
    {
      return (start - 4)...(end + 1)
    }
    // As an item of the container, and not as one of several values or arguments.
    guard [.symbol("{"), .symbol(",")].contains(tokens[start - 1].kind), let brace = file.opening(around: start),
      tokens[brace].kind == .symbol("{")
    else { return nil }
    return child
  }
}

extension AppScripts.File {
  /// Returns the tokens of a call whose arguments begin at an index: `ui.Name { … }`, `Name({ … })`, `(Name)()`.
  fileprivate func call(ofArgumentsAt index: Int) -> ClosedRange<Int>? {
    let isInParentheses = index > 1 && tokens[index].kind == .symbol("{") && tokens[index - 1].kind == .symbol("(")
    let open = isInParentheses ? index - 1 : index
    guard open > 0, let close = closing(of: open) else { return nil }
    guard tokens[open - 1].kind != .symbol(")") else { return opening(of: open - 1).map { $0...close } }
    return root(ofFieldAt: open - 1).flatMap { $0 > 0 ? $0...close : nil }
  }

  /// Returns the local variable whose declaration ends at an index, `local name` or `local name <const>`, with its first token; nil
  /// for other tokens.
  fileprivate func localVariable(endingAt index: Int) -> (name: String, start: Int)? {
    let isConstant = index > 3 && tokens[index].kind == .symbol(">") && tokens[index - 2].kind == .symbol("<")
    let index = isConstant ? index - 3 : index
    guard index > 0, tokens[index - 1].kind == .name("local"), let name = tokens[index].word else { return nil }
    return (name, index - 1)
  }
}
