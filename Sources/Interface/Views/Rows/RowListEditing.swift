import StateRestoration

/// The cell that the user is editing.
struct CellEdit {
  /// The row, which follows its item.
  var path: IndexPath
  /// The identifier of the column.
  var column: String
  /// The field over the cell.
  let field: CellField
}

/// An edit of a cell whose row or column does not exist yet.
struct CellEditPlace: Equatable {
  var row: RowPlace
  var column: String
  /// The state of the field.
  var field: [UInt8]

  init(row: RowPlace, column: String, field: [UInt8]) {
    (self.row, self.column, self.field) = (row, column, field)
  }

  init?(_ value: StateValue) {
    guard case .list(let parts) = value, parts.count == 3, let row = RowPlace(parts[0]),
      case .string(let column) = parts[1],
      case .data(let field) = parts[2]
    else { return nil }
    self.init(row: row, column: column, field: field)
  }

  var value: StateValue { .list([row.value, .string(column), .data(field)]) }
}

/// The text field over a cell that is being edited.
final class CellField: TextField {
  private weak var list: RowList?

  /// Creates a field with the text of a cell.
  init(_ text: String, of list: RowList, title: String) {
    self.list = list
    super.init()
    self.text = text
    accessibilityLabel = title
  }

  override var keyBindings: [KeyBinding] {
    let next = { self.list?.editNextCell(by: 1) ?? false }
    let previous = { self.list?.editNextCell(by: -1) ?? false }
    return [
      KeyBinding("Commit", [.enter: { _ = self.list?.commitCellEdit() }]),
      KeyBinding("Cancel", [.escape: { self.list?.endCellEdit() }]),
      // The list would commit first.
      KeyBinding(nil, [.function(2): {}]),
      KeyBinding("Next, previous cell", trying: [.tab: next, .key(.tab, .shift): previous]),
    ] + super.keyBindings
  }

  override func textDidChange() {
    super.textDidChange()
    list?.cellTextDidChange()
  }

  override func pressedElsewhere() { _ = list?.commitCellEdit() }
}

// Editing a cell in place.
extension RowList {
  /// Whether the user is editing a cell.
  public var isEditingCell: Bool { cellEdit != nil }

  /// Whether F2 edits a cell now.
  public var canEditFocusedCell: Bool { editableCell != nil }

  /// Returns whether the user can edit a cell: the source allows it, and it has a text.
  private func canEditCell(_ path: IndexPath, _ column: Int) -> Bool {
    columns.indices.contains(column) && rowSource?.canEditCell(at: path, column: column) == true
      && cellText(path, column) != nil
  }

  /// Returns the text of a cell; nil for a cell with a view.
  private func cellText(_ path: IndexPath, _ column: Int) -> String? {
    switch rowSource?.cellForRow(at: path) {
    case .styled(let text, _, _)?: return column == 0 ? text.string : ""
    case .columns(let cells)?:
      guard column < cells.count else { return "" }
      guard case .styled(let text) = cells[column] else { return nil }
      return text.string
    case .view?, nil: return nil
    }
  }

  /// The cell that the user can edit now: the focused one, or while rows are focused, the first one of the row that can be
  /// edited.
  private var editableCell: (path: IndexPath, column: Int)? {
    guard !columns.isEmpty, selectionMode != .none, let focusedRow, lines.contains(focusedRow) else { return nil }
    let candidates = focusedColumn.map { $0..<($0 + 1) } ?? columns.indices
    return candidates.first { canEditCell(focusedRow, $0) }.map { (focusedRow, $0) }
  }

  /// The key bindings that begin editing. Where cells are focused, Enter edits a cell that can be edited and chooses any
  /// other.
  var editBindings: [KeyBinding] {
    guard !columns.isEmpty, selectionMode != .none else { return [] }
    let begin = { self.editableCell.map { self.editCell($0.path, $0.column) } ?? false }
    let binding =
      hasCellCursor
      ? KeyBinding(nil, trying: [.enter: begin, .function(2): begin]) : KeyBinding(nil, trying: [.function(2): begin])
    return [binding.titled { [self] in editableCell == nil ? nil : "Edit the cell" }]
  }

  /// Begins editing a cell on behalf of the user. Returns false if it cannot be edited.
  func editCell(_ path: IndexPath, _ column: Int) -> Bool {
    guard commitCellEdit() else { return true }
    focus(path)
    // The callback may have changed the rows.
    reloadIfNeeded()
    guard lines.contains(path), canEditCell(path, column) else { return false }
    focusedColumn = column
    scrollToColumn(column)
    showField(path, column)
    cellEdit?.field.becomeFirstResponder()
    return true
  }

  /// Begins editing the cell at a point, if it can be edited.
  func editCell(at location: Point) {
    guard selectionMode != .none, let row = row(at: location), let column = column(at: location.x),
      canEditCell(row, column)
    else { return }
    _ = editCell(row, column)
  }

