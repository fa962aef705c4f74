import LuaRuntime

/// A table that is decoded without the metatable that it had, as no coder saves that.
struct LostMetatable {
  /// The line that sets a variable or field to the decoded table.
  let place: Place
  /// The variable or field.
  let name: String
  /// The variable of the metatable.
  let metatable: String

  var remedy: String {
    "No coder saves a metatable, so the decoded \(name) has no methods: set it to setmetatable(…, \(metatable)) here."
  }
}

extension AppScripts {
  /// Returns the table behind the error that a method is nil: scripts define the method for one metatable, and the only line that
  /// decodes what it is called on sets no metatable. Nil for other errors, and if the line is uncertain: an element of a list or an
  /// argument may be any table.
  ///
  /// - Parameter place: the line that raised the error.
  func lostMetatable(behind message: String, at place: Place?) -> LostMetatable? {
    guard message.contains("a nil value (method '"), let method = message.nilName, let place,
      let file = files[place.file]
    else { return nil }
    let calls = file.tokens.indices.dropFirst(2).filter { index in
      file.tokens[index].line == place.line && file.tokens[index].kind == .name(method)
        && file.tokens[index - 1].kind == .symbol(":")
    }
    guard calls.count == 1, file.tokens[calls[0] - 2].word != nil, let source = file.source(ofNameAt: calls[0] - 2),
      let name = file.tokens[source].word, let metatable = metatable(withMethod: method)
    else { return nil }
    var decodings = [(file: file, index: source)]
    if !file.isDeclared(at: source) {
      let isField = file.isField(source)
      let owner = file.owner(ofNameAt: source)
      decodings = files.values.filter { isField || $0.name == file.name }.flatMap { other in
        other.tokens.indices.filter { index in
          guard other.tokens[index].kind == .name(name), other.isField(index) == isField,
            other.owner(ofNameAt: index) == owner, let function = other.functions.innermost(around: index),
            other.assigns(name, at: index, in: function)
          else { return false }
          return other.isDecoded(at: index)
            || other.tokens.namesAssigned(at: index)?.isDisjoint(with: Self.decodingMethods) == false
        }.map { (other, $0) }
      }
    }
    guard decodings.count == 1, let (decoding, index) = decodings.first, decoding.isDecoded(at: index),
      !decoding.passesOn(name, afterIndex: index)
    else { return nil }
    return LostMetatable(
      place: Place(file: decoding.name, line: decoding.tokens[index].line), name: name, metatable: metatable)
  }

  /// Returns the variable of a table that has a method and that scripts set as a metatable; nil if there is none, or several.
  private func metatable(withMethod method: String) -> String? {
    let owners = Set(
      files.values.flatMap(\.functions.functions).filter { $0.name.count == 2 && $0.name.last == method }
        .compactMap(\.name.first))
    let metatables = owners.filter { owner in
      files.values.contains { file in
        file.tokens.indices.dropFirst().dropLast().contains { index in
          guard file.tokens[index].kind == .name(owner), file.tokens[index - 1].kind == .symbol(","),
            file.tokens[index + 1].kind == .symbol(")"), let open = file.opening(around: index), open > 0
          else { return false }
          return file.tokens[open - 1].kind == .name("setmetatable")
        }
      }
    }
    return metatables.count == 1 ? metatables.first : nil
  }
}

extension AppScripts.File {
  fileprivate func isField(_ index: Int) -> Bool { index > 0 && tokens[index - 1].kind == .symbol(".") }

  /// Returns the word before the field with a name at an index, for `self` that of the method's table; nil for a variable.
  fileprivate func owner(ofNameAt index: Int) -> String? {
    guard isField(index), index > 1 else { return nil }
    guard tokens[index - 2].kind == .name("self") else { return tokens[index - 2].word ?? "" }
    let method = functions.around(index).first {
      $0.body.contains(index) && $0.name.count > 1 && $0.name.first != "self"
    }
    return method?.name.first ?? ""
  }

  /// Returns the field, or the variable of the script, that a name stands for, or the declaration of a local variable with a decoded
  /// table; nil for a parameter, an element of a list and the value of another expression.
  fileprivate func source(ofNameAt index: Int) -> Int? {
    guard !isField(index), let name = tokens[index].word else { return index }
    for function in functions.around(index) where function.body.contains(index) {
      guard isLocal(name, at: index, in: function) else { continue }
      let settings = function.body.filter { values(assignedTo: name, at: $0) != nil }
      guard settings.count == 1, settings[0] < index, isDeclared(at: settings[0]),
        let values = soleValue(at: settings[0]), !values.contains(index)
      else { return nil }
      if isDecoded(at: settings[0]) { return settings[0] }
      return path(at: values.lowerBound).flatMap { $0 + 1 == values.upperBound ? source(ofNameAt: $0) : nil }
    }
    return index
  }

  /// Whether a token is a name that alone is set to a table that a coder decodes, or to one of decoded values.
  fileprivate func isDecoded(at index: Int) -> Bool {
    guard let values = soleValue(at: index), !tokens[values].contains(where: { $0.kind == .name("and") }) else {
      return false
    }
    let first = values.lowerBound
    func isDecoding(_ index: Int) -> Bool { tokens[index].word.map(AppScripts.decodingMethods.contains) == true }
    if tokens[first].kind == .symbol("{") {
      return closing(of: first) == values.upperBound - 1
        && values.contains { isDecoding($0) || isLocalDecoded($0) }
    }
    if values.count > 2, tokens[first].word != nil, tokens[first + 1].kind == .symbol(":") {
      return isDecoding(first + 2)
    }
    guard let last = path(at: first), isLocalDecoded(first) else { return false }
    return last + 1 == values.upperBound || tokens[last + 1].kind == .name("or")
  }

  /// Whether a token is a local variable with a decoded table that its function does not pass on.
  private func isLocalDecoded(_ index: Int) -> Bool {
    guard !isField(index), let name = tokens[index].word, let source = source(ofNameAt: index), source != index,
      tokens[source].kind == .name(name), isDeclared(at: source)
    else { return false }
    return !passesOn(name, afterIndex: source)
  }

  /// Whether the function around an assignment passes what it sets to another function, or sets it again, afterwards.
  fileprivate func passesOn(_ name: String, afterIndex index: Int) -> Bool {
    guard let function = functions.innermost(around: index) else { return true }
    return function.body.contains { other in
      guard other > index, tokens[other].kind == .name(name) else { return false }
      if tokens[other + 1].kind == .symbol("=") {
        return tokens.namesAssigned(at: other)?.contains(name) == true && !isFieldOfConstructor(other)
      }
      guard [.symbol(","), .symbol(")")].contains(tokens[other + 1].kind), let open = opening(around: other), open > 0
      else { return false }
      return tokens[open].kind == .symbol("(") && tokens[open - 1].word != nil
    }
  }

  /// Returns the value of an assignment of one name; nil without one.
  private func soleValue(at index: Int) -> Range<Int>? {
    guard index + 1 < tokens.count, tokens[index + 1].kind == .symbol("="),
      index == 0 || tokens[index - 1].kind != .symbol(",")
    else { return nil }
    return tokens.valuesAssigned(at: index)
  }

  /// Returns the last name of `a.b.c` that begins at an index; nil for another expression.
  private func path(at index: Int) -> Int? {
    guard case .name(let name) = tokens[index].kind, name == "self" || tokens[index].word != nil else { return nil }
    var last = index
    while last + 2 < tokens.count, tokens[last + 1].kind == .symbol("."), tokens[last + 2].word != nil { last += 2 }
    return last
  }
}
