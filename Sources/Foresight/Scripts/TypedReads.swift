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
