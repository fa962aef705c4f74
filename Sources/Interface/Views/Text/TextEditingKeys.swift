/// Editing keys that every text supports, defined once for key handling and for help.
struct TextKeys: Sendable {
  typealias Action = @Sendable (inout TextEditing) -> Void

  /// A short description for help; nil for common keys that help omits.
  let title: String?
  /// Whether an app command with the same key takes precedence.
  private(set) var isYielding = false
  /// The keys.
  let keys: [KeyPress]
  fileprivate let actions: [(key: KeyPress, action: Action)]

  fileprivate init(_ title: String?, _ actions: KeyValuePairs<KeyPress, Action>) {
    self.title = title
    self.actions = actions.map { ($0.key, $0.value) }
    keys = actions.map(\.key)
  }

  /// Keys whose action depends on the key.
  fileprivate init(_ title: String?, _ keys: [KeyPress], action: (KeyPress) -> Action) {
    self.title = title
    actions = keys.map { ($0, action($0)) }
    self.keys = keys
  }

  private func yielding() -> TextKeys {
    var keys = self
    keys.isYielding = true
    return keys
  }

  /// Keys that move the cursor or select, without changing the text.
  static let selecting = [
    TextKeys("Move by word", [.key(.left, .control), .key(.right, .control)], action: motion),
    TextKeys("Select", [.key(.left, .shift), .key(.right, .shift)], action: motion),
    TextKeys("Select all", [.alt("a"): { $0.select(0..<$0.count) }]),
    TextKeys(nil, [Key.left, .right, .home, .end].withAllModifiers, action: motion),
    TextKeys(
      nil,
      [
        .control("a"): { $0.move(to: $0.lineStart(before: $0.cursor), extending: false) },
        .control("e"): { $0.move(to: $0.lineEnd(after: $0.cursor), extending: false) },
        .alt("b"): { $0.move(to: $0.wordStart(before: $0.cursor), extending: false) },
        .alt("f"): { $0.move(to: $0.wordEnd(after: $0.cursor), extending: false) },
      ]),
    TextKeys(
      nil,
      [
        .control("b"): { $0.move(to: $0.offset(before: $0.cursor), extending: false) },
        .control("f"): { $0.move(to: $0.offset(after: $0.cursor), extending: false) },
      ]
    ).yielding(),
  ]

  /// Keys that change the text.
  static let changing = [
    TextKeys("Undo, redo", [.control("_"): { $0.undo() }, .alt("y"): { $0.redo() }]),
    TextKeys(
      "Delete to end, start, word",
      [
        .control("k"): { $0.kill($0.cursor..<$0.lineEnd(after: $0.cursor)) },
        .control("u"): { $0.kill($0.lineStart(before: $0.cursor)..<$0.cursor) },
        .control("w"): { $0.kill($0.wordStart(before: $0.cursor)..<$0.cursor) },
      ]),
    TextKeys("Paste the deleted text", [.control("y"): { $0.yank() }]),
    TextKeys("Transpose two characters", [.control("t"): { $0.swapCharacters() }]).yielding(),
    TextKeys(nil, [.control("d")], action: { _ in deletion(.delete) }).yielding(),
    TextKeys(nil, [.alt("d"): { $0.kill($0.cursor..<$0.wordEnd(after: $0.cursor)) }]),
    TextKeys(nil, [.control("/"): { $0.undo() }, .alt("z"): { $0.undo() }]),
    TextKeys(nil, [Key.backspace, .delete].withAllModifiers, action: deletion),
  ]

  fileprivate static let actionsByKey: [KeyPress: Action] = Dictionary(
    (selecting + changing).flatMap(\.actions).map { ($0.key, $0.action) }
  ) { first, _ in first }

  private static func motion(_ key: KeyPress) -> Action {
    let extending = key.modifiers.contains(.shift)
    let byWord = key.isByWord
    return { text in
      switch key.key {
      // A plain arrow key collapses a selection to the end that it points to.
      case .left where !extending && !byWord && !text.range.isEmpty:
        text.move(to: text.range.lowerBound, extending: false)
      case .right where !extending && !byWord && !text.range.isEmpty:
        text.move(to: text.range.upperBound, extending: false)
      case .left:
        text.move(
          to: byWord ? text.wordStart(before: text.cursor) : text.offset(before: text.cursor), extending: extending)
      case .right:
        text.move(to: byWord ? text.wordEnd(after: text.cursor) : text.offset(after: text.cursor), extending: extending)
      case .home: text.move(to: byWord ? 0 : text.lineStart(before: text.cursor), extending: extending)
      default:
        text.move(to: byWord ? text.count : text.lineEnd(after: text.cursor), extending: extending)
      }
    }
  }

  private static func deletion(_ key: KeyPress) -> Action {
    let byWord = key.isByWord
    return { text in
      let cursor = text.cursor
      guard text.range.isEmpty else { return text.delete(text.range) }
      if key.key == .backspace {
        text.delete((byWord ? text.wordStart(before: cursor) : text.offset(before: cursor))..<cursor)
      } else {
        text.delete(cursor..<(byWord ? text.wordEnd(after: cursor) : text.offset(after: cursor)))
      }
    }
  }
}

extension TextEditing {
  /// Performs the editing action of a key. Returns false if the key has no action.
  mutating func handle(_ key: KeyPress) -> Bool {
    if let action = TextKeys.actionsByKey[key.inText] {
      action(&self)
      return true
    }
    guard case .character(let character) = key.key, !key.isByWord else { return false }
    insert(String(character))
    return true
  }
}

extension KeyPress {
  var isByWord: Bool { modifiers.contains(.control) || modifiers.contains(.alt) }

  /// The key without modifiers that have no effect: for a letter, Control takes precedence over Alt.
  fileprivate var inText: KeyPress {
    guard case .character = key else { return self }
    return KeyPress(key, modifiers: modifiers.contains(.control) ? .control : modifiers.intersection(.alt))
  }
}

extension [Key] {
  /// These keys with every combination of modifiers.
  fileprivate var withAllModifiers: [KeyPress] {
    flatMap { key in (0..<8).map { KeyPress(key, modifiers: Modifiers(rawValue: $0)) } }
  }
}
