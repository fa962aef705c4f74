import LuaRuntime
import StateRestoration

// The methods of a coder that return nil for values of another type.
extension AppScripts {
  /// Returns the name of the method with which classes read a key, if each method that they use returns nil for a value, or
  /// each that `decodeRestorableState` or the restoration method uses.
  func droppingRead(of key: String, _ value: StateValue, by classNames: Set<String>) -> String? {
    let accepting = Set(Self.typedReads.filter { $0.accepts(value) }.map(\.name) + ["decode"])
    func read(within code: Code) -> String? {
      guard !uses(key, in: accepting, of: classNames, within: code) else { return nil }
      return Self.typedReads.first { !$0.accepts(value) && uses(key, in: [$0.name], of: classNames, within: code) }?
        .name
    }
    if let name = read(within: .all) { return name }
    let methods = [RestorationName.decode, RestorationName.make]
    guard !uses(key, in: accepting, of: classNames, within: .outside(Set(methods))) else { return nil }
    return methods.lazy.compactMap { read(within: .method($0)) }.first
  }

  /// Returns the name of the method with which each of the lines that have read a key, perhaps a computed one, reads a value of
  /// another type; nil if a line could have read it.
  func droppingRead(of value: StateValue, at places: [Place]) -> String? {
    let reads = places.map { place in
      (Self.typedReads.map(\.name) + ["decode", "contains"]).filter { line(at: place, contains: .name($0)) }
    }
    guard let read = reads.first?.first, reads.allSatisfy({ $0 == [read] }) else { return nil }
    return Self.typedReads.contains { $0.name == read && !$0.accepts(value) } ? read : nil
  }

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
  static let typedReadNames = Set(typedReads.map(\.name))

  private static let typedReads: [(name: String, accepts: @Sendable (StateValue) -> Bool)] = [
    ("decodeInteger", { if case .integer = $0 { true } else { false } }),
    (
      "decodeNumber",
      {
        switch $0 {
        case .integer, .float: true
        default: false
        }
      }
    ),
    (
      "decodeString",
      {
        switch $0 {
        case .string, .byteText: true
        default: false
        }
      }
    ),
    ("decodeBoolean", { if case .boolean = $0 { true } else { false } }),
    (
      "decodeTable",
      {
        switch $0 {
        case .list, .map: true
        default: false
        }
      }
    ),
  ]
}
