import CTickit

/// How many cells text takes.
enum TextWidth {
  /// Cells of one grapheme cluster: 0, 1 or 2.
  static func of(_ character: Character) -> Int {
    let scalars = character.unicodeScalars
    guard let first = scalars.first else { return 0 }
    if first.isASCII { return first.value < 0x20 || first.value == 0x7f ? 0 : (hasEmojiSelector(scalars) ? 2 : 1) }
    // Flags, and text symbols that are asked to be pictures.
    if (0x1f1e6...0x1f1ff).contains(first.value) { return scalars.count > 1 ? 2 : 1 }
    if hasEmojiSelector(scalars) { return 2 }
    return min(2, scalars.map(width).max() ?? 0)
  }

  /// Cells of a text without newlines.
  static func of(_ text: some StringProtocol) -> Int {
    var total = 0
    for character in text { total += of(character) }
    return total
  }

  private static func hasEmojiSelector(_ scalars: Character.UnicodeScalarView) -> Bool {
    scalars.count > 1 && scalars.contains("\u{fe0f}")
  }

  private static func width(_ scalar: Unicode.Scalar) -> Int {
    var position = TickitStringPos()
    let text = String(scalar)
    let counted = tickit_utf8_ncount(text, text.utf8.count, &position, nil)
    // An invisible or unassigned scalar is refused by the library.
    return counted == Int.max || counted < 0 ? 0 : max(0, Int(position.columns))
  }
}
