import LuaScreens

/// A function that the undisturbed app has in a field, and that is not set again after a restart.
struct MissingFunction {
  /// The object that has the field.
  let path: String
  let field: String
  /// The line that sets it; nil if it is unknown.
  let place: Place?

  var remedy: String {
    "\(field) has no function after a restart: "
      + (place.map { "set it after the restoration, too, as line \($0.line) does." }
        ?? "set it after the restoration, too.")
  }
}

extension RunPair {
  /// The functions that the restoration has not set again.
  var missingFunctions: [MissingFunction] {
    guard let host = base.host, let twin = disturbed?.host else { return [] }
    lazy var scripts = AppScripts(of: host)
    return ScriptFields.pairs(host, twin).flatMap { owner, other -> [MissingFunction] in
      let names = ScriptFields.names(ofFunctionsIn: owner.object, host)
      let missing = names.subtracting(ScriptFields.names(ofFunctionsIn: other, twin))
      return missing.sorted().map { name in
        MissingFunction(path: owner.path, field: name, place: scripts.assignment(of: name, in: owner.className))
      }
    }
  }
}

extension ScriptFields {
  /// Returns the names of an object's own fields with functions.
  fileprivate static func names(ofFunctionsIn object: AnyObject, _ host: ScriptHost) -> Set<String> {
    let found = try? host.withUntracedStack { stack -> Set<String> in
      var names: Set<String> = []
      push(object, on: stack)
      guard stack.kind(stack.top) == .table || stack.pushFields(stack.top) else { return [] }
      try stack.forEachPair(stack.top) {
        if stack.kind(-1) == .function, stack.kind(-2) == .string, let name = stack.string(-2) { names.insert(name) }
      }
      return names
    }
    return found ?? []
  }
}

extension Discovery {
  /// Explains an error or a loss by a function that is not set again.
  mutating func explain(by missing: MissingFunction) {
    commonCause = "function \(missing.path) \(missing.field)"
    remedy = missing.remedy
    if kind == .loss { place = missing.place ?? place }
  }
}
