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
  /// Returns the table behind the error that a method is nil: scripts define the method for a metatable, and set what it is called on
  /// to a decoded table. Nil for other errors.
  ///
  /// - Parameter place: the line that raised the error.
  func lostMetatable(behind message: String, at place: Place?) -> LostMetatable? {
    guard message.contains("a nil value (method '"), let method = message.nilName, let place,
      let file = files[place.file],
      let call = file.tokens.indices.dropFirst(2).first(where: { index in
        file.tokens[index].line == place.line && file.tokens[index].kind == .name(method)
          && file.tokens[index - 1].kind == .symbol(":")
      }), let receiver = file.tokens[call - 2].word, let metatable = metatable(withMethod: method)
    else { return nil }
    let names = valueFlow.names(reaching: receiver)
    for file in files.values.sorted(by: { $0.name < $1.name }) {
      for function in file.functions.functions {
        let index = function.body.first { index in
          guard let name = file.tokens[index].word, names.contains(name), file.assigns(name, at: index, in: function)
          else { return false }
          let words = Set(file.namesDeciding(assignmentAt: index, in: function).compactMap { file.tokens[$0].word })
          return !words.isDisjoint(with: Self.decodingMethods) && !setsMetatable(byAnyOf: words)
        }
        if let index, let name = file.tokens[index].word {
          return LostMetatable(
            place: Place(file: file.name, line: file.tokens[index].line), name: name, metatable: metatable)
        }
      }
    }
    return nil
  }

  /// Returns the variable of a table that has a method and that scripts set as a metatable; nil if there is none.
  private func metatable(withMethod method: String) -> String? {
    let owners = Set(
      files.values.flatMap(\.functions.functions).filter { $0.name.count == 2 && $0.name.last == method }
        .compactMap(\.name.first))
    return owners.sorted().first { owner in
      files.values.contains { file in
        file.tokens.indices.dropFirst().dropLast().contains { index in
          guard file.tokens[index].kind == .name(owner), file.tokens[index - 1].kind == .symbol(","),
            file.tokens[index + 1].kind == .symbol(")"), let open = file.opening(around: index), open > 0
          else { return false }
          return file.tokens[open - 1].kind == .name("setmetatable")
        }
      }
    }
  }

  /// Whether one of some names is `setmetatable`, or a function that calls it.
  private func setsMetatable(byAnyOf words: Set<String>) -> Bool {
    words.contains("setmetatable")
      || files.values.contains { file in
        file.functions.functions.contains { function in
          function.name.last.map(words.contains) == true
            && file.tokens[function.body].contains { $0.kind == .name("setmetatable") }
        }
      }
  }
}
