/// A text with a selection in it, and the editing that keys do. Offsets count characters.
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
  private(set) var characters: [Character] = []
  /// The end of the selection that stays when it grows.
  private(set) var anchor = 0
  /// The end of the selection that moves, where the cursor is drawn.
  private(set) var cursor = 0
  /// Another number after each change of the text.
  private(set) var revision = 0
  /// What the last changes were, the newest last; the one that made a revision is as far from the end as that is.
  private var edits: [Edit] = []
  private static let mostEdits = 64

  /// A change of the text: what stood at a place was replaced.
  struct Edit {
    var start: Int
    /// How many characters were taken away.
    var removed: Int
    /// How many stand there instead.
    var inserted: Int
  }

  /// The edits since a revision, in order; nil if they are not known any more.
  func edits(since old: Int) -> ArraySlice<Edit>? {
    revision - old <= edits.count ? edits.suffix(revision - old) : nil
  }

  /// Whether nothing but deleting was done since a revision.
  func isShortened(since old: Int) -> Bool { edits(since: old)?.allSatisfy { $0.inserted == 0 } ?? false }

  /// About how many bytes the text takes, and what of it can be undone and put back.
  var heldBytes: Int {
    (characters.count + history.characterCount + killed.count) * Self.characterSize + longCharacters
  }

  private static let characterSize = MemoryLayout<Character>.size
  /// The bytes of characters that have no room in themselves.
  private var longCharacters = 0

  private static func longSize(of characters: some Collection<Character>) -> Int {
    characters.reduce(0) { $0 + ($1.utf8.count < characterSize ? 0 : 32 + $1.utf8.count) }
  }

  private mutating func replaceCharacters(_ range: Range<Int>, with added: [Character]) {
    longCharacters += Self.longSize(of: added) - Self.longSize(of: characters[range])
    characters.replaceSubrange(range, with: added)
    revision += 1
    edits.append(Edit(start: range.lowerBound, removed: range.count, inserted: added.count))
    if edits.count > Self.mostEdits { edits.removeFirst() }
  }

  private var history = EditingHistory()
  /// What was deleted last, for `yank`.
  private var killed: [Character] = []

  var text: String {
    get { String(characters) }
    set {
      characters = Array(newValue)
      longCharacters = Self.longSize(of: characters)
      cursor = characters.count
      anchor = cursor
      history = EditingHistory()
      revision += 1
      edits = []
    }
  }

  /// Forgets the text, and all that could be undone or put back.
  mutating func reset() {
    let old = revision
    self = TextEditing()
    revision = old + 1
  }

  var selection: Selection {
    get { Selection(location: range.lowerBound, length: range.count) }
    set {
      let start = min(max(newValue.location, 0), characters.count)
      anchor = start
      cursor = min(start + max(newValue.length, 0), characters.count)
    }
  }

  var range: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }

  var selectedText: String { String(characters[range]) }

  // MARK: Changing

  mutating func move(to offset: Int, extending: Bool) {
    cursor = min(max(offset, 0), characters.count)
    if !extending { anchor = cursor }
    history.endRun()
  }

  mutating func select(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    anchor = range.lowerBound
    cursor = range.upperBound
    history.endRun()
  }

  /// Lets the other end of the selection move from now on.
  mutating func turnSelection() { swap(&anchor, &cursor) }

  mutating func insert(_ text: String) {
    replace(range, with: Array(text), isTyping: text.count == 1 && text != " " && text != "\n")
  }

  mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    if !range.isEmpty { replace(range, with: [], isTyping: false) }
  }

  /// Deletes, for `yank` to bring it back.
  mutating func kill(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    guard !range.isEmpty else { return }
    killed = Array(characters[range])
    delete(range)
  }

  /// Swaps the characters on both sides of the cursor and goes on; at the end of a line, the last two of it.
  mutating func swapCharacters() {
    let (start, end) = (lineStart(before: cursor), lineEnd(after: cursor))
    let second = min(cursor, end - 1)
    guard second > start else { return }
    replace(
      (second - 1)..<(second + 1), with: [characters[second], characters[second - 1]], isTyping: false)
  }

  /// Puts back what ``kill(_:)`` deleted last.
  mutating func yank() { insert(String(killed)) }

  private mutating func replace(_ range: Range<Int>, with added: [Character], isTyping: Bool) {
    history.record(
      EditingHistory.Change(
        start: range.lowerBound, removed: Array(characters[range]), inserted: added, cursor: cursor),
      isTyping: isTyping)
    replaceCharacters(range, with: added)
    cursor = range.lowerBound + added.count
    anchor = cursor
  }

  mutating func undo() {
    guard let change = history.undo() else { return }
    replaceCharacters(change.start..<(change.start + change.inserted.count), with: change.removed)
    cursor = min(change.cursor, characters.count)
    anchor = cursor
  }

  mutating func redo() {
    guard let change = history.redo() else { return }
    replaceCharacters(change.start..<(change.start + change.removed.count), with: change.inserted)
    cursor = change.start + change.inserted.count
    anchor = cursor
  }

  /// Adds to the end, where the cursor stays where it is and nothing is to be undone.
  mutating func append(_ text: String) {
    // What is added may join the last character.
    let last = characters.last.map { [$0] } ?? []
    let added = Array(String(last) + text)
    let isAtEnd = (cursor == characters.count, anchor == characters.count)
    if added.prefix(last.count).elementsEqual(last) {
      replaceCharacters(characters.count..<characters.count, with: Array(added.dropFirst(last.count)))
    } else {
      replaceCharacters((characters.count - last.count)..<characters.count, with: added)
    }
    if isAtEnd.0 { cursor = characters.count }
    if isAtEnd.1 { anchor = characters.count }
  }

  /// Lets the first lines go until there are no more than so many; what was changed before can no longer be undone.
  mutating func keepLastLines(_ count: Int) {
    var ends = characters.indices.filter { characters[$0].isNewline }
    // Nothing stands behind a newline at the end.
    if ends.last == characters.count - 1 { ends.removeLast() }
    let surplus = ends.count + 1 - max(1, count)
    guard surplus > 0 else { return }
    let gone = ends[surplus - 1] + 1
    replaceCharacters(0..<gone, with: [])
    cursor = max(0, cursor - gone)
    anchor = max(0, anchor - gone)
    history = EditingHistory()
  }

  // MARK: Words and lines

  func wordStart(before offset: Int) -> Int {
    var index = offset
    while index > 0, !characters[index - 1].isWordCharacter { index -= 1 }
    while index > 0, characters[index - 1].isWordCharacter { index -= 1 }
    return index
  }

  func wordEnd(after offset: Int) -> Int {
    var index = offset
    while index < characters.count, !characters[index].isWordCharacter { index += 1 }
    while index < characters.count, characters[index].isWordCharacter { index += 1 }
    return index
  }

  /// The word that a character is in; just the character if it is in none.
  func word(at offset: Int) -> Range<Int> {
    guard characters.indices.contains(offset) else { return offset..<offset }
    guard characters[offset].isWordCharacter else { return offset..<(offset + 1) }
    var start = offset
    while start > 0, characters[start - 1].isWordCharacter { start -= 1 }
    return start..<wordEnd(after: offset)
  }

  func lineStart(before offset: Int) -> Int {
    (characters[..<offset].lastIndex { $0.isNewline } ?? -1) + 1
  }

  func lineEnd(after offset: Int) -> Int {
    characters[offset...].firstIndex { $0.isNewline } ?? characters.count
  }
}

