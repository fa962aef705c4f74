import LuaRuntime

// Decoded values that a function passes on in a table.
extension AppScripts {
  /// Returns the line that sets a field from a parameter, if it gets the table of which another line sets a member to what it
  /// decodes; nil if there is none.
  func setter(of field: String, fromTableSetAt place: Place) -> Place? {
    guard let file = files[place.file],
      let index = file.tokens.indices.dropFirst().dropLast(2).first(where: { index in
        file.tokens[index].line == place.line && file.tokens[index - 1].kind != .symbol(".")
          && file.tokens[index].word != nil
          && file.tokens[index + 2].word.map { file.tokens.assignsField($0, at: index + 2) } == true
      }), let table = file.tokens[index].word, let function = file.functions.innermost(around: index),
      file.isLocal(table, at: index, in: function)
    else { return nil }
    for call in function.body where call > index + 2 {
      guard let name = file.tokens[call].word, let arguments = file.arguments(ofCallAt: call),
        let number = file.tokens[arguments].split(whereSeparator: { $0.kind == .symbol(",") }).firstIndex(where: {
          argument in
          argument.count == 1 && argument.first?.word == table
        })
      else { continue }
      let called = files.values.flatMap { file in
        file.functions.functions.filter { $0.name.last == name }.map { (file: file, function: $0) }
      }
      guard called.count == 1, let (other, method) = called.first else { continue }
      let parameters = other.tokens[method.start..<method.bodyStart].drop { $0.kind != .symbol("(") }.compactMap(\.word)
      guard parameters.indices.contains(number) else { continue }
      let setter = method.body.last { index in
        other.sets(field, of: "self", at: index)
          && other.tokens.namesAssigned(at: index)?.contains(parameters[number]) == true
          && other.tokens.valuesAssigned(at: index)?.count != 1
      }
      if let setter { return Place(file: other.name, line: other.tokens[setter].line) }
    }
    return nil
  }
}
