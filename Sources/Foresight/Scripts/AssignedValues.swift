import LuaRuntime

// The values that scripts assign to a name.
extension AppScripts {
  /// Whether scripts assign a name only views that other lines than a given one create, tables and constants.
  func isOther(_ name: String, isField: Bool, thanViewAt place: Place) -> Bool {
    have(name, isField: isField) { file, index, value in
      file.isCreation(at: value) && !(file.name == place.file && file.tokens[index].line == place.line)
    }
  }

  /// Whether scripts assign a name only tables from constructors.
  func isPlainTable(_ name: String, isField: Bool) -> Bool {
    have(name, isField: isField) { file, _, value in
      value < file.tokens.count && file.tokens[value].kind == .symbol("{")
    }
  }

  /// Whether all values of a variable or field are such, and there is one. A parameter or the variable of a loop can have others.
  ///
  /// - Parameter isSuch: receives a file, and the indices of the name and of the first token of its value.
  private func have(_ name: String, isField: Bool, where isSuch: (File, Int, Int) -> Bool) -> Bool {
    var isFound = false
    for file in files.values {
      let tokens = file.tokens
      for index in tokens.indices where tokens[index].kind == .name(name) {
        let isOfObject = index > 0 && [.symbol("."), .symbol(":")].contains(tokens[index - 1].kind)
        guard (isOfObject || file.isFieldOfConstructor(index)) == isField else { continue }
        guard isField || !file.functions.isInHead(index) else { return false }
        let values =
          isField
          ? file.isFieldOfConstructor(index) || tokens.assignsField(name, at: index)
            ? tokens.valuesAssigned(at: index) : nil
          : file.values(assignedTo: name, at: index)
        guard let first = values?.lowerBound else { continue }
        let isLoop = first > 0 && tokens[first - 1].kind == .name("in")
        guard !isLoop, isSuch(file, index, first) else { return false }
        isFound = true
      }
    }
    return isFound
  }
}

extension AppScripts.File {
  /// Whether a token in a function is a field with a name that is assigned, or a variable that is not local to the function.
  func assigns(_ name: String, at index: Int, in function: ScriptFunctions.Function) -> Bool {
    tokens.assignsField(name, at: index)
      || values(assignedTo: name, at: index) != nil && !isLocal(name, at: index, in: function)
  }

  /// Whether a value is that of a constructor, `Class { … }`, or a table or constant.
  fileprivate func isCreation(at start: Int) -> Bool {
    guard start < tokens.count else { return false }
    if tokens[start].text != nil || tokens[start].kind == .symbol("{") { return true }
    if case .number = tokens[start].kind { return true }
    var last = start
    while last + 2 < tokens.count, tokens[last + 1].kind == .symbol("."), tokens[last + 2].word != nil { last += 2 }
    guard let name = tokens[last].word else {
      return ["true", "false", "nil"].contains { tokens[start].kind == .name($0) }
    }
    guard name.first?.isUppercase == true, last + 1 < tokens.count else { return false }
    return tokens[last + 1].text != nil || [.symbol("{"), .symbol("(")].contains(tokens[last + 1].kind)
  }
}
