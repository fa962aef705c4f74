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
    let part = focusedPart
    (focusedRow, isFocusKnown) = (path, true)
    focusedTitle = nil
    pending.focused = nil
    if let path { scrollToRow(path) }
    moveFirstResponder(from: part)
    noteItems()
    rowsMayHaveChanged()
    invalidateRestorableState()
  }

  /// Focuses a row on behalf of the user, scrolls to it and notifies the source.
  func focus(_ path: IndexPath, extending extension: (() -> Void)? = nil) {
    let isMove = path != focusedRow || !isFocusKnown
    moveFocus(to: path)
    `extension`?()
    if isMove { rowSource?.didFocusRow(at: path) }
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

  // MARK: Focused views of rows

  /// Focuses the row that contains the newly focused view.
  func focusDidMove(into view: View) {
    guard let row = row(containing: view), row != focusedRow || !isFocusKnown else { return }
    focus(row)
  }

  /// Returns the visible row that contains a view; nil if there is none.
  func row(containing view: View) -> IndexPath? {
    let outer = Set(sequence(first: view, next: \.superview).map(ObjectIdentifier.init))
    return shownCells.first { outer.contains(ObjectIdentifier($0.value.view)) }?.key
  }

  /// The view of a row that is focused, as an index among those that can be in its row.
  var focusedPart: (row: IndexPath, index: Int?)? {
    guard let view = window?.firstResponder, view !== self, let row = row(containing: view) else { return nil }
    return (row, shownCells[row]?.view.focusableViews.firstIndex { $0 === view })
  }

  /// Moves the focus from a view of another row to the one at the same place in the focused row, or to the list.
  func moveFirstResponder(from part: (row: IndexPath, index: Int?)?) {
    guard let part, part.row != focusedRow else { return }
    layoutIfNeeded()
    window?.makeFirstResponder(viewOfFocusedRow(at: part.index) ?? self)
  }

  private func viewOfFocusedRow(at index: Int?) -> View? {
    let views = focusedRow.flatMap { shownCells[$0] }?.view.focusableViews ?? []
    return index.flatMap { views.indices.contains($0) ? views[$0] : nil }
  }

  /// Focuses the view at the place of the one that a reload has removed, or the list.
  func replaceLostPart() {
    guard let part = lostPart else { return }
    lostPart = nil
    guard let window, !window.isFocusGivenUp, window.firstResponder?.window == nil else { return }
    window.takeFocus(viewOfFocusedRow(at: part.index) ?? self)
  }
}
