extension KeyPress {
  private static let namedKeys: KeyValuePairs<String, Key> = [
    "enter": .enter, "tab": .tab, "escape": .escape, "space": .character(" "), "backspace": .backspace,
    "delete": .delete, "insert": .insert, "up": .up, "down": .down, "left": .left, "right": .right, "home": .home,
    "end": .end, "pageup": .pageUp, "pagedown": .pageDown,
  ]
  private static let functionKeys = 1...12
  private static let keysByName = Dictionary(
    namedKeys.map { ($0.key, $0.value) } + [
      ("return", .enter), ("esc", .escape), ("pgup", .pageUp), ("pgdn", .pageDown),
    ]
      + functionKeys.map { ("f\($0)", .function($0)) }, uniquingKeysWith: { first, _ in first })

  /// The names of the keys that are no single character.
  public static let names = namedKeys.map(\.key) + functionKeys.map { "f\($0)" }
  /// The same in words.
  static let nameList = (namedKeys.map(\.key) + ["f1 to f12"]).joined(separator: ", ")

  /// The name that ``init(name:)`` reads: `"ctrl+c"`, `"pageup"`, `"x"`.
  public var name: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("ctrl") }
    if modifiers.contains(.alt) { parts.append("alt") }
    // With Ctrl the case of a letter in a name doesn't count.
    let lowered = modifiers.contains(.control) ? unshiftedCharacter : nil
    if modifiers.contains(.shift) || lowered != nil { parts.append("shift") }
    switch key {
    case .character(" "): parts.append("space")
    case .character(let character): parts.append(String(lowered ?? character))
    case .function(let number): parts.append("f\(number)")
    default: parts.append(String(describing: key).lowercased())
    }
    return parts.joined(separator: "+")
  }

  /// The lower-case letter of the key of an upper-case one, which Shift makes of it; nil for any other key.
  var unshiftedCharacter: Character? {
    guard case .character(let character) = key, character.isUppercase else { return nil }
    let lower = character.lowercased()
    return lower.count == 1 && lower.uppercased() == String(character) ? lower.first : nil
  }

  /// A character as the modifiers make it: Shift makes a letter an upper-case one, which says so by itself; with Ctrl and
  /// without Shift its case doesn't count.
  private init(_ character: Character, named modifiers: Modifiers) {
    let (upper, lower) = (character.uppercased(), character.lowercased())
    let isLetter = upper != lower && upper.count == 1 && lower.count == 1
    if isLetter, modifiers.contains(.shift) {
      self.init(.character(Character(upper)), modifiers: modifiers.subtracting(.shift))
    } else if isLetter, modifiers.contains(.control) {
      self.init(.character(Character(lower)), modifiers: modifiers)
    } else {
      self.init(.character(character), modifiers: modifiers)
    }
  }

  /// The key of a name such as `"enter"`, `"ctrl+c"`, `"shift+tab"`, `"x"`; nil if there is none. The names of modifiers and
  /// keys can be written in any case, and so can a letter with Ctrl: `"Ctrl+S"` is `"ctrl+s"`.
  public init?(name: String) {
    var modifiers: Modifiers = []
    var rest = name[...]
    // A plus sign can be the key itself: "ctrl++".
    while let plus = rest.dropLast().firstIndex(of: "+"), plus != rest.startIndex {
      switch rest[..<plus].lowercased() {
      case "ctrl", "control": modifiers.insert(.control)
      case "alt", "meta", "option": modifiers.insert(.alt)
      case "shift": modifiers.insert(.shift)
      default: return nil
      }
      rest = rest[rest.index(after: plus)...]
    }
    if rest.count == 1, let character = rest.first {
      self.init(character, named: modifiers)
    } else if let key = Self.keysByName[rest.lowercased()] {
      self.init(key, modifiers: modifiers)
    } else {
      return nil
    }
  }
}
