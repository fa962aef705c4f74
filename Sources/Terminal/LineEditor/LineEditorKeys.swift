import Interface

/// Kinds of edits, for edits that combine with the previous one.
enum EditAction {
  /// Typing; undone together.
  case insert
  /// Removing text for Control-Y; successive removals are restored together.
  case remove
  case other
}

/// Key handling.
extension LineEditor {
  func handle(_ key: KeyPress) -> Outcome? {
    if search != nil, case .taken(let outcome) = handleInSearch(key) { return outcome }
    let outcome: Outcome?
    switch (key.key, key.modifiers) {
    case (.tab, _):
      complete(step: key.modifiers.contains(.shift) ? -1 : 1)
      redraw()
      return nil
    case (.escape, _) where menu != nil: outcome = nil
    case (.enter, .alt), (.enter, .shift):
      edit(.other) { $0.insert("\n") }
      outcome = nil
    // Enter accepts a selected candidate; entering the line needs another press.
    case (.enter, _) where menu?.selected != nil: outcome = nil
    case (.enter, _), (.character("j"), .control):
      menu = nil
      if let accepted = enter() { return accepted }
      outcome = nil
    case (.character(let character), .control):
      menu = nil
      if let ending = handleControl(character) { return ending }
      outcome = nil
    case (.character(let character), .alt):
      handleAlt(character)
      outcome = nil
    case (.character(let character), []):
      edit(.insert) { $0.insert(String(character)) }
      outcome = nil
    default:
      handleNamed(key)
      outcome = nil
    }
    menu = nil
    redraw()
    return outcome
  }

  private func handleControl(_ character: Character) -> Outcome? {
    switch character {
    case "a": move { $0.move(to: $0.rowStart) }
    case "e": move { $0.move(to: $0.rowEnd) }
    case "b": move { $0.move(to: $0.cursor - 1) }
    case "f": move { $0.move(to: $0.cursor + 1) }
    case "c": return clearLine()
    case "d" where !buffer.isEmpty: edit(.other) { $0.remove($0.cursor..<($0.cursor + 1)) }
    case "d", "q":
      end()
      return .endOfInput
    case "h": backspace()
    case "k": remove(toward: .end) { $0.rowEnd > $0.cursor ? $0.cursor..<$0.rowEnd : $0.cursor..<($0.cursor + 1) }
    case "u": remove(toward: .start) { $0.rowStart..<$0.cursor }
    case "w": remove(toward: .start) { $0.wordStart { !$0.isWhitespace }..<$0.cursor }
    case "y": edit(.other) { $0.insert(removed) }
    case "t": edit(.other) { $0.transpose() }
    case "l": printer.clearScreen()
    case "n": showHistory(by: 1)
    case "p": showHistory(by: -1)
    case "r": openSearch()
    case "z": return .suspend
    case "_", "/": undo()
    default: break
    }
    return nil
  }

  private func handleAlt(_ character: Character) {
    switch character {
    case "b": move { $0.move(to: $0.wordStart()) }
    case "f": move { $0.move(to: $0.wordEnd()) }
    case "d": remove(toward: .end) { $0.cursor..<$0.wordEnd() }
    case "<": showHistory(at: 0)
    case ">": showHistory(at: history.lines.count)
    default: break
    }
  }

  private func handleNamed(_ key: KeyPress) {
    let isByWord = !key.modifiers.isDisjoint(with: [.control, .alt])
    switch key.key {
    case .left: move { $0.move(to: isByWord ? $0.wordStart() : $0.cursor - 1) }
    case .right: move { $0.move(to: isByWord ? $0.wordEnd() : $0.cursor + 1) }
    case .home: move { $0.move(to: isByWord ? 0 : $0.rowStart) }
    case .end: move { $0.move(to: isByWord ? $0.characters.count : $0.rowEnd) }
    case .up: showHistory(by: -1)
    case .down: showHistory(by: 1)
    case .pageUp: showHistory(at: 0)
    case .pageDown: showHistory(at: history.lines.count)
    case .backspace where isByWord: remove(toward: .start) { $0.wordStart()..<$0.cursor }
    case .backspace: backspace()
    case .delete where isByWord: remove(toward: .end) { $0.cursor..<$0.wordEnd() }
    case .delete: edit(.other) { $0.remove($0.cursor..<($0.cursor + 1)) }
    default: break
    }
  }

  // MARK: Editing

  private enum Direction { case start, end }

  /// Edits the text and records the edit for undo.
  func edit(_ action: EditAction, _ change: (inout LineBuffer) -> Void) {
    let before = buffer
    change(&buffer)
    if buffer != before, action != .insert || lastAction != .insert { undoStack.append(before) }
    lastAction = action
  }

  private func move(_ change: (inout LineBuffer) -> Void) {
    change(&buffer)
    lastAction = .other
  }

  private func backspace() {
    edit(.other) { if $0.cursor > 0 { $0.remove(($0.cursor - 1)..<$0.cursor) } }
  }

  /// Removes text, keeping it for Control-Y.
  private func remove(toward direction: Direction, _ range: (LineBuffer) -> Range<Int>) {
    let range = range(buffer)
    let isContinued = lastAction == .remove
    var text = ""
    edit(.remove) { text = $0.remove(range) }
    guard !text.isEmpty else { return }
    removed = !isContinued ? text : direction == .end ? removed + text : text + removed
  }

  private func undo() {
    if let before = undoStack.popLast() { buffer = before }
    lastAction = .other
  }

  private func enter() -> Outcome? {
    if isComplete(buffer.text) { return accept() }
    // The next row gets the same indentation.
    let indentation = String(buffer.characters[buffer.rowStart..<buffer.cursor].prefix { $0 == " " || $0 == "\t" })
    edit(.other) { $0.insert("\n" + indentation) }
    return nil
  }

  // MARK: Completion

  private func complete(step: Int) {
    if var menu {
      guard let candidate = menu.advance(by: step) else { return }
      edit(.other) { $0.replace(min(menu.completions.start, $0.cursor)..<$0.cursor, with: candidate) }
      self.menu = menu
      return
    }
    // At the start of a row, Tab indents; in an empty text it lists all completions.
    if !buffer.isEmpty, buffer.characters[buffer.rowStart..<buffer.cursor].allSatisfy(\.isWhitespace) {
      edit(.insert) { $0.insert("  ") }
      return
    }
    guard let found = completions?(buffer.text, buffer.cursor), !found.candidates.isEmpty else { return }
    let start = min(max(0, found.start), buffer.cursor)
    let common = found.commonPrefix
    let present = String(buffer.characters[start..<buffer.cursor])
    if common != present, common.hasPrefix(present) || found.candidates.count == 1 {
      edit(.other) { $0.replace(start..<$0.cursor, with: common) }
    }
    if found.candidates.count > 1 { menu = CompletionMenu(Completions(start: start, candidates: found.candidates)) }
  }

  // MARK: History

  private func showHistory(by step: Int) {
    if buffer.moveRow(by: step) {
      lastAction = .other
      return
    }
    showHistory(at: historyIndex + step)
  }

  private func showHistory(at index: Int) {
    let count = history.lines.count
    let index = min(max(0, index), count)
    guard index != historyIndex else { return }
    if historyIndex == count { draft = buffer.text }
    historyIndex = index
    undoStack = []
    lastAction = .other
    buffer = LineBuffer(index == count ? draft : history.lines[index])
  }
}
