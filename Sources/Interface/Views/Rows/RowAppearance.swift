/// The appearance of the focused and the selected rows of a list, looked up once for all of its rows.
@MainActor
struct RowAppearance {
  private let theme: Theme
  private let selection: RowSelection
  private let isEnabled: Bool
  private let allowsMultipleSelection: Bool
  private let selectionLooksFocused: Bool
  /// The row with the focus, or with the field in which one of its cells is edited; nil if it does not look so.
  private let focusedRow: IndexPath?
  /// The focused row, if it is highlighted as a whole. While one of its actions is focused, the action is highlighted instead;
  /// so is the cell of a cell cursor, or the field in which a cell is edited.
  private let highlightedRow: IndexPath?
  /// The focused column, and its row, if a cell is focused.
  private let focusedCell: (row: IndexPath, column: Int)?

  init(of list: RowList) {
    theme = list.theme
    selection = list.selection
    isEnabled = list.isEffectivelyEnabled
    allowsMultipleSelection = list.allowsMultipleSelection
    selectionLooksFocused = list.selectionLooksFocused
    let isFirstResponder = list.isFirstResponder
    let row = list.focusedTitle == nil ? list.focusedRow : nil
    let showsFocus = list.selectionMode != .none || list.search != nil
    focusedRow = showsFocus && (isFirstResponder || list.cellEdit?.field.isFirstResponder == true) ? row : nil
    let rowOfCursor = isFirstResponder && isEnabled && list.rowActions?.row != row ? row : nil
    highlightedRow = list.hasCellCursor ? nil : showsFocus ? rowOfCursor : nil
    focusedCell = rowOfCursor.flatMap { row in list.focusedColumn.map { (row, $0) } }
  }

  /// Returns the style of a row.
  func style(ofRowAt path: IndexPath) -> Style {
    guard isEnabled else { return theme[.disabled] }
    let isSelected = selection.contains(path)
    if isSelected && selectionLooksFocused || highlightedRow == path { return theme[.focused] }
    return isSelected ? theme[.selected] : .plain
  }

  /// Returns the mark of a row in a style; nil if it is neither focused nor selected.
  func mark(ofRowAt path: IndexPath, style: Style) -> RowPicture.Mark? {
    let isSelected = selection.contains(path)
    if isSelected, !selectionLooksFocused { return RowPicture.Mark(mark: .selected, style: style) }
    if isSelected || focusedRow == path { return RowPicture.Mark(mark: .focused, style: style) }
    guard allowsMultipleSelection, !selection.rows.isEmpty else { return nil }
    return RowPicture.Mark(mark: .unselected, style: isEnabled ? theme[.secondary] : style)
  }

  /// Returns the focused column of a row; nil unless one of its cells is focused.
  func focusedColumn(ofRowAt path: IndexPath) -> Int? { focusedCell?.row == path ? focusedCell?.column : nil }
}
