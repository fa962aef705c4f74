/// The unit that the user focuses and chooses in a table.
public enum RowSelectionMode: String, CaseIterable, Sendable {
  /// Rows.
  case row
  /// Cells: one column of the focused row is focused, too. Without columns, rows.
  case cell
  /// Nothing: keys scroll.
  case none
}

// The focused cell.
extension RowList {
  /// Whether a cell is focused instead of a row.
  var hasCellCursor: Bool { selectionMode == .cell && !columns.isEmpty }

  /// The index of the focused column; nil unless cells are focused. It follows its column when the columns change.
  /// Setting it scrolls to the column.
  public var focusedColumn: Int? {
    get { hasCellCursor ? cursorColumn.flatMap(columnState.index) ?? 0 : nil }
    set {
      let identifier = newValue.flatMap { columns.indices.contains($0) ? columns[$0].identifier : nil }
      guard identifier != cursorColumn else { return }
      cursorColumn = identifier
      if hasCellCursor, let index = focusedColumn, !bounds.isEmpty { scrollToColumn(index) }
      visibleStateDidChange()
    }
  }

  /// The key bindings of the focused cell, and of editing.
  var cellBindings: [KeyBinding] {
    guard hasCellCursor else { return editBindings }
    return editBindings + [
      KeyBinding(
        "Previous, next cell", trying: [.left: { self.moveColumn(by: -1) }, .right: { self.moveColumn(by: 1) }])
    ]
  }

  /// Focuses another column of the row, if there is one.
  private func moveColumn(by step: Int) -> Bool {
    guard let index = focusedColumn else { return false }
    focusedColumn = min(max(0, index + step), columns.count - 1)
    return true
  }

  /// Chooses the focused column of a row on behalf of the user.
  func chooseCell(_ path: IndexPath) {
    guard let column = focusedColumn else { return }
    endExtension()
    focus(path)
    // The callback may have changed the rows.
    reloadIfNeeded()
    guard lines.contains(path), column < columns.count else { return }
    rowSource?.didSelectCell(at: path, column: column)
  }

  /// Returns the column at a cell of a row; nil beside the columns.
  func column(at x: Int) -> Int? {
    guard (2..<(2 + columnRoom)).contains(x), !columns.isEmpty else { return nil }
    return columnPlaces.lastIndex { $0.lowerBound <= x - 2 + columnOffset } ?? 0
  }

  /// The title and text of the focused cell, to be read with its row; nil if no cell is focused.
  func focusedCellWords(ofRowAt path: IndexPath) -> String? {
    guard focusedRow == path, let column = focusedColumn else { return nil }
    let texts = words(ofRowAt: path).searchedTexts
    let title = columns[column].title.string
    let text = texts.indices.contains(column) ? texts[column] : ""
    return "at " + [title, text.isEmpty ? "(empty)" : text].filter { !$0.isEmpty }.joined(separator: " ")
  }
}