/// What was changed in a text, to be undone and done again.
struct EditingHistory {
  /// One change: what stood at a place, and what was put there.
  struct Change {
    var start: Int
    var removed: [Character]
    var inserted: [Character]
    /// Where the cursor was before.
    var cursor: Int
  }

  private static let limit = 1000
  private var done: [Change] = []
  private var undone: [Change] = []
  private var isTypingRun = false

  /// How many characters it keeps.
  var characterCount: Int { (done + undone).reduce(0) { $0 + $1.removed.count + $1.inserted.count } }

  /// Characters that are typed one after the other are one change.
  mutating func record(_ change: Change, isTyping: Bool) {
    undone = []
    if isTyping, isTypingRun, change.removed.isEmpty, let last = done.indices.last,
      done[last].start + done[last].inserted.count == change.start
    {
      done[last].inserted += change.inserted
    } else {
      done.append(change)
      if done.count > Self.limit { done.removeFirst() }
    }
    isTypingRun = isTyping
  }

  mutating func endRun() { isTypingRun = false }

  mutating func undo() -> Change? {
    endRun()
    guard let change = done.popLast() else { return nil }
    undone.append(change)
    return change
  }

  mutating func redo() -> Change? {
    endRun()
    guard let change = undone.popLast() else { return nil }
    done.append(change)
    return change
  }
}

extension Character {
  fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
