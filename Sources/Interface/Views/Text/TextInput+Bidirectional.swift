// Arrow keys in text that runs from right to left, or in both directions: they move by what is displayed.
extension TextInput {
  /// Performs the editing action of a key.
  final func handle(_ key: KeyPress) -> Bool {
    let target = displayedTarget(of: key)
    return edit { text in
      guard let target else { return text.handle(key) }
      text.move(to: target, extending: key.modifiers.contains(.shift))
      return true
    }
  }

  /// Returns where a horizontal arrow key moves the cursor if the text at the cursor is displayed in another order;
  /// otherwise nil.
  private func displayedTarget(of key: KeyPress) -> Int? {
    guard key.key == .left || key.key == .right, isReordered(at: editing.cursor) else { return nil }
    let (cursor, range) = (editing.cursor, editing.range)
    let isLeft = key.key == .left
    if key.isByWord {
      return isLeft == isRightToLeft(at: cursor) ? editing.wordEnd(after: cursor) : editing.wordStart(before: cursor)
    }
    if !range.isEmpty, !key.modifiers.contains(.shift) {
      // A plain arrow key collapses a selection to the end that it points to.
      return isLeft == isBefore(range.lowerBound, range.upperBound) ? range.lowerBound : range.upperBound
    }
    return offset(beside: cursor, step: isLeft ? -1 : 1)
  }
}
