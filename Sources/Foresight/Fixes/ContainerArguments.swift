import LuaRuntime

// What a controller gets that is created again.
extension FindingEdits {
  /// The properties of a controller that are set by the restoration, or have the children that are.
  private static let restored: Set<String> = [
    "restorationIdentifier", "restorationClass", "viewControllers", "selectedIndex", "currentIndex", "shownColumn",
  ]

  /// Returns the arguments with which a container is created again: the constants that its constructor sets, such as its title,
  /// without what is restored. Nil if the constructor sets other values, which the restoration method may not have.
  func argumentsOfContainer(_ className: String, named identifier: String) -> String? {
    guard let (file, open) = constructor(of: className, named: identifier) else { return "()" }
    return arguments(ofTableAt: open, in: file)
  }

  /// Returns the brace that opens the first constructor with an identifier, `Name { restorationIdentifier = "…" }`.
  func constructor(of name: String, named identifier: String) -> (file: AppScripts.File, open: Int)? {
    for (_, file) in scripts.files.sorted(by: { $0.key < $1.key }) {
      let tokens = file.tokens
      for value in assignments(of: identifier, in: tokens) {
        guard let open = file.table(around: value), open > 0,
          tokens[open - 1].kind == .name(name) || open > 1 && tokens[open - 2].kind == .name(name)
        else { continue }
        return (file, open)
      }
    }
    return nil
  }

  /// Returns the arguments with which a controller of a class is created again: the constants that all its constructors set, or
  /// the statements after them, without what is restored.
  func argumentsOfClass(_ variable: String) -> String {
    let name = variable.split(separator: ".").last.map(String.init) ?? variable
    let constructors = scripts.files.values.flatMap { file in
      file.tokens.indices.dropLast(2).filter { index in
        file.tokens[index].kind == .name(name)
          && [.symbol("{"), .symbol("(")].contains(file.tokens[index + 1].kind) && !file.functions.isInHead(index)
      }.map { index in
        let isArgument = file.tokens[index + 1].kind == .symbol("(") && file.tokens[index + 2].kind == .symbol("{")
        return arguments(ofTableAt: isArgument ? index + 2 : index + 1, in: file)
      }
    }
    return Set(constructors).count == 1 ? constructors[0] ?? "()" : "()"
  }

  private func arguments(ofTableAt open: Int, in file: AppScripts.File) -> String? {
    let tokens = file.tokens
    var parts: [String] = []
    for field in file.fields(ofTableAt: open) + fieldsSetLater(ofTableAt: open, in: file) {
      guard case .name(let name) = tokens[field].kind, !Self.restored.contains(name), field + 3 < tokens.count else {
        continue
      }
      let value = tokens[field + 2]
      let isConstant =
        switch value.kind {
        case .string, .number, .name("true"), .name("false"): true
        default: false
        }
      let next = tokens[field + 3]
      guard isConstant, next.beginsStatement || [",", ";", "}"].contains(where: { next.kind == .symbol($0) }) else {
        return nil
      }
      parts.append("\(name) = \(file.text(value.range))")
    }
    return parts.isEmpty ? "()" : " { \(parts.joined(separator: ", ")) }"
  }

  /// Returns the indices of the names of a controller's properties that statements set after its constructor, in the function of
  /// that: `page.title = "…"`.
  private func fieldsSetLater(ofTableAt open: Int, in file: AppScripts.File) -> [Int] {
    let tokens = file.tokens
    guard open > 1, let start = file.root(ofFieldAt: open - 1), start > 1, tokens[start - 1].kind == .symbol("="),
      let variable = file.root(ofFieldAt: start - 2), let function = file.functions.innermost(around: open)
    else { return [] }
    let path = tokens[variable...(start - 2)].map(\.kind) + [.symbol(".")]
    return (open..<max(function.end, open)).filter { index in
      let first = index - path.count
      guard first > open, let word = tokens[index].word, scripts.controllerProperties.contains(word) else {
        return false
      }
      return tokens[first..<index].map(\.kind) == path && tokens[index + 1].kind == .symbol("=")
        && ![.symbol("."), .symbol(":")].contains(tokens[first - 1].kind)
    }
  }
}

extension AppScripts.File {
  /// Returns the index of the brace that opens the innermost table around a token; nil if there is none.
  fileprivate func table(around index: Int) -> Int? {
    tokens[..<index].indices.last { open in
      tokens[open].kind == .symbol("{") && (closing(of: open) ?? 0) > index
    }
  }
}
