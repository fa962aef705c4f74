// Row actions, and deletion and moving in editing mode.
extension RowList {
  /// Returns the actions of a row: those of the source, otherwise deletion in editing mode.
  func actions(of row: IndexPath) -> [RowAction] {
    guard let rowSource, lines.contains(row) else { return [] }
    let actions = rowSource.trailingSwipeActionsForRow(at: row)
    guard isEditing, actions.isEmpty, rowSource.canEditRows, rowSource.canEditRow(at: row)
    else { return actions }
    return [RowAction(title: "Delete", isDestructive: true) { [weak self] in self?.commitDelete(row) }]
  }

  /// Shows the actions of a row, and moves the focus to them from a view of the row. Returns false if it has none.
  func showRowActions(_ row: IndexPath) -> Bool {
    let actions = actions(of: row)
    guard !actions.isEmpty else { return false }
    if focusedPart != nil { window?.makeFirstResponder(self) }
    rowActions = RowActions(row: row, actions: actions)
    return true
  }

  /// Returns the key bindings while a row's actions are shown.
  func bindings(of shown: RowActions) -> [KeyBinding] {
    func binding(_ title: String?, _ keys: [KeyPress]) -> KeyBinding {
      KeyBinding(title, .keys(keys)) { [self] key in
        var shown = shown
        switch shown.handle(key) {
        case .stays: rowActions = shown
        case .closes: rowActions = nil
        case .performs: perform(shown, shown.selected)
        case nil: return false
        }
        return true
      }
    }
    return [
      binding(shown.actions[shown.selected].title, [.enter]), binding(nil, [.space]),
      binding("Close", [.escape]), binding(shown.actions.count > 1 ? "Other actions" : nil, [.left, .right]),
    ]
  }

  func perform(_ shown: RowActions, _ index: Int) {
    rowActions = nil
    do {
      try shown.actions[index].handler()
    } catch {
      owningViewController?.report(error, from: "row action \"\(shown.actions[index].title)\"")
    }
    reloadAfterAction()
  }

  // MARK: Editing

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

  /// Edits the focused row. Returns false if there is none.
  private func editFocused(_ edit: (IndexPath) -> Void) -> Bool {
    guard let focusedRow, lines.contains(focusedRow) else { return false }
    edit(focusedRow)
    return true
  }

  private func deleteRow(_ path: IndexPath) {
    guard rowSource?.canEditRow(at: path) == true, commitDelete(path) else { return }
    reloadAfterAction()
  }

  @discardableResult
  private func commitDelete(_ path: IndexPath) -> Bool {
    guard rowSource?.commitDelete(at: path) == true else { return false }
    selection.remove(path)
    selectionWasMoved()
    return true
  }

  /// Moves a row up or down by one, from the edge of a section into the next one. Returns its new position; nil if it stays.
  private func moveRow(_ path: IndexPath, by step: Int) -> IndexPath? {
    guard lines.contains(path), let target = place(besideRow: path, step: step), let rowSource,
      rowSource.canEditRow(at: path), rowSource.moveRow(at: path, to: target)
    else { return nil }
    selection.move(path, to: target)
    selectionWasMoved()
    focusedRow = target
    pending.focused = nil
    // Other items are in the places that follow.
    items = RowItems()
    noteItems()
    reloadAfterAction()
    return target
  }

  /// Returns the place to which a row moves by a step; nil at the ends of the list.
  private func place(besideRow path: IndexPath, step: Int) -> IndexPath? {
    let row = path.row + step
    if (0..<lines.rowCount(inSection: path.section)).contains(row) { return IndexPath(section: path.section, row: row) }
    let section = path.section + step
    guard (0..<lines.sectionCount).contains(section) else { return nil }
    return IndexPath(section: section, row: step > 0 ? 0 : lines.rowCount(inSection: section))
  }

  /// Moves the dragged row to the line under or nearest to the mouse. Scrolls above and below the list.
  func dragRow(toward location: Point) {
    guard draggedRow != nil, pageHeight > 0 else { return }
    let y = location.y - headerHeight
    if y < 0 { contentOffset -= 1 } else if y >= pageHeight { contentOffset += 1 }
    let line = min(firstLine + min(max(0, y), pageHeight - 1), lines.count - 1)
    while let row = draggedRow, let place = lines.line(of: row), place != line {
      guard let moved = moveRow(row, by: (line - place).signum()) else { return }
      draggedRow = moved
    }
  }

  /// Reloads the rows after an action of the user has changed them.
  func reloadAfterAction() {
    reloadData()
    reloadIfNeeded()
    if let focusedRow { scrollToRow(focusedRow) }
    invalidateRestorableState()
  }
}
