import LuaRuntime

// The methods of a coder that return nil for values of another type.
extension AppScripts {
  /// Whether a key is encoded from a constant, or from what a line assigns its value to: then the method that reads it there is
  /// wrong, and not the encoded value.
  func isWrong(readOf key: String, at place: Place, by classNames: Set<String>) -> Bool {
    func calls(_ methods: Set<String>) -> [KeyCall] {
      keyCalls(in: methods, of: classNames).filter { $0.key == key }
    }
    let target = calls(Self.typedReadNames).first { $0.place == place }.flatMap { read -> [LuaTokens.Kind]? in
      guard let end = read.tokens.lastIndex(where: { $0.kind == .symbol("=") }) else { return nil }
      var start = end - 1
      while start - 2 >= read.tokens.startIndex, read.tokens[start - 1].kind == .symbol(".") { start -= 2 }
      return start < read.tokens.startIndex ? nil : read.tokens[start..<end].map(\.kind)
    }
    return calls(["encode"]).allSatisfy { call in
      let tokens = call.tokens.drop { $0.kind != .symbol(",") }
      if tokens.allSatisfy({ $0.word == nil }) { return true }
      guard let target else { return false }
      let value = tokens.map(\.kind)
      return value.indices.dropLast(target.count).contains { start in
        let end = start + target.count
        return value[start..<end].elementsEqual(target) && ![".", "[", ":"].contains { value[end] == .symbol($0) }
      }
    }
  }

  /// The names of the methods that return nil for values of another type.
  static let typedReadNames = decodingMethods.subtracting(["decode", "contains"])
}
