// Deleting and moving rows, while a table is edited.
extension TableView {
  var editingBindings: [KeyBinding] {
    let delete = { self.editFocused(self.deleteRow) }
    return [
      KeyBinding("Delete the row", trying: [.delete: delete, .backspace: delete]),
      KeyBinding(
        "Move the row",
        trying: [
          .key(.up, .alt): { self.editFocused { _ = self.moveRow($0, by: -1) } },
          .key(.down, .alt): { self.editFocused { _ = self.moveRow($0, by: 1) } },
        ]),
    ]
  }

  /// Does something with the row that keys act on; false if there is none, or nobody who knows the rows.
  private func editFocused(_ edit: (IndexPath) -> Void) -> Bool {
    guard dataSource != nil, let focusedRow, isRow(focusedRow) else { return false }
    edit(focusedRow)
    return true
  }

  private func deleteRow(_ path: IndexPath) {
    guard let dataSource, dataSource.tableView(self, canEditRowAt: path),
      dataSource.tableView(self, commitDeleteAt: path)
    else { return }
    selected.remove(path)
    selectionWasMoved()
    rowsDidChange()
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
