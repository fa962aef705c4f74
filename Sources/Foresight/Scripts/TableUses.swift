import LuaRuntime

// What scripts do with a table besides using its fields.
extension AppScripts {
  /// Whether scripts create a table by a constructor, and use only its fields, by their names: then nothing registers it, no class
  /// has its methods, and no other name leads to it than that of a module.
  ///
  /// - Parameters:
  ///   - words: the words by which a method of the table names it, such as `app` and `store`.
  ///   - file: the file of the method.
  func areOnlyFieldsUsed(ofTable words: [String], in file: File) -> Bool {
    guard let variable = words.first, !usesSelf(ofTable: words, in: files.values) else { return false }
    let isLocal = file.declares(variable)
    let isOfModule = isLocal && file.returnsAsModule(variable)
    guard isLocal && !isOfModule || !Self.waysToAnyTable.contains(where: { nameCounts[$0] != nil }) else {
      return false
    }
    let scope = isLocal ? [file] : Array(files.values)
    let methods = methods(ofTable: [variable])
    let factory = isLocal && !isOfModule ? file.factory(of: variable) : nil
    guard let names = factory.map(file.variables(madeBy:)) ?? [] else { return false }
    let areOnlyFields = ([variable] + names).allSatisfy {
      hasOnlyFieldUses(of: $0, isField: false, in: scope, ofModule: isOfModule, calling: methods, madeBy: factory)
    }
    guard areOnlyFields else { return false }
    if isOfModule {
      for other in files.values where other.name != file.name {
        guard let names = other.variables(ofModule: file) else { return false }
        for name in names {
          let isUsedOtherwise = other.tokens.indices.contains { index in
            other.isUse(of: name, isField: false, at: index)
              && !other.isFieldUse(at: index, value: .name("require"), ofModule: false, calling: methods)
          }
          if isUsedOtherwise || usesSelf(ofTable: [name] + words.dropFirst(), in: [other]) { return false }
        }
      }
    }
    return words.indices.dropFirst().allSatisfy {
      hasOnlyFieldUses(
        of: words[$0], isField: true, in: Array(files.values), ofModule: false,
        calling: self.methods(ofTable: words[...$0]))
    }
  }

  /// Returns the methods of a table that scripts define, whose parameter for the table is `self`. Others can do anything with it.
  private func methods(ofTable words: some Collection<String>) -> Set<String> {
    var (own, others): (Set<String>, Set<String>) = ([], [])
    for file in files.values {
      for function in file.functions.functions {
        guard let name = function.name.last, function.name.dropLast().elementsEqual(words) else { continue }
        let head = file.tokens[function.start..<function.bodyStart]
        let isOfSelf =
          head.contains { $0.kind == .symbol(":") }
          || head.drop { $0.kind != .symbol("(") }.dropFirst().first?.kind == .name("self")
        if isOfSelf { own.insert(name) } else { others.insert(name) }
      }
    }
    return own.subtracting(others)
  }

  /// The functions and tables that give access to global variables and modules by computed names.
  private static let waysToAnyTable = ["_G", "_ENV", "dofile", "load", "loadfile", "loaded"]

  /// Whether a variable or field has a table from a constructor only, of which only fields are used.
  ///
  /// - Parameters:
  ///   - methods: its methods, which may be called.
  ///   - factory: the function that returns such a table, which the variable may have, too.
  private func hasOnlyFieldUses(
    of name: String, isField: Bool, in scope: [File], ofModule: Bool, calling methods: Set<String>,
    madeBy factory: ScriptFunctions.Function? = nil
  ) -> Bool {
    var isCreated = false
    for file in scope {
      for index in file.tokens.indices where file.isUse(of: name, isField: isField, at: index) {
        if let factory, file.isResult(index, of: factory) { continue }
        if let factory, let equals = file.equals(after: index), file.tokens[equals + 1].word == factory.name.last {
          isCreated = true
          continue
        }
        guard file.isFieldUse(at: index, value: .symbol("{"), ofModule: ofModule, calling: methods) else {
          return false
        }
        if file.equals(after: index) != nil { isCreated = true }
      }
    }
    return isCreated
  }

  /// Whether a method of a table uses `self` for anything but its fields.
  private func usesSelf(ofTable words: [String], in scope: some Sequence<File>) -> Bool {
    let methods = methods(ofTable: words)
    return scope.contains { file in
      file.functions.functions.contains { function in
        function.name.dropLast() == words[...]
          && function.body.contains { index in
            file.tokens[index].kind == .name("self")
              && !file.isFieldUse(at: index, value: .symbol("{"), ofModule: false, calling: methods)
          }
      }
    }
  }
}

extension AppScripts.File {
  /// Whether a token uses a variable of this name, or any field of it, also by an index.
  fileprivate func isUse(of name: String, isField: Bool, at index: Int) -> Bool {
    let before = index > 0 ? tokens[index - 1].kind : nil
    if tokens[index].text == name { return before == .symbol("[") }
    guard tokens[index].kind == .name(name) else { return false }
    let isOfObject = before == .symbol(".") || before == .symbol(":")
    if isOfObject || isFieldOfConstructor(index) { return isField }
    return !isField
  }

