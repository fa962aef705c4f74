import LuaRuntime

// The variables of classes.
extension AppScripts {
  /// Returns the variable of a class that a script has created; the name of any other one.
  func variable(ofClass className: String) -> String { knownVariable(ofClass: className) ?? className }

  /// Returns the variable or field by which scripts can name a class; nil if a script has created it without one.
  func knownVariable(ofClass className: String) -> String? {
    classPlaces[className] == nil ? className : place(ofVariableOf: className)?.variable
  }

  /// Returns the file in which a class has a variable, first that which creates it, with the last token of the variable's
  /// statement.
  func place(ofVariableOf className: String) -> (file: File, variable: String, end: Int)? {
    guard let own = classPlaces[className].flatMap({ files[$0.file] }) else { return nil }
    let others = files.values.sorted { $0.name < $1.name }
    return ([own] + others).lazy.compactMap { file in
      self.target(ofClass: className, in: file).flatMap { target in
        target.variable.map { (file, $0, target.end) }
      }
    }.first
  }

  /// Returns the last word of the variable of a class, by which a constructor begins.
  func constructorName(ofClass className: String) -> String {
    classPlaces[className].flatMap { files[$0.file]?.target(ofClass: className)?.words.last }
      ?? knownVariable(ofClass: className) ?? className
  }

  /// Returns the target by which a file names a class: its own variable, or the one for the module that returns the class.
  func target(ofClass className: String, in file: File) -> File.Target? {
    if let own = file.target(ofClass: className) { return own }
    guard let module = classPlaces[className].flatMap({ files[$0.file] }), module.name != file.name,
      module.returnsClass(className)
    else { return nil }
    return file.target(ofModule: module.moduleNames)
  }

  /// Returns the indices of the braces or parentheses that open the constructors of a class in a line.
  func constructors(ofClass className: String, inLine line: Int, of file: File) -> [Int] {
    let tokens = file.tokens
    let name = target(ofClass: className, in: file)?.words.last ?? className
    let names = file.otherVariables(of: name).union([name])
    return tokens.indices.dropLast().compactMap { index in
      guard tokens[index].line == line, tokens[index].word.map(names.contains) == true else { return nil }
      // `(Name)(…)`
      let isInParentheses =
        index > 0 && tokens[index - 1].kind == .symbol("(") && tokens[index + 1].kind == .symbol(")")
      let next = isInParentheses ? index + 2 : index + 1
      guard next < tokens.count else { return nil }
      if tokens[next].kind == .symbol("{") { return next }
      guard tokens[next].kind == .symbol("("), next + 1 < tokens.count else { return nil }
      return tokens[next + 1].kind == .symbol("{") ? next + 1 : next
    }
  }
}

extension AppScripts.File {
  /// The variable or field that gets a value.
  struct Target {
    /// The words of the variable or field.
    let words: [String]
    /// Whether the words are an expression in the script: a field of a table without a name is not.
    let isWhole: Bool
    /// The last token of the statement.
    let end: Int

    /// The expression in the script.
    var variable: String? { isWhole ? words.joined(separator: ".") : nil }
  }

  /// Returns the variable or field that gets a class where it is created.
  func target(ofClass className: String) -> Target? {
    for index in tokens.indices.dropLast() where tokens[index].kind == .name("subclass") {
      let end = tokens[index + 1].kind == .symbol("(") ? closing(of: index + 1) ?? index : index + 1
      guard tokens[index...end].contains(where: { $0.text == className }), let start = root(ofFieldAt: index) else {
        continue
      }
      let isAsserted = start > 1 && tokens[start - 1].kind == .symbol("(") && tokens[start - 2].kind == .name("assert")
      return target(ofValueAt: isAsserted ? start - 2 : start)
    }
    // `local Name = class "Name"`, with a function that creates the class.
    for index in tokens.indices.dropFirst(2) where tokens[index].text == className {
      let callee = tokens[index - 1].kind == .symbol("(") ? index - 2 : index - 1
      guard let name = tokens[callee].word, createsClass(functionNamed: name), let start = root(ofFieldAt: callee)
      else { continue }
      return target(ofValueAt: start)
    }
    return nil
  }

  private func createsClass(functionNamed name: String) -> Bool {
    functions.functions.contains { function in
      function.name == [name] && function.body.contains { tokens[$0].kind == .name("subclass") }
    }
  }

  /// Returns the local variables that only have the value of another variable: `local other = name`.
  fileprivate func otherVariables(of name: String) -> Set<String> {
    Set(
      tokens.indices.dropFirst(3).compactMap { index -> String? in
        guard tokens[index].kind == .name(name), tokens[index - 1].kind == .symbol("="),
          index + 1 == tokens.count || tokens[index + 1].beginsStatement || tokens[index + 1].kind == .symbol(";"),
          let target = words(endingAt: index - 2), target.words.count == 1, isDeclared(at: target.start)
        else { return nil }
        let other = target.words[0]
        let isSetAgain = tokens.indices.contains { $0 != target.start && values(assignedTo: other, at: $0) != nil }
        return isSetAgain ? nil : other
      })
  }

