import StateRestoration

/// The position of the user in a text: the cursor or selection, and the scroll position.
struct TextPlace {
  var selection: TextEditing.Selection
  /// The index of the first visible character, which begins the first row at any width; nil in some older saves.
  var firstCharacter: Int?
  /// The scroll position of older saves: the first row, or for a single line the first character.
  var scroll = 0
  /// The column to which the keys that move the cursor between lines return it; nil for its own.
  var wantedColumn: Int?
  /// Whether the cursor is visible, so that it stays visible when the view is resized.
  var isCursorSeen = true
  /// The length of the text in characters. A restored position waits until the text has this length.
  var textLength: Int
  /// Longer than any text, and small enough that sums do not overflow.
  private static let longest = 1 << 40

  @MainActor
  init(_ input: TextInput) {
    selection = input.selectedRange
    firstCharacter = input.editing.lines.characterCount(before: input.firstShown)
    isCursorSeen = input.isCursorSeen
    wantedColumn = input.wantedColumn
    textLength = input.characterCount
  }

  @MainActor
  init?(decoding coder: StateCoder) {
    func number(_ key: String) -> Int? { coder.decodeInteger(forKey: key).map { min(max(0, $0), Self.longest) } }
    guard let location = coder.decodeInteger(forKey: "selectionLocation"), (0..<Self.longest).contains(location) else {
      return nil
    }
    let length = number("selectionLength") ?? 0
    let isBackwards = coder.decodeBoolean(forKey: "isSelectedBackwards") ?? false
    selection = .init(location: location, length: length, direction: isBackwards ? .backward : .forward)
    scroll = number("scroll") ?? 0
    firstCharacter = number("firstCharacter") ?? (scroll == 0 ? 0 : nil)
    isCursorSeen = coder.decodeBoolean(forKey: "isCursorSeen") ?? true
    wantedColumn = number("cursorColumn")
    textLength = number("textLength") ?? location + length
  }

  @MainActor
  func encode(with coder: StateCoder) {
    coder.encode(selection.location, forKey: "selectionLocation")
    coder.encode(selection.length, forKey: "selectionLength")
    coder.encode(textLength, forKey: "textLength")
    if selection.direction == .backward { coder.encode(true, forKey: "isSelectedBackwards") }
    if scroll > 0 { coder.encode(scroll, forKey: "scroll") }
    if let firstCharacter, firstCharacter > 0 { coder.encode(firstCharacter, forKey: "firstCharacter") }
    if let wantedColumn { coder.encode(wantedColumn, forKey: "cursorColumn") }
    if !isCursorSeen { coder.encode(false, forKey: "isCursorSeen") }
  }
}
