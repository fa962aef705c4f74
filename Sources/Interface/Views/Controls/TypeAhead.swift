/// Letters that are typed one after the other to get to the item that begins with them.
struct TypeAhead {
  private var typed = ""

  /// What is typed next is a beginning.
  mutating func reset() { typed = "" }

  /// Whether a key stands for a part of an item's name.
  func takes(_ key: KeyPress) -> Bool {
    guard key.modifiers.isEmpty, case .character(let character) = key.key else { return false }
    return character.isLetter || character.isNumber || character == " " && !typed.isEmpty
  }

  /// The first item that begins with what was typed and this character, or with the character alone; nil if there is none.
  mutating func place(of key: KeyPress, among items: [String]) -> Int? {
    guard case .character(let character) = key.key else { return nil }
    for text in [typed + String(character), String(character)] {
      typed = text
      if let place = items.firstIndex(where: { $0.lowercased().hasPrefix(text.lowercased()) }) { return place }
    }
    return nil
  }
}
