/// A key, as the bytes that xterm sends for it.
struct Key {
  let bytes: String

  private init(_ bytes: String) { self.bytes = bytes }

  static let tab = Key("\t")
  static let enter = Key("\r")
  static let escape = Key("\u{1b}")
  static let up = Key("\u{1b}[A")
  static let down = Key("\u{1b}[B")
  static let right = Key("\u{1b}[C")
  static let home = Key("\u{1b}[H")
  static let end = Key("\u{1b}[F")
  static let pageUp = Key("\u{1b}[5~")
  static let pageDown = Key("\u{1b}[6~")

  /// F1 to F12.
  static func function(_ number: Int) -> Key {
    let codes = [5: 15, 6: 17, 7: 18, 8: 19, 9: 20, 10: 21, 11: 23, 12: 24]
    return codes[number].map { Key("\u{1b}[\($0)~") } ?? Key("\u{1b}O" + ["P", "Q", "R", "S"][number - 1])
  }

  static func character(_ character: Character) -> Key { Key(String(character)) }

  static func control(_ letter: Character) -> Key {
    Key(String(UnicodeScalar((letter.asciiValue ?? 0) & 0x1f)))
  }

  static func alt(_ letter: Character) -> Key { Key("\u{1b}\(letter)") }
}
