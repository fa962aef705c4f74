/// Letters typed one after the other to find the item that begins with them.
struct TypeAhead {
  private var typed = ""

  /// Starts a new prefix with the next letter.
  mutating func reset() { typed = "" }

  /// Whether a key is part of an item's name.
  func takes(_ key: KeyPress) -> Bool {
    guard key.modifiers.isEmpty, case .character(let character) = key.key else { return false }
    return character.isLetter || character.isNumber || character == " " && !typed.isEmpty
  }

  /// Returns the index of the first item that begins with the text typed so far and this character, otherwise with the
  /// character alone; nil if there is none.
  mutating func place(of key: KeyPress, among items: [String]) -> Int? {
    guard case .character(let character) = key.key else { return nil }
    for text in [typed + String(character), String(character)] {
      typed = text
      if let place = items.firstIndex(where: { $0.lowercased().hasPrefix(text.lowercased()) }) { return place }
    }
    return nil
  }
}
