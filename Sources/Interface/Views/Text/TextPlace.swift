import StateRestoration

/// Where a person is in a text: the cursor or selection, and how far it is scrolled.
struct TextPlace {
  var selection: TextEditing.Selection
  /// Whether the cursor is at the start of what is selected.
  var isBackwards: Bool
  var firstLine: Int
  /// How long the text was. A restored place waits for a text of this length: it may come later.
  var textLength: Int
  /// Longer than any text; sums of such numbers can be counted.
  private static let longest = 1 << 40

  @MainActor
  init(_ input: TextInput) {
    selection = input.selectedRange
    isBackwards = input.editing.cursor < input.editing.anchor
    firstLine = input.firstShownLine
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
    firstLine = number("scroll") ?? 0
    textLength = number("textLength") ?? location + length
  }

  @MainActor
  func encode(with coder: StateCoder) {
    coder.encode(selection.location, forKey: "selectionLocation")
    coder.encode(selection.length, forKey: "selectionLength")
    coder.encode(textLength, forKey: "textLength")
    if isBackwards { coder.encode(true, forKey: "isSelectedBackwards") }
    if firstLine > 0 { coder.encode(firstLine, forKey: "scroll") }
  }
}