  private func showField(_ path: IndexPath, _ column: Int, state: [UInt8] = []) {
    let field = CellField(cellText(path, column) ?? "", of: self, title: columns[column].title.string)
    if !state.isEmpty { field.decodeBuiltInState(with: StateCoder(decoding: state)) }
    cellEdit = CellEdit(path: path, column: columns[column].identifier, field: field)
    pending.edit = nil
    addSubview(field)
    noteItems()
    setNeedsLayout()
    invalidateRestorableState()
  }

  /// Passes the text to the source and ends the edit. Returns false if the source does not accept the text, which then
  /// stays in the field.
  func commitCellEdit() -> Bool {
    reloadIfNeeded()
    guard let edit = cellEdit else { return true }
    guard !isCommittingCell, let column = columnState.index(of: edit.column) else { return false }
    if edit.field.isTyped {
      isCommittingCell = true
      let isAccepted = rowSource?.commitEdit(at: edit.path, column: column, text: edit.field.text) == true
      isCommittingCell = false
      guard isAccepted else { return false }
    }
    // The callback may have ended the edit by changing the rows.
    if cellEdit?.field === edit.field { endCellEdit() }
    if edit.field.isTyped { reloadAfterAction() }
    return true
  }

  /// Ends the edit and discards its text.
  func endCellEdit() {
    guard let field = cellEdit?.field else { return }
    cellEdit = nil
    if field.isFirstResponder { becomeFirstResponder() }
    field.removeFromSuperview()
    noteItems()
    setNeedsLayout()
    invalidateRestorableState()
  }

  /// The maximum number of cells that are asked for the next one to edit.
  private static let maximumAsked = 1_000

  /// Commits the edit and edits the next or previous cell that can be edited, if there is one.
  func editNextCell(by step: Int) -> Bool {
    guard let edit = cellEdit, commitCellEdit(), var column = columnState.index(of: edit.column) else { return true }
    // The row may have moved, and the focus with it.
    var row = focusedRow
    for _ in 0..<Self.maximumAsked {
      column += step
      if !columns.indices.contains(column) {
        row = row.flatMap { lines.row(step, from: $0) }
        column = step > 0 ? 0 : columns.count - 1
      }
      guard let row else { break }
      if canEditCell(row, column) { return editCell(row, column) }
    }
    return true
  }

  /// Handles a key that the field has not handled, or that is pressed while the field is not focused: the edit is committed
  /// first. Returns false if the text is not accepted.
  func commitBefore(_ key: KeyPress) -> Bool {
    guard cellEdit != nil, keyBindings.contains(where: { $0.keys.contains(key) }) else { return true }
    if commitCellEdit() { return true }
    cellEdit?.field.becomeFirstResponder()
    return false
  }

  func cellTextDidChange() {
    guard let edit = cellEdit else { return }
    scrollToRow(edit.path)
    invalidateRestorableState()
  }

  // MARK: Changes of rows and columns

  /// Ends the edit of a row or column that no longer exists, and begins a restored one once both exist.
  func settleCellEdit() {
    if let edit = cellEdit, !lines.contains(edit.path) || columnState.index(of: edit.column) == nil { endCellEdit() }
    guard cellEdit == nil, let place = pending.edit, let row = row(at: place.row),
      let column = columnState.index(of: place.column)
    else { return }
    pending.edit = nil
    if canEditCell(row, column) { showField(row, column, state: place.field) }
  }

  /// The edit to save.
  func keptEdit(_ place: (IndexPath) -> RowPlace?) -> CellEditPlace? {
    guard let edit = cellEdit, let row = place(edit.path) else { return pending.edit }
    let coder = StateCoder()
    edit.field.encodeBuiltInState(with: coder)
    return CellEditPlace(row: row, column: edit.column, field: coder.encodedState())
  }

  /// The step to the field in the path of the focused view.
  static let fieldStep = StateValue.string("field")

  // MARK: Layout

  /// The minimum width of the field, if there is room.
  private static let minimumFieldWidth = 8

  /// Places the field over its cell; over the next columns, too, if the cell is narrow.
  func placeField() {
    guard let edit = cellEdit else { return }
    guard let line = lines.line(of: edit.path), visibleLines.contains(line),
      let place = columnState.index(of: edit.column).map({ columnPlaces[$0] })
    else { return edit.field.frame = Rect(x: 0, y: 0, width: 0, height: 0) }
    let width = min(columnRoom, max(place.count, Self.minimumFieldWidth))
    let start = min(max(0, place.lowerBound - columnOffset), columnRoom - width)
    edit.field.frame = Rect(x: 2 + start, y: y(ofLine: line), width: width, height: 1)
  }

  /// Handles a mouse event while the text of a cell is not accepted. Returns nil if there is no such text.
  func handleBesideField(_ event: MouseEvent) -> Bool? {
    guard let field = cellEdit?.field else { return nil }
    switch event.action {
    case .wheel: return nil
    case .press: field.becomeFirstResponder()
    case .drag, .release: break
    }
    return true
  }
}
