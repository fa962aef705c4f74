import LuaRuntime

extension AppScripts {
  /// Returns the last line that assigns one of some variables, in a callback of the application if there is one, and in no
  /// function that restores it; nil if there is none, or only such as change its old value.
  func lastAssignment(of names: Set<String>) -> Place? {
    var last: Place?
    for (name, file) in files.sorted(by: { $0.key < $1.key }) {
      for index in file.tokens.indices where file.tokens.assigns(names, at: index) {
        let place = Place(file: name, line: file.tokens[index].line)
        let function = file.functions.namedFunction(around: index)?.name.last ?? ""
        if Self.callbacksOfEvents.contains(function) { return place }
        if function != RestorationName.decode { last = place }
      }
    }
    return last
  }

  /// Returns the names of variables and fields to which scripts assign only `true`, `false` and `nil`.
  func namesOfFlags() -> Set<String> {
    var (flags, others) = (Set<String>(), Set<String>())
    for tokens in files.values.map(\.tokens) {
      for index in tokens.indices.dropFirst() where tokens[index].kind == .symbol("=") {
        guard let name = tokens[index - 1].word, index + 1 < tokens.count else { continue }
        let isAlone = index < 2 || tokens[index - 2].kind != .symbol(",")
        let isFlag = isAlone && ["true", "false", "nil"].contains { tokens[index + 1].kind == .name($0) }
        if isFlag { flags.insert(name) } else { others.insert(name) }
      }
    }
    return flags.subtracting(others)
  }

  /// The callbacks of the application while it runs.
  private static let callbacksOfEvents: Set<String> = [
    "willResignActive", "didEnterBackground", "willEnterForeground", "didBecomeActive",
  ]
}

extension [LuaTokens.Token] {
  /// Whether a token is a variable that is assigned a value which does not begin with its old one.
  fileprivate func assigns(_ names: Set<String>, at index: Int) -> Bool {
    guard case .name(let name) = self[index].kind, names.contains(name), index > 0, index + 2 < count,
      self[index + 1].kind == .symbol("="), self[index - 1].kind != .name("local")
    else { return false }
    return self[index + 2].kind != .name(name)
  }
}
