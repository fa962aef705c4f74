extension Modifiers {
  /// The names in the format of key names: `"ctrl+shift"`; empty for none.
  package var names: String { String(KeyPress(.enter, modifiers: self).name.dropLast("+enter".count)) }

  /// Parses names in the format of key names, none for an empty text; nil for unknown ones.
  package init?(names: String) {
    guard let key = KeyPress(name: names.isEmpty ? "enter" : names + "+enter") else { return nil }
    self = key.modifiers
  }
}

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

  /// The names of the keys that are not single characters.
  public static let names = namedKeys.map(\.key) + functionKeys.map { "f\($0)" }
  /// The key names for error messages.
  static let nameList = (namedKeys.map(\.key) + ["f1 to f12"]).joined(separator: ", ")

  /// The key's name in the format that ``init(name:)`` parses: `"ctrl+c"`, `"pageup"`, `"x"`.
  public var name: String {
    var parts: [String] = []
    if modifiers.contains(.control) { parts.append("ctrl") }
    if modifiers.contains(.alt) { parts.append("alt") }
    // With Ctrl, the case of a letter in a name is ignored.
    let lowered = modifiers.contains(.control) ? unshiftedCharacter : nil
    if modifiers.contains(.shift) || lowered != nil { parts.append("shift") }
    switch key {
    case .character(" "): parts.append("space")
    case .character(let character): parts.append(String(lowered ?? character))
    default: parts.append(key.label.lowercased())
    }
    return parts.joined(separator: "+")
  }

  /// The key that types a control character; nil for other texts.
  static func typed(by text: String) -> KeyPress? {
    switch text {
    case "\n", "\r", "\r\n": .enter
    case "\t": .tab
    case "\u{1B}": .escape
    case "\u{8}", "\u{7F}": .backspace
    default: nil
    }
  }

  /// The lower-case letter of an upper-case one; nil for any other key.
  var unshiftedCharacter: Character? {
    guard case .character(let character) = key, character.isUppercase else { return nil }
    let lower = character.lowercased()
    return lower.count == 1 && lower.uppercased() == String(character) ? lower.first : nil
  }

  /// Creates the key of a character with named modifiers. Shift turns a letter into upper case and is then dropped;
  /// with Ctrl but not Shift, the letter's case is ignored.
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

  /// Parses a key name such as `"enter"`, `"ctrl+c"`, `"shift+tab"` or `"x"`; nil for an unknown name. The case of
  /// modifiers, of key names, and of a letter with Ctrl is ignored: `"Ctrl+S"` equals `"ctrl+s"`.
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
      // Control characters are typed by keys with names.
      guard character.unicodeScalars.first?.properties.generalCategory != .control else { return nil }
      self.init(character, named: modifiers)
    } else if let key = Self.keysByName[rest.lowercased()] {
      self.init(key, modifiers: modifiers)
    } else {
      return nil
    }
  }
}
