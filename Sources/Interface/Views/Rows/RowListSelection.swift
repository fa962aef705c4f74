// The selection, and choosing rows.
extension RowList {
  /// The selected rows, in order.
  public var indexPathsForSelectedRows: [IndexPath] {
    reloadIfNeeded()
    return selection.sorted
  }

  func selectionDidChange() {
    noteItems()
    rowsMayHaveChanged()
    invalidateRestorableState()
  }

  func rowCount(ofSection section: Int) -> Int? {
    (0..<sectionCount).contains(section) ? rowCount(inSection: section) : nil
  }

  func choose(section: Int, row: Int) {
    reloadIfNeeded()
    let path = IndexPath(section: section, row: row)
    if lines.contains(path) { choose(path) }
  }

  func choose(_ path: IndexPath) {
    if selectionMode == .none { return }
    if hasCellCursor { return chooseCell(path) }
    endExtension()
    focus(path)
    // The callback may have changed the rows.
    reloadIfNeeded()
    guard lines.contains(path) else { return }
    if allowsMultipleSelection, selection.contains(path) {
      deselectRow(path)
    } else {
      selectRow(path)
      rowSource?.didSelectRow(at: path)
    }
    sendValueChanged()
  }

  /// Focuses the first selected row, otherwise the first visible one, without notifying the source.
  func takeFocusedRow() {
    guard selectionMode != .none else { return }
    focusedRow = selection.rows.first ?? lines.firstRow(from: firstLine, step: 1)
    isFocusKnown = false
    invalidateRestorableState()
  }

  /// Ends the extension of the selection by Shift.
  func endExtension() {
    selection.endExtension()
    pending.extended = nil
  }
}
