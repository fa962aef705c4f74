// The current line of a pager, counted as readers do.
extension Pager {
  /// The line in which the current paragraph begins; nil in an empty text.
  var cursorLine: Int? { lines.isEmpty ? nil : lines.paragraphStart(ofLine: cursor ?? lines.first) }

  /// The index of the current line; nil in an empty text.
  var currentLine: Int? { cursorLine.map(lines.paragraphIndex) }

  /// The index of the current line to save; nil for the first line, which is the current one by default.
  var keptCurrentLine: Int? {
    let kept = pendingCursor ?? (cursor == nil ? nil : currentLine)
    return kept == 0 ? nil : kept
  }

  /// Whether the current line is the last one.
  var isCursorAtEnd: Bool { cursorLine.map { lines.paragraphEnd(fromLine: $0) == lines.end - 1 } ?? true }

  /// Makes a line the current one, as soon as it exists. Until then the current line stays.
  func restoreCursor(_ index: Int?) {
    pendingCursor = index
    if index == nil { cursor = nil }
    applyPendingCursor()
  }

  func applyPendingCursor() {
    guard let index = pendingCursor, let line = lines.line(ofParagraph: index) else { return }
    (cursor, pendingCursor) = (line, nil)
  }

  /// Makes a line the current one on behalf of the user, without scrolling. Returns false if it is the current one.
  func moveCursor(toLine number: Int) -> Bool {
    pendingCursor = nil
    if showsCursor { endRest() }
    let before = cursorLine
    cursor = lines.paragraphStart(ofLine: number)
    return cursorLine != before
  }

  /// Returns the line that is a number of rows away from the current one, at least the next one.
  func line(fromCursor rows: Int) -> Int? {
    guard let cursorLine else { return nil }
    let next = rows < 0 ? cursorLine - 1 : lines.paragraphEnd(fromLine: cursorLine) + 1
    guard abs(rows) > 1 else { return next }
    let far = place(Place(line: cursorLine, row: 0), movedBy: rows).line
    return rows < 0 ? min(next, far) : max(next, far)
  }
}

// The line cursor of a text view that is not editable.
extension TextView {
  /// The index of the current line, from 0; nil without a line cursor, or in an empty text. Setting it scrolls to the line
  /// without calling ``onLine``. A line that does not exist yet becomes the current one once it does.
  public var currentLine: Int? {
    get { showsLineCursor ? pager?.currentLine : nil }
    set {
      guard let pager else { return }
      pager.restoreCursor(newValue)
      if pager.pendingCursor == nil { pager.revealCursor() }
      visibleStateDidChange()
    }
  }

  /// The index of the current line to save; nil without a line cursor, or if nothing has moved it.
  var keptCurrentLine: Int? { showsLineCursor ? pager?.keptCurrentLine : nil }

  /// Makes a line the current one on behalf of the user, and scrolls it into view.
  func moveAndRevealCursor(toLine line: Int?, _ pager: Pager) {
    guard let line else { return }
    moveCursor(toLine: line, pager)
    // Also if the current line stays, the text scrolls to it, and the end is followed or not.
    pager.revealCursor()
    visibleStateDidChange()
  }

  /// Makes a line the current one on behalf of the user, if there is a line cursor.
  func moveCursor(toLine number: Int, _ pager: Pager) {
    guard showsLineCursor, !pager.lines.isEmpty else { return }
    let kept = pager.keptCurrentLine
    let isMoved = pager.moveCursor(toLine: number)
    if pager.keptCurrentLine != kept { invalidateRestorableState() }
    guard isMoved else { return }
    visibleStateDidChange()
    if let line = pager.currentLine { onLine?(self, line) }
  }

  /// Returns the style of the current line's rows; nil for other rows.
  func cursorStyle(ofLine number: Int, _ pager: Pager) -> Style? {
    guard showsLineCursor, pager.cursorLine == pager.lines.paragraphStart(ofLine: number) else { return nil }
    return theme[.cursorLine]
  }

  /// The accessibility element of the current line.
  var cursorElements: [AccessibilityElement] {
    guard showsLineCursor, let pager, let line = pager.cursorLine, let index = pager.currentLine else { return [] }
    let text = pager.lines[line].content.string
    return [
      AccessibilityElement(
        .text, "line \(index + 1)", value: text.isEmpty ? "empty" : text, isFocused: isFirstResponder, of: self)
    ]
  }
}
