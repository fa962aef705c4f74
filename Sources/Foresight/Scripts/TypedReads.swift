import StateRestoration

// The methods of a coder that return nil for values of another type.
extension AppScripts {
  /// Returns the name of the method with which classes read a key, if each method that they use returns nil for a value.
  func droppingRead(of key: String, _ value: StateValue, by classNames: Set<String>) -> String? {
    let accepting = Self.typedReads.filter { $0.accepts(value) }.map(\.name) + ["decode"]
    guard !uses(key, in: Set(accepting), of: classNames) else { return nil }
    return Self.typedReads.first { !$0.accepts(value) && uses(key, in: [$0.name], of: classNames) }?.name
  }

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
