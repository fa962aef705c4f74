import LuaRuntime
import StateRestoration

// Changes of identifiers.
extension FindingEdits {
  /// Renames the identifier of the later of two siblings, unless the scripts use it as a value.
  func renameIdentifier(_ finding: Finding, _ file: AppScripts.File) -> [SourceEdit]? {
    guard let identifier = identifier(of: finding), useOfIdentifier(finding) == nil,
      let token = token(of: identifier, finding, file)
    else { return nil }
    return [SourceEdit(file: file.name, range: file.tokens[token].range, text: unusedName(identifier).asLua)]
  }

  private func identifier(of finding: Finding) -> String? {
    finding.path.flatMap { IdentifierPath(parsing: $0).components.last }
  }

  /// Returns the index of the text that becomes the identifier of a finding's node: in the line that creates it, in a later or
  /// earlier statement, or as the argument of a function.
  private func token(of identifier: String, _ finding: Finding, _ file: AppScripts.File) -> Int? {
    guard let line = finding.place?.line else { return nil }
    let tokens = file.tokens
    let values = assignments(of: identifier, in: tokens)
    if let value = values.last(where: { tokens[$0].line == line }) ?? values.first(where: { tokens[$0].line > line }) {
      return value
    }
    // Of several in the line, the last is the later sibling.
    return tokens.indices.last { index in
      tokens[index].line == line && tokens[index].text == identifier && index > 0
        && tokens[index - 1].kind != .symbol("=")
    } ?? values.last
  }

  /// Returns the indices of the texts, or variables with that text, in `restorationIdentifier = "identifier"`.
  func assignments(of identifier: String, in tokens: [LuaTokens.Token]) -> [Int] {
    tokens.indices.dropFirst(2).dropLast().filter { index in
      guard tokens[index - 1].kind == .symbol("="), tokens[index - 2].kind == .name("restorationIdentifier") else {
        return false
      }
      if tokens[index].text == identifier { return true }
      let isVariable = ![".", ":", "[", "(", ".."].contains { tokens[index + 1].kind == .symbol($0) }
      return isVariable && scripts.constants.text(ofNameAt: index, in: tokens) == Array(identifier.utf8)
    }
  }

  /// Returns the reason why a duplicate identifier is not renamed.
  func reasonForSameIdentifier(_ finding: Finding) -> String? {
    if let use = useOfIdentifier(finding) {
      return "\(use) uses the identifier, and would have to distinguish a new one"
    }
    guard let identifier = identifier(of: finding) else { return nil }
    for (name, file) in scripts.files.sorted(by: { $0.key < $1.key }) {
      if let value = assignments(of: identifier, in: file.tokens).first {
        return "\(name):\(file.tokens[value].line) gives all of them the same identifier"
      }
    }
    return nil
  }

  // MARK: Uses

  /// Returns the place where the scripts depend on an identifier: they compare it, look for it, or derive something from the
  /// path for which a controller is created again.
  private func useOfIdentifier(_ finding: Finding) -> Place? {
    guard let identifier = identifier(of: finding) else { return nil }
    for (name, file) in scripts.files.sorted(by: { $0.key < $1.key }) {
      let tokens = file.tokens
      let methods = restorationMethods(of: finding, in: file)
      let use = tokens.indices.first { index in
        if methods.contains(where: { $0.body.contains(index) && usesPath($0, at: index, file) }) { return true }
        guard tokens[index].text == identifier else { return false }
        if isComparison(tokens, index - 1) || isComparison(tokens, index + 1) {
          let isInMethod = methods.contains { $0.body.contains(index) }
          return isInMethod || isIdentifier(tokens, before: index - 1) || isIdentifier(tokens, before: index + 5)
        }
        return isSought(tokens, index)
      }
      if let use { return Place(file: name, line: tokens[use].line) }
    }
    return nil
  }

  /// Returns the methods that create the controllers of a finding's class again.
  private func restorationMethods(of finding: Finding, in file: AppScripts.File) -> [ScriptFunctions.Function] {
    guard let className = finding.className, scripts.classPlaces[className] != nil || className.hasSuffix("Controller")
    else { return [] }
    let line = scripts.lineage(of: className)
    let others = scripts.definitions.filter { $0.key.name == RestorationName.make && !line.contains($0.key.className) }
    let places = Set(others.values)
    return file.functions.functions.filter {
      $0.name.last == RestorationName.make && !places.contains(Place(file: file.name, line: $0.line))
    }
  }

  /// Whether a component of the path is used there other than in a comparison.
  private func usesPath(_ method: ScriptFunctions.Function, at index: Int, _ file: AppScripts.File) -> Bool {
    let tokens = file.tokens
    let parameters = tokens[method.start..<method.bodyStart].drop { $0.kind != .symbol("(") }.dropFirst()
    guard let parameter = parameters.first(where: { $0.kind != .name("self") && $0.kind != .symbol(",") })?.kind,
      tokens[index].kind == parameter, index + 1 < method.end, tokens[index + 1].kind == .symbol("[")
    else { return false }
    let close = file.closing(of: index + 1) ?? method.end
    if isComparison(tokens, close + 1) || isComparison(tokens, index - 1) { return false }
    // A variable may be used in comparisons alone.
    guard index > 2, tokens[index - 1].kind == .symbol("="), case .name(let variable) = tokens[index - 2].kind,
      tokens[index - 3].kind == .name("local")
    else { return true }
    return method.body.contains { use in
      use > close && tokens[use].kind == .name(variable) && !isComparison(tokens, use - 1)
        && !isComparison(tokens, use + 1)
    }
  }

  private func isComparison(_ tokens: [LuaTokens.Token], _ index: Int) -> Bool {
    tokens.indices.contains(index) && [.symbol("=="), .symbol("~=")].contains(tokens[index].kind)
  }

  /// Whether `.restorationIdentifier` is the last word before an index.
  private func isIdentifier(_ tokens: [LuaTokens.Token], before index: Int) -> Bool {
    tokens.indices.contains(index - 1) && tokens[index - 1].kind == .name("restorationIdentifier")
  }

  /// Whether a text is the argument of a function that looks for identifiers.
  private func isSought(_ tokens: [LuaTokens.Token], _ index: Int) -> Bool {
    let before = index > 0 && tokens[index - 1].kind == .symbol("(") ? index - 2 : index - 1
    guard before >= 0, case .name(let function) = tokens[before].kind else { return false }
    return function.contains("dentifier") || function == "find"
  }
}
