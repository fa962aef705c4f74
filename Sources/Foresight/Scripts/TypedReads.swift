import LuaRuntime
import LuaScreens

// The methods of a coder that return nil for values of another type.
extension AppScripts {
  /// Returns whether the method of a read is certainly wrong, and not the encoded value: the key is encoded from a constant, or
  /// from the variable that the line assigns.
  func isWrong(readOf key: String, at place: Place, by classNames: Set<String>) -> Bool {
    func calls(_ methods: Set<String>) -> [KeyCall] {
      keyCalls(in: methods, of: classNames).filter { $0.key == key }
    }
    let target = calls(Self.typedReadNames).first { $0.place == place }.flatMap(Self.target)
    let encodes = calls(["encode"])
    return !encodes.isEmpty
      && encodes.allSatisfy { call in
        // Without the parenthesis.
        var value = call.tokens.drop { $0.kind != .symbol(",") }.dropFirst().dropLast().map(\.kind)[...]
        if let target {
          // A local variable for a field of its name.
          let field = [.name("self"), .symbol(".")] + target
          guard let variable = [target, field].first(where: value.starts) else { return Self.isConstant(value) }
          value = value.dropFirst(variable.count)
          if value.isEmpty { return true }
          guard value.removeFirst() == .name("or") else { return false }
        }
        return Self.isConstant(value)
      }
  }

  /// Returns the variable or field that the line of a read assigns; nil if it is none, or one of several.
  private static func target(of read: KeyCall) -> [LuaTokens.Kind]? {
    let tokens = read.tokens
    guard let end = tokens.lastIndex(where: { $0.kind == .symbol("=") }) else { return nil }
    var start = end - 1
    while start - 2 >= tokens.startIndex, tokens[start - 1].kind == .symbol(".") { start -= 2 }
    guard start >= tokens.startIndex, start == tokens.startIndex || tokens[start - 1].kind != .symbol(",") else {
      return nil
    }
    return tokens[start..<end].map(\.kind)
  }

  private static func isConstant(_ value: ArraySlice<LuaTokens.Kind>) -> Bool {
    !value.isEmpty
      && value.allSatisfy { token in
        switch token {
        case .string, .number, .name("true"), .name("false"), .symbol("-"): true
        case .symbol("{"), .symbol("}"), .symbol(","): true
        default: false
        }
      }
  }

  /// The names of the methods that return nil for values of another type.
  static let typedReadNames = Set(CoderMethod.allCases.filter(\.isTyped).map(\.rawValue))
}
