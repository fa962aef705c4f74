import LuaRuntime

// Children that are created together with their container.
extension FindingEdits {
  /// Removes the constructor of a child from the container, or the local variable that has it with its uses.
  func removeChild(_ finding: Finding, _ file: AppScripts.File) -> [SourceEdit]? {
    let tokens = file.tokens
    guard let open = constructor(finding, file), let close = file.closing(of: open) else { return nil }
    var start = open - 1
    while start > 1, tokens[start - 1].kind == .symbol(".") { start -= 2 }
    guard start > 0 else { return nil }
    if start > 2, tokens[start - 1].kind == .symbol("="), tokens[start - 3].kind == .name("local"),
      case .name(let name) = tokens[start - 2].kind
    {
      return removeVariable(name, declaredBy: (start - 3)...close, file)
    }
    return removal(ofChild: start...close, file).map { [removal(of: $0, in: file)] }
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
