import LuaRuntime
import LuaScreens

// What decodes set to the values of their keys.
extension AppScripts {
  /// Returns the members of a variable or field that calls for a key use, the one with the name of the key first.
  func members(of owner: String, _ key: String, in calls: [KeyCall]) -> [String] {
    guard calls.contains(where: { $0.names.contains(owner) }) else { return [] }
    let members = calls.flatMap { call -> [String] in
      let tokens = call.tokens
      return tokens.indices.dropLast(2).compactMap { index in
        guard tokens[index].kind == .name(owner), tokens[index + 1].kind == .symbol(".") else { return nil }
        return tokens[index + 2].word
      }
    }
    return [key] + Set(members).subtracting([key]).sorted()
  }

  /// Returns the variable, field or member that decodes of a key set to its value, and that a restart leaves as it was, if they set
  /// nothing of the field that has the value before the restart; nil for others: then the field is not restored.
  func target(
    ofDecodesIn calls: [KeyCall], besides field: KeptField, _ before: [String: String], _ after: [String: String]
  ) -> String? {
    for call in calls {
      guard let (file, function) = decoding(call) else { continue }
      let tokens = file.tokens
      let assigned = function.body.filter { index in
        tokens[index].word.map { file.assigns($0, at: index, in: function) } == true
      }
      guard !assigned.contains(where: { tokens[$0].kind == .name(field.member ?? field.owner) }) else { continue }
      let values = Set([call.index] + file.localValues(of: call, in: function))
      for index in assigned where tokens.valuesAssigned(at: index)?.contains(where: values.contains) == true {
        guard let name = tokens[index].word else { continue }
        let isMember = index > 1 && tokens[index - 1].kind == .symbol(".") && tokens[index - 2].kind != .name("self")
        let owner = isMember ? tokens[index - 2].word : name
        func value(_ fields: [String: String]) -> String? {
          let value = owner.flatMap { fields[$0] }
          return isMember ? value.flatMap(TableLiteral.init)?.members["\"\(name)\""] : value
        }
        guard let owner, let kept = value(before), kept == value(after), kept != "nil" else { continue }
        return isMember ? "\(owner).\(name)" : name
      }
    }
    return nil
  }

  /// Returns the function with a call that decodes a key; nil for one that encodes it.
  func decoding(_ call: KeyCall) -> (file: File, function: ScriptFunctions.Function)? {
    guard let file = files[call.place.file], let method = file.tokens[call.index].word,
      Self.decodingMethods.contains(method), let function = file.functions.innermost(around: call.index)
    else { return nil }
    return (file, function)
  }
}

extension AppScripts.File {
  /// Returns the tokens of the local variables in a function that a call of a coder sets.
  fileprivate func localValues(of call: AppScripts.KeyCall, in function: ScriptFunctions.Function) -> [Int] {
    let names = Set(
      function.body.compactMap { index -> String? in
        guard let name = tokens[index].word, isDeclared(at: index),
          values(assignedTo: name, at: index)?.contains(call.index) == true
        else { return nil }
        return name
      })
    return function.body.filter { index in
      index > call.index && tokens[index - 1].kind != .symbol(".") && tokens[index].word.map(names.contains) == true
    }
  }
}
