// The focused row.
extension RowList {
  /// The focused row; nil for none. Setting it scrolls to the row without notifying the source. A row that does not
  /// exist yet is focused once it does.
  public var focusedIndexPath: IndexPath? {
    get {
      reloadIfNeeded()
      return focusedRow
    }
    set {
      reloadIfNeeded()
      if let newValue, !lines.contains(newValue) {
        pending.focused = RowPlace(newValue)
        invalidateRestorableState()
      } else {
        moveFocus(to: newValue)
        isFocusKnown = true
      }
    }
  }

  /// Restores the focus to a row without notifying the source.
  func placeFocus(at path: IndexPath) {
    (focusedRow, isFocusKnown) = (path, true)
    pending.focused = nil
  }

  private func moveFocus(to path: IndexPath?) {
    endExtension()
    focusedRow = path
    focusedTitle = nil
    pending.focused = nil
    if let path { scrollToRow(path) }
    noteItems()
    rowsMayHaveChanged()
    invalidateRestorableState()
  }

  /// Focuses a row on behalf of the user, scrolls to it and notifies the source.
  func focus(_ path: IndexPath, extending extension: (() -> Void)? = nil) {
    let isMove = path != focusedRow || !isFocusKnown
    moveFocus(to: path)
    isFocusKnown = true
    `extension`?()
    if isMove { rowSource?.rowList(self, didFocusRowAt: path) }
  }

  /// Returns the row a number of lines away from the focused one, or the nearest to it; nil if there is no other row.
  func row(fromFocus count: Int) -> IndexPath? {
    reloadIfNeeded()
    guard let focusedRow else {
      let first = lines.firstRow(from: firstLine, step: 1)
      return count > 1 ? first.flatMap { lines.row(count - 1, from: $0) } ?? first : first
    }
    return lines.row(count, from: focusedRow)
  }

  /// Moves the focus by a number of lines, or to the nearest row. Returns false if there is no other row.
  func moveFocus(by count: Int) -> Bool {
    if selectionMode == .none {
      let before = contentOffset
      contentOffset += count
      return contentOffset != before
    }
    guard let row = row(fromFocus: count) else { return false }
    focus(row)
    return true
  }

  /// Focuses the row that contains the newly focused view.
  func focusDidMove(into view: View) {
    let above = Set(sequence(first: view, next: \.superview).map(ObjectIdentifier.init))
    guard let row = shownCells.first(where: { above.contains(ObjectIdentifier($0.value.view)) })?.key else { return }
    focus(row)
  }
}
