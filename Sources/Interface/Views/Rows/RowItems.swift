/// The items of the selected rows, the focused row, the row at which the search began and the top row. They are recorded
/// in advance, because after a reload the source only knows the new rows.
struct RowItems {
  fileprivate(set) var selected: [IndexPath: AnyHashable] = [:]
  fileprivate(set) var focused: (path: IndexPath, item: AnyHashable)?
  fileprivate(set) var searchOrigin: (path: IndexPath, item: AnyHashable)?
  fileprivate var top: (line: Int, above: Int, item: AnyHashable)?

  /// All recorded items.
  var all: [AnyHashable] { Array(selected.values) + [focused?.item, searchOrigin?.item, top?.item].compactMap { $0 } }

  /// The maximum number of selected rows whose items are followed; each may require a search of the whole model.
  static let maximumFollowed = 1_000
}

// Selection, focus, search and scroll position follow their items when the rows change.
extension RowList {
  private func item(at path: IndexPath) -> AnyHashable? { rowSource?.rowList(self, itemForRowAt: path) }

  /// Records the items of newly selected or focused rows.
  func noteItems() {
    guard !isAwaitingReload else { return }
    let rows = selection.rows.count <= RowItems.maximumFollowed ? selection.rows : []
    items.selected = items.selected.filter { rows.contains($0.key) }
    for row in rows where items.selected[row] == nil { items.selected[row] = item(at: row) }
    func noted(_ row: IndexPath?) -> (path: IndexPath, item: AnyHashable)? {
      row.flatMap { row in lines.contains(row) ? item(at: row).map { (row, $0) } : nil }
    }
    if items.focused?.path != focusedRow { items.focused = noted(focusedRow) }
    let origin = search == nil ? nil : searchOrigin
    if items.searchOrigin?.path != origin { items.searchOrigin = noted(origin) }
  }

  /// Records the item of the top row. Not at the very start, so that rows inserted above become visible.
  func noteTopItem() {
    guard items.top?.line != firstLine else { return }
    items.top = nil
    guard firstLine > 0, let row = lines.firstRow(from: firstLine, step: 1), let line = lines.line(of: row),
      let item = item(at: row)
    else { return }
    items.top = (firstLine, line - firstLine, item)
  }

  /// Keeps the scroll position by line instead of by item, as the order of the rows changes.
  func forgetTopItem() { items.top = nil }

  /// Moves selection, focus, search and scroll position to the current rows of their items.
  func followItems() {
    guard let rowSource else { return }
    let moved = items.selected.filter { isElsewhere($0.value, than: $0.key) }
    if !moved.isEmpty {
      let found = moved.values.compactMap { rowSource.rowList(self, indexPathForItem: $0) }.filter(lines.contains)
      selection.replace(with: selection.rows.subtracting(moved.keys).union(found))
      invalidateRestorableState()
    }
    func row(nowOf known: (path: IndexPath, item: AnyHashable)?, at path: IndexPath?) -> IndexPath? {
      guard let known, known.path == path, isElsewhere(known.item, than: known.path) else { return nil }
      return rowSource.rowList(self, indexPathForItem: known.item).flatMap { lines.contains($0) ? $0 : nil }
    }
    if let row = row(nowOf: items.focused, at: focusedRow) {
      focusedRow = row
      invalidateRestorableState()
    }
    if let row = row(nowOf: items.searchOrigin, at: searchOrigin) { searchOrigin = row }
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

  /// Keeps the selection and scroll position of an emptied list, which may be filled again: by item, or in a fixed list
  /// by row.
  ///
  /// - Parameter before: the rows before the reload.
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
    if pending.searchOrigin == nil, search != nil, let searchOrigin {
      pending.searchOrigin = place(searchOrigin, items.searchOrigin?.item)
    }
    if pending.first == nil, firstLine > 0, let row = before.firstRow(from: firstLine, step: 1) {
      pending.first = place(row, items.top?.item)
      pending.isFocusSeen = isFocusSeen
    }
  }
}
