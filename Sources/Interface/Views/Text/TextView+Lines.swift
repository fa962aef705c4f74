// Keys that move the cursor between lines, and divide them.
extension TextView {
  /// Binds keys that move the cursor vertically, with any modifier but Alt.
  func vertical(_ title: String?, _ steps: KeyValuePairs<Key, Int>) -> KeyBinding {
    KeyBinding(title, .anyModifiers(steps.map(\.key))) { [self] key in
      guard !key.modifiers.contains(.alt), let step = steps.first(where: { $0.key == key.key })?.value else {
        return false
      }
      return moveByLines(step, extending: key.modifiers.contains(.shift))
    }
  }

  func breakLine() {
    edit {
      $0.insert("\n")
      return true
    }
  }

  private func moveByLines(_ step: Int, extending: Bool) -> Bool {
    let mark = viewport.mark(ofOffset: editing.cursor)
    let here = viewport.place(of: mark)
    let place = viewport.place(here, movedBy: step)
    // At the first and last row an arrow key is not handled, unless it extends the selection.
    if place == here, abs(step) == 1, !extending { return false }
    let column = wantedColumn ?? viewport.column(of: mark)
    let target = offset(atColumn: column, of: place)
    edit {
      $0.move(to: target, extending: extending)
      return true
    }
    wantedColumn = column
    return true
  }

  /// Returns the offset of the cursor at a column of a row.
  func offset(atColumn column: Int, of place: TextViewport.Place) -> Int {
    let mark = viewport.mark(at: place, column: column)
    let offset = viewport.offset(of: mark)
    // The end of a wrapped row is the start of the next one.
    let rows = viewport.rows(ofLine: place.line)
    let row = rows.bytes(ofRow: place.row)
    let isEndOfRow =
      !row.isEmpty && !rows.isLast(place.row) && offset == editing.lines.offset(ofLine: place.line) + row.upperBound
    return isEndOfRow ? editing.offset(before: offset) : offset
  }
}
