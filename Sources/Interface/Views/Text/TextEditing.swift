import StateRestoration

/// The end of a selection that moves when the user extends it, and where the cursor is.
public enum SelectionDirection: String, CaseIterable, Sendable {
  /// The end moves.
  case forward
  /// The start moves.
  case backward
}

/// A text with a cursor or selection, and its editing commands. Offsets are bytes of UTF-8, at character boundaries.
public struct TextEditing {
  /// A cursor or selection, in characters.
  public struct Selection: Equatable, Sendable {
    /// The index of the first character.
    public var location: Int
    /// The number of characters; 0 for a cursor.
    public var length: Int
    /// The end where the cursor is.
    public var direction: SelectionDirection

    /// Creates a selection of `length` characters from `location`.
    public init(location: Int, length: Int = 0, direction: SelectionDirection = .forward) {
      self.location = location
      self.length = length
      self.direction = direction
    }
  }

  /// The text.
  var lines = TextLines()
  /// The fixed end of the selection.
  private(set) var anchor = 0
  /// The moving end of the selection, where the cursor is drawn.
  private(set) var cursor = 0
  /// A number that increases with each change of the text.
  private(set) var revision = 0
  /// The number of changes that have added text.
  private(set) var additions = 0
  /// The undo and redo history.
  private var history = EditingHistory()
  /// Whether the next typed character is undone together with the last ones.
  var isTypingRun: Bool { history.isTypingRun }
  /// The text that was deleted last, for `yank`.
  private var killed = ""
  /// The maximum size of saved deleted text, in bytes; longer text is not saved.
  private static let savedDeletion = 4_096

  /// The approximate memory use of the text, its history and the deleted text, in bytes.
  var heldBytes: Int { lines.heldBytes + history.heldBytes + killed.utf8.count }

  /// The length of the text in bytes.
  var count: Int { lines.utf8Count }

  var isEmpty: Bool { lines.utf8Count == 0 }

  var text: String {
    get { lines.string }
    set { set(TextLines(Text(newValue))) }
  }

  /// Replaces the text and its history, and moves the cursor to the end.
  mutating func set(_ text: TextLines, history: EditingHistory = EditingHistory()) {
    lines = text
    cursor = count
    anchor = cursor
    self.history = history
    revision += 1
  }

  /// Discards the text, its history and the deleted text.
  mutating func reset() {
    let old = revision
    self = TextEditing()
    revision = old + 1
  }

  /// The cursor or selection, in characters.
  var selection: Selection {
    mutating get {
      let location = lines.characterCount(before: range.lowerBound)
      return Selection(
        location: location, length: range.isEmpty ? 0 : lines.characterCount(before: range.upperBound) - location,
        direction: cursor < anchor ? .backward : .forward)
    }
    set {
      let location = max(0, newValue.location)
      anchor = lines.offset(ofCharacter: location)
      cursor = newValue.length > 0 ? lines.offset(ofCharacter: location.addingSaturated(newValue.length)) : anchor
      if newValue.direction == .backward { swap(&anchor, &cursor) }
    }
  }

