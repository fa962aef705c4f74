/// The items that stand in rows which matter: the selected ones, the focused one, the one at the top. They are noted when
/// the rows begin to matter, because at a reload the source knows the new rows only.
struct RowItems {
  fileprivate(set) var selected: [IndexPath: AnyHashable] = [:]
  fileprivate(set) var focused: (path: IndexPath, item: AnyHashable)?
  fileprivate var top: (line: Int, above: Int, item: AnyHashable)?

  /// All of them.
  var all: [AnyHashable] { Array(selected.values) + [focused?.item, top?.item].compactMap { $0 } }

  /// Of more selected rows than this, none is followed: each can cost a look through the whole model.
  static let mostFollowed = 1_000
}

// Selection, focus and scroll position follow their items when the rows change.
extension RowList {
  private func item(at path: IndexPath) -> AnyHashable? { rowSource?.rowList(self, itemForRowAt: path) }

  /// Notes the items of rows that are selected or focused now and were not before.
  func noteItems() {
    guard !isAwaitingReload else { return }
    let rows = selection.rows.count <= RowItems.mostFollowed ? selection.rows : []
    items.selected = items.selected.filter { rows.contains($0.key) }
    for row in rows where items.selected[row] == nil { items.selected[row] = item(at: row) }
    if items.focused?.path != focusedRow {
      items.focused = focusedRow.flatMap { row in lines.contains(row) ? item(at: row).map { (row, $0) } : nil }
    }
  }

  /// Notes the item at the top. At the very start none is: what comes above it is to be seen.
  func noteTopItem() {
    guard items.top?.line != firstLine else { return }
    items.top = nil
    guard firstLine > 0, let row = lines.firstRow(from: firstLine, step: 1), let line = lines.line(of: row),
      let item = item(at: row)
    else { return }
    items.top = (firstLine, line - firstLine, item)
  }

  /// The line at the top is kept, and not the item in it: the rows are in another order.
  func forgetTopItem() { items.top = nil }

  /// Lets selection, focus and scroll position go to where their items are now.
  func followItems() {
    guard let rowSource else { return }
    let moved = items.selected.filter { isElsewhere($0.value, than: $0.key) }
    if !moved.isEmpty {
      let found = moved.values.compactMap { rowSource.rowList(self, indexPathForItem: $0) }.filter(lines.contains)
      selection.replace(with: selection.rows.subtracting(moved.keys).union(found))
      invalidateRestorableState()
    }
    if let focused = items.focused, focused.path == focusedRow, isElsewhere(focused.item, than: focused.path),
      let row = rowSource.rowList(self, indexPathForItem: focused.item), lines.contains(row)
    {
      focusedRow = row
      invalidateRestorableState()
    }
    if let top = items.top, top.line == firstLine,
      lines.content(ofLine: firstLine + top.above)?.row.map({ isElsewhere(top.item, than: $0) }) ?? true,
      let row = rowSource.rowList(self, indexPathForItem: top.item), let line = lines.line(of: row)
    {
      firstLine = max(0, line - top.above)
    }
    items = RowItems()
  }

  private func isElsewhere(_ known: AnyHashable, than path: IndexPath) -> Bool {
    !lines.contains(path) || item(at: path) != known
  }

  /// A list that is empty now may be filled again: what was selected and seen waits for its items, and in a fixed list for
  /// its rows.
  ///
  /// - Parameter before: the rows until now.
  func keepPlacesOfEmptied(before: RowLines) {
    func place(_ path: IndexPath, _ item: AnyHashable?) -> RowPlace? {
      let name = item.flatMap { rowSource?.rowList(self, nameForItem: $0) }
      return name != nil || rowSource?.keepsPlacesWhileEmpty(self) == true ? RowPlace(path, name: name) : nil
    }
    if pending.selected == nil, !selection.rows.isEmpty {
      let places = selection.sorted.compactMap { place($0, items.selected[$0]) }
      if !places.isEmpty { pending.selected = places }
    }
    if pending.focused == nil, let focusedRow { pending.focused = place(focusedRow, items.focused?.item) }
    if pending.first == nil, firstLine > 0, let row = before.firstRow(from: firstLine, step: 1) {
      pending.first = place(row, items.top?.item)
      pending.isFocusSeen = isFocusSeen
    }
  }
}