  /// Returns the brace of the table in a local variable that is the only argument of a call and used nowhere else: `Name(options)`.
  ///
  /// - Parameter open: the parenthesis.
  func table(ofArgumentsAt open: Int) -> Int? {
    guard open + 2 < tokens.count, tokens[open].kind == .symbol("("), tokens[open + 2].kind == .symbol(")"),
      let name = tokens[open + 1].word
    else { return nil }
    let uses = tokens.indices.filter { tokens[$0].kind == .name(name) }
    guard uses.count == 2, uses[1] == open + 1, isDeclared(at: uses[0]),
      let values = values(assignedTo: name, at: uses[0]), tokens[values.lowerBound].kind == .symbol("{"),
      closing(of: values.lowerBound) == values.upperBound - 1
    else { return nil }
    return values.lowerBound
  }

  /// Returns the variable to which a module is assigned: `local Name = require "name"`.
  ///
  /// - Parameter names: the names of the module, in quotes.
  fileprivate func target(ofModule names: [String]) -> Target? {
    for index in tokens.indices.dropLast(2) where tokens[index].kind == .name("require") {
      let argument = tokens[index + 1].kind == .symbol("(") ? index + 2 : index + 1
      guard let text = tokens[argument].text, names.contains("\"\(text)\"") else { continue }
      return target(ofValueAt: index)
    }
    return nil
  }

  /// Whether the script's result is a class that it creates.
  fileprivate func returnsClass(_ className: String) -> Bool {
    guard let start = tokens.lastIndex(where: { $0.kind == .name("return") }), finalReturn != nil else { return false }
    let result = tokens[(start + 1)...]
    if let variable = target(ofClass: className)?.variable {
      let words = variable.split(separator: ".").map(String.init)
      return result.compactMap(\.word) == words && result.count == 2 * words.count - 1
    }
    return result.contains { $0.kind == .name("subclass") } && result.contains { $0.text == className }
  }

  /// Returns the target of the value that begins at an index, also as one of several or as a field of a table; nil for other values.
  private func target(ofValueAt start: Int) -> Target? {
    var (position, index) = (0, start - 1)
    while index > 0, tokens[index].kind == .symbol(",") {
      guard let value = startOfValue(endingAt: index - 1) else { return nil }
      (position, index) = (position + 1, value - 1)
    }
    guard index > 0, tokens[index].kind == .symbol("=") else { return nil }
    if let brace = opening(around: start), brace > 0, functions.innermost(around: start)?.start ?? -1 < brace {
      guard tokens[brace].kind == .symbol("{"), position == 0, let field = words(endingAt: index - 1)?.words else {
        return nil
      }
      let table = tokens[brace - 1].kind == .symbol("=") ? target(ofValueAt: brace) : nil
      return Target(words: (table?.words ?? []) + field, isWhole: table?.isWhole == true, end: table?.end ?? brace)
    }
    var targets: [[String]] = []
    var last = index
    repeat {
      guard let target = words(endingAt: last - 1) else { return nil }
      targets.insert(target.words, at: 0)
      last = target.start - 1
    } while last > 0 && tokens[last].kind == .symbol(",")
    guard targets.indices.contains(position), let end = tokens.lastToken(ofValuesAt: start) else { return nil }
    return Target(words: targets[position], isWhole: true, end: end)
  }

  /// Returns the first token of a value of several, which ends at an index.
  private func startOfValue(endingAt end: Int) -> Int? {
    var index = end
    while index > 0 {
      if [")", "]", "}"].contains(where: { tokens[index].kind == .symbol($0) }) {
        guard let open = opening(of: index) else { return nil }
        index = open
      }
      if [.symbol(","), .symbol("=")].contains(tokens[index - 1].kind) { return index }
      index -= 1
    }
    return nil
  }

  /// Returns the words of a variable or field that ends at an index, with its first token: `a.b`, `a["b"]`, `a <const>`.
  private func words(endingAt end: Int) -> (words: [String], start: Int)? {
    var index = end
    if index > 2, tokens[index].kind == .symbol(">"), tokens[index - 2].kind == .symbol("<") { index -= 3 }
    var words: [String] = []
    while index >= 0 {
      if index > 1, tokens[index].kind == .symbol("]"), let text = tokens[index - 1].text,
        tokens[index - 2].kind == .symbol("["), LuaWords.isName(text)
      {
        words.insert(text, at: 0)
        index -= 3
        // The key of a table's field.
        if index < 0 || ["{", ",", ";"].contains(where: { tokens[index].kind == .symbol($0) }) {
          return (words, index + 1)
        }
        continue
      }
      guard case .name(let word) = tokens[index].kind, !LuaWords.reserved.contains(word) else { return nil }
      words.insert(word, at: 0)
      guard index > 0, tokens[index - 1].kind == .symbol(".") else { return (words, index) }
      index -= 2
    }
    return nil
  }
}