  var range: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }

  var selectedText: String { lines.string(in: range) }

  // MARK: Changing

  private mutating func replaceBytes(_ range: Range<Int>, with added: String) {
    lines.replace(range, with: added)
    revision += 1
    if !added.isEmpty { additions += 1 }
  }

  mutating func move(to offset: Int, extending: Bool) {
    cursor = min(max(offset, 0), count)
    if !extending { anchor = cursor }
    history.endRun()
  }

  mutating func select(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    anchor = range.lowerBound
    cursor = range.upperBound
    history.endRun()
  }

  mutating func insert(_ text: String) {
    guard !text.isEmpty || !range.isEmpty else { return }
    replace(range, with: text, isTyping: text != " " && text != "\n" && text.utf8.count < 64 && text.count == 1)
  }

  mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    if !range.isEmpty { replace(range, with: "", isTyping: false) }
  }

  /// Deletes a range and keeps its text for `yank`.
  mutating func kill(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    killed = lines.string(in: range)
    delete(range)
  }

  /// Transposes the characters around the cursor and moves past them; at the end of a line, its last two characters.
  mutating func swapCharacters() {
    let (start, end) = (lineStart(before: cursor), lineEnd(after: cursor))
    let second = cursor < end ? cursor : max(start, lines.offset(before: end))
    guard second > start else { return }
    let (first, last) = (lines.offset(before: second), lines.offset(after: second))
    replace(
      first..<last, with: lines.string(in: second..<last) + lines.string(in: first..<second), isTyping: false)
  }

  /// Inserts the text that ``kill(_:)`` deleted last.
  mutating func yank() {
    if !killed.isEmpty { replace(range, with: killed, isTyping: false) }
  }

  private mutating func replace(_ range: Range<Int>, with added: String, isTyping: Bool) {
    history.record(
      EditingHistory.Change(
        start: range.lowerBound, removed: range.isEmpty ? "" : lines.string(in: range), inserted: added, cursor: cursor),
      isTyping: isTyping)
    replaceBytes(range, with: added)
    putCursor(at: range.lowerBound + added.utf8.count)
  }

  /// Inserted text may combine with the next character.
  private mutating func putCursor(at offset: Int) {
    cursor = lines.boundary(atOrAfter: offset)
    anchor = cursor
  }

  mutating func undo() {
    guard let change = history.undo() else { return }
    guard putBack(change.inserted, change.removed, at: change.start) else { return }
    putCursor(at: change.cursor)
  }

  mutating func redo() {
    guard let change = history.redo() else { return }
    guard putBack(change.removed, change.inserted, at: change.start) else { return }
    putCursor(at: change.start + change.inserted.utf8.count)
  }

  /// Replaces the text of a recorded change. If the text there differs, the history belongs to another text and is
  /// discarded.
  private mutating func putBack(_ old: String, _ new: String, at start: Int) -> Bool {
    let range = start..<(start + old.utf8.count)
    guard range.upperBound <= count, lines.string(in: range).utf8.elementsEqual(old.utf8) else {
      history = EditingHistory()
      return false
    }
    replaceBytes(range, with: new)
    return true
  }

  /// Appends to the text, outside the undo history. The cursor stays where it is unless it is at the end.
  mutating func append(_ text: String) {
    let isAtEnd = (cursor == count, anchor == count)
    lines.append(Text(text))
    revision += 1
    additions += 1
    cursor = isAtEnd.0 ? count : lines.boundary(atOrAfter: cursor)
    anchor = isAtEnd.1 ? count : lines.boundary(atOrAfter: anchor)
  }

  /// Removes the first lines above a limit. Earlier changes can then no longer be undone.
  mutating func keepLastLines(_ limit: Int) {
    let surplus = lines.count - max(1, limit)
    guard surplus > 0 else { return }
    let gone = lines.offset(ofLine: lines.first + surplus)
    replaceBytes(0..<gone, with: "")
    cursor = max(0, cursor - gone)
    anchor = max(0, anchor - gone)
    history = EditingHistory()
  }

  /// Encodes the undo history and the deleted text.
  @MainActor mutating func encodeHistory(with coder: StateCoder) {
    history.encode(with: coder)
    if !killed.isEmpty, killed.utf8.count <= Self.savedDeletion { coder.encode(killed, forKey: "deletedText") }
  }

  /// Replaces the text, and decodes its history and the deleted text.
  @MainActor mutating func restore(_ text: TextLines, from coder: StateCoder) {
    set(text, history: EditingHistory(decoding: coder))
    killed = coder.decodeString(forKey: "deletedText") ?? ""
  }

  // MARK: Characters, words and lines

  func offset(before offset: Int) -> Int { lines.offset(before: offset) }
  func offset(after offset: Int) -> Int { lines.offset(after: offset) }

  func wordStart(before offset: Int) -> Int {
    let end = lines.start(ofCharactersBefore: offset) { !$0.isWordCharacter }
    return lines.start(ofCharactersBefore: end) { $0.isWordCharacter }
  }

  func wordEnd(after offset: Int) -> Int {
    let start = lines.end(ofCharactersFrom: offset) { !$0.isWordCharacter }
    return lines.end(ofCharactersFrom: start) { $0.isWordCharacter }
  }

  /// Returns the range of the word at an offset, or of the single character if it is not part of a word.
  func word(at offset: Int) -> Range<Int> {
    guard let character = lines.character(at: offset) else { return offset..<offset }
    guard character.isWordCharacter else { return offset..<lines.offset(after: offset) }
    return lines.start(ofCharactersBefore: offset) {
      $0.isWordCharacter
    }..<lines.end(ofCharactersFrom: offset) { $0.isWordCharacter }
  }

  func lineStart(before offset: Int) -> Int { lines.paragraphStart(before: offset) }

  func lineEnd(after offset: Int) -> Int { lines.paragraphEnd(after: offset) }
}

extension Character {
  fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