  /// Whether a token is the name of a field in the constructor of a table, `{ name = … }`.
  func isFieldOfConstructor(_ index: Int) -> Bool {
    guard index > 0, index + 1 < tokens.count, tokens[index + 1].kind == .symbol("="),
      [.symbol("{"), .symbol(","), .symbol(";")].contains(tokens[index - 1].kind)
    else { return false }
    return opening(around: index).map { tokens[$0].kind == .symbol("{") } ?? false
  }

  /// Whether the use of a table declares its name, assigns a value that begins with a token, or reads or sets a field, also by a
  /// call of a method that does not encode it.
  ///
  /// - Parameters:
  ///   - ofModule: whether the result of the script counts, too.
  ///   - methods: the methods of the table.
  fileprivate func isFieldUse(
    at index: Int, value: LuaTokens.Kind, ofModule: Bool, calling methods: Set<String>
  ) -> Bool {
    guard tokens[index].text == nil else { return false }
    if ofModule, isResult(index) { return true }
    if let equals = equals(after: index) { return equals + 1 < tokens.count && tokens[equals + 1].kind == value }
    let isDeclared = index > 0 && tokens[index - 1].kind == .name("local")
    guard index + 2 < tokens.count, [.symbol("."), .symbol(":")].contains(tokens[index + 1].kind) else {
      return isDeclared && (index + 1 == tokens.count || tokens[index + 1].kind != .symbol(","))
    }
    if functions.isInHead(index) { return true }
    if tokens[index + 1].kind == .symbol(":"), tokens[index + 2].word.map(methods.contains) != true { return false }
    guard tokens[index + 2].kind == .name(RestorationName.encode) else { return true }
    return index + 3 < tokens.count && tokens[index + 3].kind == .symbol("=")
  }

  /// Returns the equals sign directly after a variable or field, also of a constant, `name <const> = …`.
  func equals(after index: Int) -> Int? {
    var next = index + 1
    if next + 2 < tokens.count, tokens[next].kind == .symbol("<"), tokens[next + 2].kind == .symbol(">") { next += 3 }
    return next < tokens.count && tokens[next].kind == .symbol("=") ? next : nil
  }

  /// Whether the script declares a local variable.
  fileprivate func declares(_ variable: String) -> Bool {
    tokens.indices.dropFirst().contains { index in
      tokens[index].kind == .name(variable) && tokens[index - 1].kind == .name("local")
    }
  }

  /// Whether a variable is the result of the script.
  fileprivate func returnsAsModule(_ variable: String) -> Bool {
    tokens.indices.contains { tokens[$0].kind == .name(variable) && isResult($0) }
  }

  private func isResult(_ index: Int) -> Bool {
    index > 0 && index + 1 == tokens.count && tokens[index - 1].kind == .name("return")
  }

  /// Returns the local function that creates a table for a variable and returns it; nil if there is none.
  fileprivate func factory(of variable: String) -> ScriptFunctions.Function? {
    functions.functions.first { function in
      function.name.count == 1 && function.start > 0 && tokens[function.start - 1].kind == .name("local")
        && isLocal(variable, in: function) && isResult(function.end - 1, of: function)
        && tokens[function.end - 1].kind == .name(variable)
    }
  }

  /// Whether a token is the result at the end of a function.
  fileprivate func isResult(_ index: Int, of function: ScriptFunctions.Function) -> Bool {
    index + 1 == function.end && index > 0 && tokens[index - 1].kind == .name("return")
  }

  /// Returns the local variables to which the script assigns the results of a function; nil if it uses the function otherwise.
  fileprivate func variables(madeBy factory: ScriptFunctions.Function) -> [String]? {
    var names: [String] = []
    for index in tokens.indices where tokens[index].word == factory.name.last && index != factory.start + 1 {
      guard index > 2, tokens[index - 1].kind == .symbol("="), let name = tokens[index - 2].word,
        tokens[index - 3].kind == .name("local"), index + 1 < tokens.count, tokens[index + 1].kind == .symbol("("),
        let close = closing(of: index + 1),
        close + 1 == tokens.count || ![.symbol("."), .symbol(":"), .symbol("[")].contains(tokens[close + 1].kind)
      else { return nil }
      names.append(name)
    }
    return names
  }

  /// Returns the local variables to which the script assigns a module; nil if it uses the module otherwise.
  fileprivate func variables(ofModule module: AppScripts.File) -> [String]? {
    var names: [String] = []
    for index in tokens.indices.dropLast() where tokens[index].kind == .name("require") {
      let isCall = tokens[index + 1].kind == .symbol("(")
      let argument = isCall ? index + 2 : index + 1
      guard argument < tokens.count, let text = tokens[argument].text else { return nil }
      guard module.moduleNames.contains("\"\(text)\"") else { continue }
      let next = isCall ? argument + 2 : argument + 1
      let previous = index > 0 ? tokens[index - 1] : nil
      if next < tokens.count, [.symbol("."), .symbol(":")].contains(tokens[next].kind) {
        guard tokens[next..<min(next + 2, tokens.count)].last?.kind != .name(RestorationName.encode) else { return nil }
      } else if previous?.kind == .symbol("=") {
        let name = tokens[..<(index - 1)].lastIndex { $0.word != nil && $0.word != "const" }
        guard let name, name > 0, let word = tokens[name].word, equals(after: name) == index - 1,
          tokens[name - 1].kind == .name("local")
        else { return nil }
        names.append(word)
      } else if let previous, !previous.endsValue {
        return nil
      }
    }
    return names
  }
}
