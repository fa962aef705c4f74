import StateRestoration

/// Where a person is in a text: the cursor or selection, and how far it is scrolled.
struct TextPlace {
  var selection: TextEditing.Selection
  /// Whether the cursor is at the start of what is selected.
  var isBackwards: Bool
  /// The character that is shown first, or that the first row begins with at any width; nil in some older saves.
  var firstCharacter: Int?
  /// What older saves have: the row, or of a text in one line the character, that is shown first.
  var scroll = 0
  /// Whether the cursor is in sight: then it stays so at every size.
  var isCursorSeen = true
  /// How long the text was. A restored place waits for a text of this length: it may come later.
  var textLength: Int
  /// Longer than any text; sums of such numbers can be counted.
  private static let longest = 1 << 40

  @MainActor
  init(_ input: TextInput) {
    selection = input.selectedRange
    isBackwards = input.editing.cursor < input.editing.anchor
    firstCharacter = input.editing.lines.characterCount(before: input.firstShown)
    isCursorSeen = input.isCursorSeen
    textLength = input.characterCount
  }

  @MainActor
  init?(decoding coder: StateCoder) {
    func number(_ key: String) -> Int? { coder.decodeInteger(forKey: key).map { min(max(0, $0), Self.longest) } }
    guard let location = coder.decodeInteger(forKey: "selectionLocation"), (0..<Self.longest).contains(location) else {
      return nil
    }
    let length = number("selectionLength") ?? 0
    selection = .init(location: location, length: length)
    isBackwards = coder.decodeBoolean(forKey: "isSelectedBackwards") ?? false
    scroll = number("scroll") ?? 0
    firstCharacter = number("firstCharacter") ?? (scroll == 0 ? 0 : nil)
    isCursorSeen = coder.decodeBoolean(forKey: "isCursorSeen") ?? true
    textLength = number("textLength") ?? location + length
  }

  @MainActor
  func encode(with coder: StateCoder) {
    coder.encode(selection.location, forKey: "selectionLocation")
    coder.encode(selection.length, forKey: "selectionLength")
    coder.encode(textLength, forKey: "textLength")
    if isBackwards { coder.encode(true, forKey: "isSelectedBackwards") }
    if scroll > 0 { coder.encode(scroll, forKey: "scroll") }
    if let firstCharacter, firstCharacter > 0 { coder.encode(firstCharacter, forKey: "firstCharacter") }
    if !isCursorSeen { coder.encode(false, forKey: "isCursorSeen") }
  }
}
