/// Keys that do things of one kind, distinguished from all others, and as help writes them.
public enum KeySet {
  /// These keys.
  case keys([KeyPress])
  /// These keys, whatever is held down beside them.
  case anyModifiers([Key])
  /// The keys of some digits, with what is held down beside them.
  case digits(ClosedRange<Int>, Modifiers)
  /// Keys of a kind, by its name.
  case kind(String, (KeyPress) -> Bool)

  /// The keys of some digits.
  public static func digits(_ range: ClosedRange<Int>) -> KeySet { .digits(range, []) }

  /// Whether a key is one of them.
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

extension KeySet: CustomStringConvertible {
  /// The keys as help writes them: `← →`, `Alt+1 … Alt+9`.
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
  /// The digit that the key stands for; nil if it is no digit.
  var digit: Int? {
    guard case .character(let character) = key else { return nil }
    return character.wholeNumberValue
  }
}
