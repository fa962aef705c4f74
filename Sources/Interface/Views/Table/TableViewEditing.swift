// Deleting and moving rows, while a table is edited.
extension TableView {
  func editRow(_ path: IndexPath, _ key: KeyPress) -> Bool {
    guard let dataSource, isRow(path) else { return false }
    switch (key.key, key.modifiers) {
    case (.delete, []), (.backspace, []):
      guard dataSource.tableView(self, canEditRowAt: path), dataSource.tableView(self, commitDeleteAt: path) else {
        return true
      }
      selected.remove(path)
      selectionWasMoved()
      rowsDidChange()
    case (.up, .alt), (.down, .alt):
      _ = moveRow(path, by: key.key == .up ? -1 : 1)
    default: return false
    }
    return true
  }

  /// Moves a row up or down by one. Returns where it is then; nil if it stays.
  private func moveRow(_ path: IndexPath, by step: Int) -> IndexPath? {
    let target = IndexPath(section: path.section, row: path.row + step)
    guard isRow(path), isRow(target), let dataSource, dataSource.tableView(self, canEditRowAt: path),
      dataSource.tableView(self, moveRowAt: path, to: target)
    else { return nil }
    // The two have changed places.
    let (wasSelected, targetWasSelected) = (selected.contains(path), selected.contains(target))
    if wasSelected { selected.insert(target) } else { selected.remove(target) }
    if targetWasSelected { selected.insert(path) } else { selected.remove(path) }
    selectionWasMoved()
    focusedRow = target
    pending.focused = nil
    rowsDidChange()
    return target
  }

  /// Takes the row that the mouse drags to the row that it is over or nearest to, within its section. Above and below the
  /// table, the rows scroll by.
  func dragRow(toward location: Point) {
    guard let dragged = draggedRow, isRow(dragged), pageHeight > 0 else { return }
    if location.y < 0 { contentOffset -= 1 } else if location.y >= pageHeight { contentOffset += 1 }
    let line = min(firstLine + min(max(0, location.y), pageHeight - 1), lineCount - 1)
    let first = self.line(of: IndexPath(section: dragged.section, row: 0))
    let wanted = min(max(0, line - first), rowCount(inSection: dragged.section) - 1)
    while let row = draggedRow, isRow(row), row.row != wanted {
      guard let moved = moveRow(row, by: (wanted - row.row).signum()) else { return }
      draggedRow = moved
    }
  }

  func rowsDidChange() {
    reloadData()
    reloadIfNeeded()
    if let focusedRow { scrollToRow(focusedRow) }
    invalidateRestorableState()
  }
}
