/// Translates what is special about the kitty keyboard protocol into sequences that all terminals send.
enum KittyKeys {
  /// Returns the modifiers of a sequence without Caps Lock (64) and Num Lock (128). They are counted from 1.
  static func withoutLocks(_ modifiers: Int) -> Int { modifiers > 64 ? (modifiers - 1) & 0b11_1111 + 1 : modifiers }

  /// Returns the code of a key. A letter of another script is, with Control or Alt, the key at its place in the base
  /// layout, as in other terminals: commands have Latin letters.
  ///
  /// - Parameters:
  ///   - codes: the codes of the key, with Shift, and in the base layout.
  ///   - modifiers: the modifiers of the sequence.
  static func code(_ codes: [Int?], modifiers: Int?) -> Int? {
    guard let code = codes.first ?? nil else { return nil }
    guard code >= 0x80, let modifiers, (withoutLocks(modifiers) - 1) & 0b110 != 0, codes.count > 2, let base = codes[2],
      (0x21..<0x7f).contains(base)
    else { return code }
    return base
  }

  /// Returns a control sequence as other terminals send it.
  ///
  /// - Parameters:
  ///   - parameters: the numbers between the introducer and the final byte.
  ///   - final: the final byte.
  static func translated(_ parameters: [Int], final: UInt8) -> [UInt8] {
    var parameters = parameters
    var final = Character(Unicode.Scalar(final))
    if parameters.count > 1 { parameters[1] = withoutLocks(parameters[1]) }
    if final == "u", let code = parameters.first, let key = keypad[code] {
      parameters[0] = key.code
      final = key.final
    }
    // Function keys without modifiers have another introducer.
    if parameters.isEmpty, "PQS".contains(final) { return Array("\u{1b}O\(final)".utf8) }
    if final == "~", parameters.first == 13 {
      parameters[0] = 1
      final = "R"
      if parameters.count == 1 { return Array("\u{1b}OR".utf8) }
    }
    // Without modifiers, a cursor key has no numbers.
    if parameters == [1], final.isUppercase { parameters = [] }
    return Array("\u{1b}[\(parameters.map(String.init).joined(separator: ";"))\(final)".utf8)
  }

  /// The keys of the keypad, by their code: the code and final byte of the same key elsewhere.
  private static let keypad: [Int: (code: Int, final: Character)] = {
    var keys: [Int: (code: Int, final: Character)] = [:]
    for (place, character) in "0123456789./*-+".utf8.enumerated() { keys[57399 + place] = (Int(character), "u") }
    keys[57414] = (13, "u")
    keys[57415] = (61, "u")
    keys[57416] = (44, "u")
    for (place, final) in "DCAB".enumerated() { keys[57417 + place] = (1, final) }
    (keys[57421], keys[57422]) = ((5, "~"), (6, "~"))
    (keys[57423], keys[57424]) = ((1, "H"), (1, "F"))
    (keys[57425], keys[57426]) = ((2, "~"), (3, "~"))
    return keys
  }()
}
