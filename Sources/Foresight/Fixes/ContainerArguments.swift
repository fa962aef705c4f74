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
    for (_, file) in scripts.files.sorted(by: { $0.key < $1.key }) {
      let tokens = file.tokens
      for value in assignments(of: identifier, in: tokens) {
        guard let open = file.table(around: value), open > 0,
          tokens[open - 1].kind == .name(className) || open > 1 && tokens[open - 2].kind == .name(className)
        else { continue }
        return arguments(ofTableAt: open, in: file)
      }
    }
    return "()"
  }

  /// Returns the arguments with which a controller of a class is created again: the constants that all its constructors set,
  /// without what is restored.
  func argumentsOfClass(_ variable: String) -> String {
    let constructors = scripts.files.values.flatMap { file in
      file.tokens.indices.dropFirst().filter { index in
        file.tokens[index].kind == .symbol("{") && file.tokens[index - 1].kind == .name(variable)
      }.map { arguments(ofTableAt: $0, in: file) }
    }
    return Set(constructors).count == 1 ? constructors[0] ?? "()" : "()"
  }

  private func arguments(ofTableAt open: Int, in file: AppScripts.File) -> String? {
    let tokens = file.tokens
    var parts: [String] = []
    for field in file.fields(ofTableAt: open) {
      guard case .name(let name) = tokens[field].kind, !Self.restored.contains(name), field + 3 < tokens.count else {
        continue
      }
      let value = tokens[field + 2]
      let isConstant =
        switch value.kind {
        case .string, .number, .name("true"), .name("false"): true
        default: false
        }
      guard isConstant, [",", ";", "}"].contains(where: { tokens[field + 3].kind == .symbol($0) }) else { return nil }
      parts.append("\(name) = \(file.text(value.range))")
    }
    return parts.isEmpty ? "()" : " { \(parts.joined(separator: ", ")) }"
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
