// Deleting and moving rows, while a table is edited.
extension TableView {
  func editRow(_ path: IndexPath, _ key: KeyPress) -> Bool {
    guard let dataSource, isRow(path) else { return false }
    switch (key.key, key.modifiers) {
    case (.delete, []), (.character("d"), []):
      guard dataSource.tableView(self, canEditRowAt: path), dataSource.tableView(self, commitDeleteAt: path) else {
        return true
      }
      selected.remove(path)
      rowsDidChange()
    case (.up, .alt), (.up, .shift), (.down, .alt), (.down, .shift):
      let target = IndexPath(section: path.section, row: path.row + (key.key == .up ? -1 : 1))
      guard isRow(target), dataSource.tableView(self, canEditRowAt: path),
        dataSource.tableView(self, moveRowAt: path, to: target)
      else { return true }
      if selected.remove(path) != nil { selected.insert(target) }
      focusedRow = target
      rowsDidChange()
    default: return false
    }
    return true
  }

  func rowsDidChange() {
    reloadData()
    reloadIfNeeded()
    if let focusedRow { scrollToRow(focusedRow) }
    invalidateRestorableState()
  }
}
