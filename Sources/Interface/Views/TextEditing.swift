/// A text with a selection in it, and the editing that keys do. Offsets count characters.
public struct TextEditing: Equatable {
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
  private var undoStack: [(characters: [Character], cursor: Int)] = []
  private var isTypingRun = false

  public static func == (left: TextEditing, right: TextEditing) -> Bool {
    left.characters == right.characters && left.anchor == right.anchor && left.cursor == right.cursor
  }

  var text: String {
    get { String(characters) }
    set {
      characters = Array(newValue)
      cursor = characters.count
      anchor = cursor
      undoStack = []
    }
  }

  var selection: Selection {
    get { Selection(location: min(anchor, cursor), length: abs(cursor - anchor)) }
    set {
      let start = min(max(newValue.location, 0), characters.count)
      anchor = start
      cursor = min(start + max(newValue.length, 0), characters.count)
    }
  }

  private var range: Range<Int> { min(anchor, cursor)..<max(anchor, cursor) }

  mutating func move(to offset: Int, extending: Bool) {
    cursor = min(max(offset, 0), characters.count)
    if !extending { anchor = cursor }
    isTypingRun = false
  }

  mutating func insert(_ text: String) {
    if !(isTypingRun && text.count == 1 && range.isEmpty) { remember() }
    isTypingRun = text.count == 1 && text != " " && text != "\n"
    let added = Array(text)
    let start = range.lowerBound
    characters.replaceSubrange(range, with: added)
    cursor = start + added.count
    anchor = cursor
  }

  mutating func delete(_ range: Range<Int>) {
    let range = range.clamped(to: 0..<characters.count)
    guard !range.isEmpty else { return }
    remember()
    isTypingRun = false
    characters.removeSubrange(range)
    cursor = range.lowerBound
    anchor = cursor
  }

  private mutating func remember() {
    undoStack.append((characters, cursor))
    if undoStack.count > 200 { undoStack.removeFirst() }
  }

  mutating func undo() {
    guard let last = undoStack.popLast() else { return }
    characters = last.characters
    cursor = min(last.cursor, characters.count)
    anchor = cursor
    isTypingRun = false
  }

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

  func lineStart(before offset: Int) -> Int {
    (characters[..<offset].lastIndex { $0.isNewline } ?? -1) + 1
  }

  func lineEnd(after offset: Int) -> Int {
    characters[offset...].firstIndex { $0.isNewline } ?? characters.count
  }

  /// Does what a key does in every text; false if the key does nothing here.
  mutating func handle(_ key: KeyPress) -> Bool {
    let extending = key.modifiers.contains(.shift)
    let byWord = key.modifiers.contains(.control) || key.modifiers.contains(.alt)
    switch key.key {
    case .character(let character):
      if key.modifiers.contains(.control) { return handleControl(character) }
      if key.modifiers.contains(.alt) { return handleAlt(character) }
      insert(String(character))
    case .left:
      if !extending, !byWord, !range.isEmpty {
        move(to: range.lowerBound, extending: false)
      } else {
        move(to: byWord ? wordStart(before: cursor) : cursor - 1, extending: extending)
      }
    case .right:
      if !extending, !byWord, !range.isEmpty {
        move(to: range.upperBound, extending: false)
      } else {
        move(to: byWord ? wordEnd(after: cursor) : cursor + 1, extending: extending)
      }
    case .home: move(to: byWord ? 0 : lineStart(before: cursor), extending: extending)
    case .end: move(to: byWord ? characters.count : lineEnd(after: cursor), extending: extending)
    case .backspace:
      delete(!range.isEmpty ? range : (byWord ? wordStart(before: cursor) : max(0, cursor - 1))..<cursor)
    case .delete:
      delete(!range.isEmpty ? range : cursor..<(byWord ? wordEnd(after: cursor) : min(characters.count, cursor + 1)))
    default: return false
    }
    return true
  }

  private mutating func handleControl(_ character: Character) -> Bool {
    switch character {
    case "a": move(to: lineStart(before: cursor), extending: false)
    case "e": move(to: lineEnd(after: cursor), extending: false)
    case "k": delete(cursor..<lineEnd(after: cursor))
    case "u": delete(lineStart(before: cursor)..<cursor)
    case "w": delete(wordStart(before: cursor)..<cursor)
    case "_": undo()
    default: return false
    }
    return true
  }

  private mutating func handleAlt(_ character: Character) -> Bool {
    switch character {
    case "b": move(to: wordStart(before: cursor), extending: false)
    case "f": move(to: wordEnd(after: cursor), extending: false)
    case "d": delete(cursor..<wordEnd(after: cursor))
    case "z": undo()
    default: return false
    }
    return true
  }
}

extension Character {
  fileprivate var isWordCharacter: Bool { isLetter || isNumber || self == "_" }
}
