// Keyboard input.
extension RowList {
  var rowBindings: [KeyBinding] {
    let screen = max(1, pageHeight - 1)
    let half = max(1, pageHeight / 2)
    let whole = lines.count
    var bindings = cellBindings
    bindings += [
      moving("Move", [.up: -1, .down: 1]), moving("Page up, down", [.pageUp: -screen, .pageDown: screen]),
      moving("First, last", [.home: -whole, .end: whole]),
      letters("Move", [.character("k"): -1, .character("j"): 1]),
      letters(
        "Page up, down",
        allowsMultipleSelection
          ? [.control("b"): -screen, .control("f"): screen]
          : [.control("b"): -screen, .control("f"): screen, .space: screen]),
      letters("Half page up, down", [.control("u"): -half, .control("d"): half]),
      letters("First, last", [.character("g"): -whole, .character("G"): whole]),
      KeyBinding(
        allowsMultipleSelection ? "Select, deselect" : "Choose", trying: [.enter: { self.chooseFocused() }]),
    ]
    if allowsMultipleSelection {
      bindings.append(
        KeyBinding("Select, deselect", trying: [.space: { self.chooseFocused() }]).yielding().hinted("select"))
    }
    bindings += matchBindings + [searchBinding.weighing(lines.count > 0 ? .main : .idle)]
    if allowsMultipleSelection {
      bindings += [
        extending("Extend the selection", [.up: -1, .down: 1]),
        extending(nil, [.pageUp: -screen, .pageDown: screen, .home: -whole, .end: whole]),
        KeyBinding(
          "Select up to this row",
          trying: [
            .key(.character(" "), .control): { self.selectUpToFocus() },
            .key(.character(" "), .shift): { self.selectUpToFocus() },
          ]
        ).weighing(.known),
        KeyBinding("Select all, none", trying: [.control("a"): { self.selectAll() }]),
      ]
    }
    if let focusedRow, selectionMode != .none {
      let show = { self.showRowActions(focusedRow) }
      bindings += [
        KeyBinding(nil, trying: hasCellCursor ? [.key(.right, .alt): show] : [.right: show])
          .titled { [self] in actions(of: focusedRow).isEmpty ? nil : "Row actions" },
        // For rows in which Right has another effect.
        KeyBinding(nil, trying: [.key(.right, .alt): show]),
      ]
    }
    if isEditing, rowSource?.canEditRows == true { bindings += editingBindings }
    return bindings + columnBindings
  }

  /// Returns a binding of keys that move the focus by numbers of lines.
  private func moving(_ title: String?, _ steps: KeyValuePairs<Key, Int>) -> KeyBinding {
    stepping(title, steps, []) { $0.moveFocus(by: $1) }
  }

  /// Returns a binding of pager-style letters that move the focus by numbers of lines. They do nothing at the end.
  private func letters(_ title: String, _ steps: KeyValuePairs<KeyPress, Int>) -> KeyBinding {
    KeyBinding(title, .keys(steps.map(\.key))) { [self] key in
      steps.first { $0.key == key }.map { _ = moveFocus(by: $0.value) }
      return true
    }.yielding()
  }

  /// Returns a binding of keys that move the focus and extend the selection.
  private func extending(_ title: String?, _ steps: KeyValuePairs<Key, Int>) -> KeyBinding {
    stepping(title, steps, .shift) { $0.extendSelection(by: $1) }
  }

  private func stepping(
    _ title: String?, _ steps: KeyValuePairs<Key, Int>, _ modifiers: Modifiers,
    action: @escaping (RowList, Int) -> Bool
  ) -> KeyBinding {
    KeyBinding(title, .keys(steps.map { KeyPress($0.key, modifiers: modifiers) })) { [self] key in
      steps.first { $0.key == key.key }.map { action(self, $0.value) } ?? false
    }
  }

  private func chooseFocused() -> Bool {
    guard selectionMode != .none, let focusedRow, lines.contains(focusedRow) else { return false }
    choose(focusedRow)
    return true
  }

  /// Moves the focus and extends the selection to it, keeping the rows selected before.
  private func extendSelection(by count: Int) -> Bool {
    guard let row = row(fromFocus: count) ?? focusedRow else { return true }
    extendSelection(to: row)
    return true
  }

  /// Moves the focus to a row, and selects the rows between it and the start of the selection, or the focused row.
  func extendSelection(to end: IndexPath) {
    let start = focusedRow ?? end
    // Moving the focus alone would end the extension.
    var extended = selection
    let isExtended = extended.extend(from: start, to: end, in: lines)
    focus(end) {
      guard isExtended else { return }
      self.selection = extended
      self.selectionWasMoved()
      self.selectionDidChange()
    }
    if isExtended { sendValueChanged() }
  }

  /// Selects the rows between the nearest selected row and the focused one.
  private func selectUpToFocus() -> Bool {
    guard let focusedRow, selection.fill(to: focusedRow, in: lines) else { return false }
    selectionWasMoved()
    selectionDidChange()
    sendValueChanged()
    return true
  }

  /// Selects all rows, or none if all are selected.
  private func selectAll() -> Bool {
    reloadIfNeeded()
    guard selection.toggleAll(in: lines) else { return false }
    (pending.selected, pending.extended) = (nil, nil)
    selectionDidChange()
    sendValueChanged()
    return true
  }
}
