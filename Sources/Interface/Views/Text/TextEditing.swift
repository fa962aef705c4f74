import StateRestoration

/// A text with a selection in it, and the editing that keys do. Offsets count bytes of UTF-8 and stand between characters.
public struct TextEditing {
  /// Where the cursor stands, or what is selected: characters from `location` on.
  public struct Selection: Equatable, Sendable {
    /// The first character.
    public var location: Int
    /// How many; 0 is a cursor.
    public var length: Int

    /// This many characters from here.
    public init(location: Int, length: Int = 0) {
      self.location = location
      self.length = length
    }
  }

  /// The text.
  var lines = TextLines()
  /// The end of the selection that stays when it grows.
  private(set) var anchor = 0
  /// The end of the selection that moves, where the cursor is drawn.
  private(set) var cursor = 0
  /// Another number after each change of the text.
  private(set) var revision = 0
  /// How many changes have added something.
  private(set) var additions = 0
  /// What can be undone and redone.
  private var history = EditingHistory()
  /// What was deleted last, for `yank`.
  private var killed = ""

  /// About how many bytes the text takes, and what of it can be undone and put back.
  var heldBytes: Int { lines.heldBytes + history.heldBytes + killed.utf8.count }

  /// How many bytes the text has.
  var count: Int { lines.utf8Count }

  var isEmpty: Bool { lines.utf8Count == 0 }

  var text: String {
    get { lines.string }
    set { set(TextLines(Text(newValue))) }
  }

  /// Puts another text in place, with the cursor at its end. Nothing can be undone.
  mutating func set(_ text: TextLines, history: EditingHistory = EditingHistory()) {
    lines = text
    cursor = count
    anchor = cursor
    self.history = history
    revision += 1
  }

  /// Forgets the text, and all that could be undone or put back.
  mutating func reset() {
    let old = revision
    self = TextEditing()
    revision = old + 1
  }

  /// What is selected, in characters.
  var selection: Selection {
    mutating get {
      let location = lines.characterCount(before: range.lowerBound)
      return Selection(
        location: location, length: range.isEmpty ? 0 : lines.characterCount(before: range.upperBound) - location)
    }
    set {
      anchor = lines.offset(ofCharacter: newValue.location)
      cursor = newValue.length > 0 ? lines.offset(ofCharacter: max(0, newValue.location) + newValue.length) : anchor
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

  /// Lets the other end of the selection move from now on.
  mutating func turnSelection() { swap(&anchor, &cursor) }

  mutating func insert(_ text: String) {
    replace(range, with: text, isTyping: text != " " && text != "\n" && text.utf8.count < 64 && text.count == 1)
  }

  mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    if !range.isEmpty { replace(range, with: "", isTyping: false) }
  }

  /// Deletes, for `yank` to bring it back.
  mutating func kill(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<count)
    guard !range.isEmpty else { return }
    killed = lines.string(in: range)
    delete(range)
  }

  /// Swaps the characters on both sides of the cursor and goes on; at the end of a line, the last two of it.
  mutating func swapCharacters() {
    let (start, end) = (lineStart(before: cursor), lineEnd(after: cursor))
    let second = cursor < end ? cursor : max(start, lines.offset(before: end))
    guard second > start else { return }
    let (first, last) = (lines.offset(before: second), lines.offset(after: second))
    replace(
      first..<last, with: lines.string(in: second..<last) + lines.string(in: first..<second), isTyping: false)
  }

  /// Puts back what ``kill(_:)`` deleted last.
  mutating func yank() { replace(range, with: killed, isTyping: false) }

  private mutating func replace(_ range: Range<Int>, with added: String, isTyping: Bool) {
    history.record(
      EditingHistory.Change(
        start: range.lowerBound, removed: range.isEmpty ? "" : lines.string(in: range), inserted: added, cursor: cursor),
      isTyping: isTyping)
    replaceBytes(range, with: added)
    putCursor(at: range.lowerBound + added.utf8.count)
  }

  /// What was put together may join what stands beside it.
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

  /// Replaces what a change says is there. Where something else is, the history is not of this text, and goes.
  private mutating func putBack(_ old: String, _ new: String, at start: Int) -> Bool {
    let range = start..<(start + old.utf8.count)
    guard range.upperBound <= count, lines.string(in: range).utf8.elementsEqual(old.utf8) else {
      history = EditingHistory()
      return false
    }
    replaceBytes(range, with: new)
    return true
  }

  /// Adds to the end, where the cursor stays where it is and nothing is to be undone.
  mutating func append(_ text: String) {
    let isAtEnd = (cursor == count, anchor == count)
    lines.append(Text(text))
    revision += 1
    additions += 1
    cursor = isAtEnd.0 ? count : lines.boundary(atOrAfter: cursor)
    anchor = isAtEnd.1 ? count : lines.boundary(atOrAfter: anchor)
  }

  /// Lets the first lines go until there are no more than so many; what was changed before can no longer be undone.
  mutating func keepLastLines(_ limit: Int) {
    let surplus = lines.count - max(1, limit)
    guard surplus > 0 else { return }
    let gone = lines.offset(ofLine: lines.first + surplus)
    replaceBytes(0..<gone, with: "")
    cursor = max(0, cursor - gone)
    anchor = max(0, anchor - gone)
    history = EditingHistory()
  }

  /// Saves what can be undone and redone.
  @MainActor mutating func encodeHistory(with coder: StateCoder) { history.encode(with: coder) }

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

  /// The word that a character is in; just the character if it is in none.
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
