/// A set of keys, with a description for the help.
public enum KeySet {
  /// A list of keys.
  case keys([KeyPress])
  /// Keys with any modifiers.
  case anyModifiers([Key])
  /// The digit keys of a range, with modifiers.
  case digits(ClosedRange<Int>, Modifiers = [])
  /// A named kind of keys, matched by a predicate.
  case kind(String, (KeyPress) -> Bool)

  /// Whether the set contains a key.
  public func contains(_ key: KeyPress) -> Bool {
    switch self {
    case .keys(let keys): keys.contains(key)
    case .anyModifiers(let keys): keys.contains(key.key)
    case .digits(let range, let modifiers):
      key.modifiers == modifiers && key.digit.map(range.contains) == true
    case .kind(_, let contains): contains(key)
    }
  }
}

extension KeySet: Equatable {
  /// Whether two sets have the same keys; kinds of keys are compared by name.
  public static func == (left: KeySet, right: KeySet) -> Bool {
    switch (left, right) {
    case (.keys(let keys), .keys(let others)): keys == others
    case (.anyModifiers(let keys), .anyModifiers(let others)): keys == others
    case (.digits(let range, let modifiers), .digits(let otherRange, let otherModifiers)):
      range == otherRange && modifiers == otherModifiers
    case (.kind(let name, _), .kind(let other, _)): name == other
    default: false
    }
  }
}

extension KeySet: CustomStringConvertible {
  /// The keys as displayed in the help: `← →`, `Alt+1 … Alt+9`.
  public var description: String {
    switch self {
    case .keys(let keys): keys.map(\.description).joined(separator: " ")
    case .anyModifiers(let keys): keys.map { KeyPress($0).description }.joined(separator: " ")
    case .digits(let range, let modifiers):
      [range.lowerBound, range.upperBound].map { digit in
        KeyPress(.character(Character(String(digit))), modifiers: modifiers).description
      }.joined(separator: " … ")
    case .kind(let name, _): name
    }
  }
}

extension KeyPress {
  /// The digit of the key; nil if it is not a digit.
  var digit: Int? {
    guard case .character(let character) = key else { return nil }
    return character.wholeNumberValue
  }
}
