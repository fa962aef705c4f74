/// The text being edited, with a cursor. Positions are counted in characters.
struct LineBuffer: Equatable {
  private(set) var characters: [Character] = []
  private(set) var cursor = 0

  init(_ text: String = "") {
    characters = Array(text)
    cursor = characters.count
  }

  var text: String { String(characters) }
  var isEmpty: Bool { characters.isEmpty }
  var isCursorAtEnd: Bool { cursor == characters.count }

  // MARK: Editing

  mutating func insert(_ text: String) {
    for character in text { insert(character) }
  }

  private mutating func insert(_ character: Character) {
    // A combining accent joins the letter before it.
    if cursor > 0, String([characters[cursor - 1], character]).count == 1, let joined = joined(with: character) {
      characters[cursor - 1] = joined
      return
    }
    characters.insert(character, at: cursor)
    cursor += 1
  }

  private func joined(with character: Character) -> Character? {
    (String(characters[cursor - 1]) + String(character)).first
  }

  /// Removes characters and moves the cursor to their start.
  @discardableResult
  mutating func remove(_ range: Range<Int>) -> String {
    let range = range.clamped(to: 0..<characters.count)
    let removed = String(characters[range])
    characters.removeSubrange(range)
    cursor = range.lowerBound
    return removed
  }

  mutating func replace(_ range: Range<Int>, with text: String) {
    remove(range)
    insert(text)
  }

  /// Swaps the two characters before the cursor, or around it.
  mutating func transpose() {
    guard characters.count > 1, cursor > 0 else { return }
    let second = min(cursor, characters.count - 1)
    characters.swapAt(second - 1, second)
    cursor = second + 1
  }

  // MARK: Moving

  mutating func move(to place: Int) { cursor = min(max(0, place), characters.count) }

  /// Moves to the same column of the row above or below. Returns false if there is none.
  mutating func moveRow(by step: Int) -> Bool {
    let column = cursor - rowStart
    if step < 0 {
      guard rowStart > 0 else { return false }
      let above = characters[..<(rowStart - 1)].lastIndex(of: "\n").map { $0 + 1 } ?? 0
      cursor = min(above + column, rowStart - 1)
    } else {
      guard rowEnd < characters.count else { return false }
      let below = rowEnd + 1
      let end = characters[below...].firstIndex(of: "\n") ?? characters.count
      cursor = min(below + column, end)
    }
    return true
  }

  /// The start of the cursor's row.
  var rowStart: Int { characters[..<cursor].lastIndex(of: "\n").map { $0 + 1 } ?? 0 }

  /// The end of the cursor's row.
  var rowEnd: Int { characters[cursor...].firstIndex(of: "\n") ?? characters.count }

  /// Returns the start of the word before the cursor.
  ///
  /// - Parameter isPart: whether a character is part of a word.
  func wordStart(where isPart: (Character) -> Bool = LineBuffer.isWordPart) -> Int {
    var place = cursor
    while place > 0, !isPart(characters[place - 1]) { place -= 1 }
    while place > 0, isPart(characters[place - 1]) { place -= 1 }
    return place
  }

  /// Returns the end of the word after the cursor.
  func wordEnd() -> Int {
    var place = cursor
    while place < characters.count, !Self.isWordPart(characters[place]) { place += 1 }
    while place < characters.count, Self.isWordPart(characters[place]) { place += 1 }
    return place
  }

  static func isWordPart(_ character: Character) -> Bool {
    character.isLetter || character.isNumber || character == "_"
  }
}
