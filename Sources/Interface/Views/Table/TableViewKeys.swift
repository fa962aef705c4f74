// What keys and the mouse do in a table.
extension TableView {
  /// What keys do while something is shown that takes them first; nil: what they do in the rows.
  func handleFirst(_ key: KeyPress) -> Bool? {
    reloadIfNeeded()
    if search?.isTyping == true { return handleSearchKey(key) }
    return rowActions == nil ? nil : handleRowActionKey(key)
  }

  var tableKeyBindings: [KeyBinding] {
    let screen = max(1, pageHeight - 1)
    let whole = lineCount
    var bindings = [
      moving("Move", [.up: -1, .down: 1]), moving("By screens", [.pageUp: -screen, .pageDown: screen]),
      moving("First, last", [.home: -whole, .end: whole]),
      KeyBinding(
        allowsMultipleSelection ? "Select, deselect" : "Choose", trying: [.enter: { self.chooseFocused() }]),
      KeyBinding(nil, trying: [.space: { self.chooseFocused() }]),
      KeyBinding("Search", trying: [.character("/"): { self.beginSearch() }]),
    ]
    if search != nil {
      bindings += [
        KeyBinding(
          "Next, previous place found",
          trying: [
            .character("n"): { self.searchAgain(forward: true) }, .character("N"): { self.searchAgain(forward: false) },
          ]),
        KeyBinding(nil, trying: [.escape: { self.endSearch() }]),
      ]
    }
    if allowsMultipleSelection {
      bindings += [
        extending("Select more rows", [.up: -1, .down: 1]),
        extending(nil, [.pageUp: -screen, .pageDown: screen, .home: -whole, .end: whole]),
        KeyBinding("Select all, none", trying: [.control("a"): { self.selectAll() }]),
      ]
    }
    if let focusedRow {
      bindings.append(
        KeyBinding(nil, trying: [.right: { self.showRowActions(focusedRow) }])
          .titled { [self] in actions(of: focusedRow).isEmpty ? nil : "Actions of the row" })
    }
    if isEditing { bindings += editingBindings }
    return bindings
  }

  /// Keys that move the focus by so many lines.
  private func moving(_ title: String?, _ steps: KeyValuePairs<Key, Int>) -> KeyBinding {
    stepping(title, steps, []) { $0.moveFocus(by: $1) }
  }

  /// Keys that move the focus by so many lines and select what is between.
  private func extending(_ title: String?, _ steps: KeyValuePairs<Key, Int>) -> KeyBinding {
    stepping(title, steps, .shift) { $0.extendSelection(by: $1) }
  }

  private func stepping(
    _ title: String?, _ steps: KeyValuePairs<Key, Int>, _ modifiers: Modifiers,
    action: @escaping (TableView, Int) -> Bool
  ) -> KeyBinding {
    KeyBinding(title, .keys(steps.map { KeyPress($0.key, modifiers: modifiers) })) { [self] key in
      steps.first { $0.key == key.key }.map { action(self, $0.value) } ?? false
    }
  }

  private func chooseFocused() -> Bool {
    guard let row = focusedRow, isRow(row) else { return false }
    choose(row)
    return true
  }

  /// Moves the focus, and selects every row from where this began up to there, beside what was selected before.
  private func extendSelection(by lines: Int) -> Bool {
    let start = focusedRow
    // The move by itself would end what is being selected.
    let extended = selectionExtension
    guard moveFocus(by: lines) || start != nil, let end = focusedRow else { return true }
    selectionExtension = extended
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
    selectionExtension = nil
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
        let (start, extended) = (focusedRow, selectionExtension)
        focus(row)
        selectionExtension = extended
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
}
