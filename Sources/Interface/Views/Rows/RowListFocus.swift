// The focused row: who sets it, and who is notified.
extension RowList {
  /// The row that keys act on; nil for none. Setting it scrolls there and notifies nobody; a row that does not exist yet is focused
  /// when it comes.
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

  /// Focuses a row as it was before, without a notification.
  func placeFocus(at path: IndexPath) {
    (focusedRow, isFocusKnown) = (path, true)
    pending.focused = nil
  }

  private func moveFocus(to path: IndexPath?) {
    selection.endExtension()
    focusedRow = path
    focusedTitle = nil
    pending.focused = nil
    if let path { scrollToRow(path) }
    noteItems()
    setNeedsDisplay()
    invalidateRestorableState()
  }

  /// Lets keys act on another row, which is scrolled to, as the user wants it, and tells the source.
  func focus(_ path: IndexPath, extending extension: (() -> Void)? = nil) {
    let isMove = path != focusedRow || !isFocusKnown
    moveFocus(to: path)
    isFocusKnown = true
    `extension`?()
    if isMove { rowSource?.rowList(self, didFocusRowAt: path) }
  }

  /// The row that is so many lines from the focused one, or the nearest to that; nil if there is no other.
  func row(fromFocus count: Int) -> IndexPath? {
    reloadIfNeeded()
    guard let focusedRow else {
      let first = lines.firstRow(from: firstLine, step: 1)
      return count > 1 ? first.flatMap { lines.row(count - 1, from: $0) } ?? first : first
    }
    return lines.row(count, from: focusedRow)
  }

  /// Lets keys act on the row so many lines from here, or the nearest to that. False if there is no other.
  func moveFocus(by count: Int) -> Bool {
    guard let row = row(fromFocus: count) else { return false }
    focus(row)
    return true
  }

  /// Keys act on what stands in a row now, and so on that row.
  func keysWent(into view: View) {
    let above = Set(sequence(first: view, next: \.superview).map(ObjectIdentifier.init))
    guard let row = shownCells.first(where: { above.contains(ObjectIdentifier($0.value.view)) })?.key else { return }
    focus(row)
  }
}
