// What keys and the mouse do in a table.
extension TableView {
  func handle(_ key: KeyPress) -> Bool {
    reloadIfNeeded()
    if search?.isTyping == true { return handleSearchKey(key) }
    if rowActions != nil, let isHandled = handleRowActionKey(key) { return isHandled }
    if isEditing, let row = focusedRow, editRow(row, key) { return true }
    if key.modifiers == .shift, allowsMultipleSelection, let lines = step(of: key.key) {
      return extendSelection(by: lines)
    }
    selectionExtension = nil
    if key == KeyPress(.character("a"), modifiers: .control), allowsMultipleSelection { return selectAll() }
    guard key.modifiers.isEmpty else { return false }
    if let lines = step(of: key.key) { return moveFocus(by: lines) }
    switch key.key {
    case .right: return focusedRow.map(showRowActions) ?? false
    case .enter, .character(" "):
      guard let row = focusedRow, isRow(row) else { return false }
      choose(row)
      return true
    case .character("/"): return beginSearch()
    case .character("n"): return searchAgain(forward: true)
    case .character("N"): return searchAgain(forward: false)
    case .escape: return endSearch()
    default: return false
    }
  }

  /// By how many lines a key goes; nil if it goes nowhere.
  private func step(of key: Key) -> Int? {
    switch key {
    case .up: -1
    case .down: 1
    case .pageUp: -max(1, pageHeight - 1)
    case .pageDown: max(1, pageHeight - 1)
    case .home: -lineCount
    case .end: lineCount
    default: nil
    }
  }

  /// Moves the focus, and selects every row from where this began up to there, beside what was selected before.
  private func extendSelection(by lines: Int) -> Bool {
    let start = focusedRow
    guard moveFocus(by: lines) || start != nil, let end = focusedRow else { return true }
    select(upTo: end, from: start ?? end)
    return true
  }

  /// Selects the rows between one that the selection was begun at, or this one, and another.
  func select(upTo end: IndexPath, from start: IndexPath) {
    let extended = selectionExtension ?? (anchor: start, others: selected)
    guard isRow(extended.anchor), isRow(end) else { return }
    let lines = [line(of: extended.anchor), line(of: end)].sorted()
    guard lines[1] - lines[0] < Self.mostSelectedAtOnce else { return }
    selectionExtension = extended
    selected = extended.others
    for line in lines[0]...lines[1] {
      guard let content = content(ofLine: line), let row = content.row else { continue }
      selected.insert(IndexPath(section: content.section, row: row))
    }
    selectionWasMoved()
    selectionDidChange()
    sendValueChanged()
  }

  private static let mostSelectedAtOnce = 100_000

  /// Selects every row, or none if all are selected.
  private func selectAll() -> Bool {
    reloadIfNeeded()
    let count = (0..<sectionCount).reduce(0) { $0 + rowCount(inSection: $1) }
    guard count > 0, count <= Self.mostSelectedAtOnce else { return false }
    pending.selected = nil
    if selected.count == count {
      selected = []
    } else {
      for section in 0..<sectionCount {
        for row in 0..<rowCount(inSection: section) { selected.insert(IndexPath(section: section, row: row)) }
      }
    }
    selectionDidChange()
    sendValueChanged()
    return true
  }

  func handle(_ event: MouseEvent) -> Bool {
    reloadIfNeeded()
    switch event.action {
    case .wheel(let rows):
      contentOffset += rows
      return true
    case .press(button: 1):
      isDraggingScrollBar = scrollBar.isNeeded && event.location.x >= bounds.width - 1
      if isDraggingScrollBar { contentOffset = scrollBar.offset(atRow: event.location.y) }
      // The sign at the right of a row that is edited is its handle.
      let isHandle = isEditing && !isDraggingScrollBar && event.location.x >= rowWidth - 1
      draggedRow = isHandle ? row(at: event.location) : nil
      return true
    case .drag(button: 1):
      if isDraggingScrollBar { contentOffset = scrollBar.offset(atRow: event.location.y) }
      if draggedRow != nil { dragRow(toward: event.location) }
      return true
    case .release(button: 1):
      defer {
        isDraggingScrollBar = false
        draggedRow = nil
      }
      guard !isDraggingScrollBar, draggedRow == nil, let row = row(at: event.location) else { return true }
      if let rowActions, rowActions.row == row,
        let index = rowActions.index(atColumn: event.location.x, width: rowWidth)
      {
        perform(rowActions, index)
      } else if event.modifiers.contains(.shift), allowsMultipleSelection {
        let start = focusedRow
        focus(row)
        select(upTo: row, from: start ?? row)
      } else {
        rowActions = nil
        selectionExtension = nil
        choose(row)
      }
      return true
    case .press(button: 3):
      guard let row = row(at: event.location) else { return false }
      focus(row)
      return showRowActions(row)
    default: return false
    }
  }

  private func row(at location: Point) -> IndexPath? {
    guard bounds.contains(location), location.y < pageHeight, let content = content(ofLine: firstLine + location.y)
    else { return nil }
    return content.row.map { IndexPath(section: content.section, row: $0) }
  }

  var tableKeyHelp: [KeyHelp] {
    var help = [
      KeyHelp("↑ ↓", "Move"), KeyHelp("PageUp PageDown", "By screens"), KeyHelp("Home End", "First, last"),
      KeyHelp("Enter", allowsMultipleSelection ? "Select, deselect" : "Choose"), KeyHelp("/", "Search"),
    ]
    if search != nil { help.append(KeyHelp("n N", "Next, previous place found")) }
    if allowsMultipleSelection {
      help += [KeyHelp("Shift+↑ Shift+↓", "Select more rows"), KeyHelp("Ctrl+A", "Select all, none")]
    }
    if let focusedRow, !actions(of: focusedRow).isEmpty { help.append(KeyHelp("→", "Actions of the row")) }
    if isEditing { help += [KeyHelp("Delete Backspace", "Delete the row"), KeyHelp("Alt+↑ Alt+↓", "Move the row")] }
    return help
  }
}
