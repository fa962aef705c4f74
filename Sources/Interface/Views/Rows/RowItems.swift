/// The items of the selected rows, the focused row, the edited row, the row at which the search began and the top row.
/// They are recorded in advance, because after a reload the source only knows the new rows.
struct RowItems {
  /// The items of selected rows, if at most ``maximumFollowed`` rows are selected.
  fileprivate(set) var selected: [IndexPath: AnyHashable] = [:]
  /// If more rows are selected: the items of the other rows, if they are few.
  fileprivate var deselected: [IndexPath: AnyHashable] = [:]
  /// The rows whose items were asked for ``selected`` and ``deselected``. Some rows have none.
  fileprivate var asked = (selected: RowSet(), deselected: RowSet())
  /// If more rows are selected: the items of the first and the last row of each range, if there are few ranges.
  fileprivate var ends: [RowRange: (first: AnyHashable, last: AnyHashable)] = [:]
  /// The item of the anchor of an extended selection.
  fileprivate var anchor: (path: IndexPath, item: AnyHashable)?
  fileprivate(set) var focused: (path: IndexPath, item: AnyHashable)?
  fileprivate(set) var edited: (path: IndexPath, item: AnyHashable)?
  fileprivate(set) var searchOrigin: (path: IndexPath, item: AnyHashable)?
  fileprivate var top: (line: Int, above: Int, item: AnyHashable)?

  /// All recorded items.
  var all: [AnyHashable] {
    Array(selected.values) + Array(deselected.values) + ends.values.flatMap { [$0.first, $0.last] }
      + [anchor?.item, focused?.item, edited?.item, searchOrigin?.item, top?.item].compactMap { $0 }
  }

  /// Returns the recorded item of a row; nil if none is recorded.
  func item(at path: IndexPath) -> AnyHashable? {
    selected[path] ?? deselected[path]
      ?? [focused, anchor, edited, searchOrigin].lazy.compactMap { $0 }.first { $0.path == path }?.item
  }

  /// The maximum number of rows whose items are followed; each may require a search of the whole model.
  static let maximumFollowed = 1_000
  /// The maximum number of ranges whose first and last items are followed.
  fileprivate static let maximumRanges = 100
}

// Selection, focus, edited cell, search and scroll position follow their items when the rows change.
extension RowList {
  private func item(at path: IndexPath) -> AnyHashable? { rowSource?.itemForRow(at: path) }

  /// Records the items of newly selected or focused rows.
  func noteItems() {
    guard !isAwaitingReload else { return }
    let isLarge = selection.rows.count > RowItems.maximumFollowed
    note(isLarge ? RowSet() : selection.rows, in: \.selected, \.asked.selected)
    note(isLarge ? fewDeselectedRows ?? RowSet() : RowSet(), in: \.deselected, \.asked.deselected)
    noteEnds(of: isLarge && selection.rows.ranges.count <= RowItems.maximumRanges ? selection.rows.ranges : [])
    func noted(_ row: IndexPath?) -> (path: IndexPath, item: AnyHashable)? {
      row.flatMap { row in lines.contains(row) ? item(at: row).map { (row, $0) } : nil }
    }
    let anchor = isLarge ? selection.extended?.anchor : nil
    if items.anchor?.path != anchor { items.anchor = noted(anchor) }
    if items.focused?.path != focusedRow { items.focused = noted(focusedRow) }
    if items.edited?.path != cellEdit?.path { items.edited = noted(cellEdit?.path) }
    let origin = search == nil ? nil : searchOrigin
    if items.searchOrigin?.path != origin { items.searchOrigin = noted(origin) }
  }

  private func note(
    _ rows: RowSet, in list: WritableKeyPath<RowItems, [IndexPath: AnyHashable]>,
    _ asked: WritableKeyPath<RowItems, RowSet>
  ) {
    let known = items[keyPath: asked]
    guard rows != known else { return }
    var (gone, new) = (known, rows)
    gone.subtract(rows)
    new.subtract(known)
    for row in gone.rows { items[keyPath: list][row] = nil }
    for row in new.rows { items[keyPath: list][row] = item(at: row) }
    items[keyPath: asked] = rows
  }

  private func noteEnds(of ranges: [RowRange]) {
    let known = items.ends
    items.ends = [:]
    for range in ranges {
      if let ends = known[range] {
        items.ends[range] = ends
      } else if let first = item(at: range.first), let last = item(at: range.last) {
        items.ends[range] = (first, last)
      }
    }
  }

  /// The rows that are not selected, if they are few; nil if there are many.
  var fewDeselectedRows: RowSet? {
    let count = lines.rowCount - selection.rows.count
    guard (0...RowItems.maximumFollowed).contains(count) else { return nil }
    var rows = count == 0 ? RowSet() : lines.allRows
    if count > 0 { rows.subtract(selection.rows) }
    return rows
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

  /// Moves selection, focus, edited cell, search and scroll position to the current rows of their items.
  ///
  /// - Parameter before: the rows before the reload.
  func followItems(before: RowLines) {
    guard let rowSource else { return }
    if isExtensionMoved(before: before) { endExtension() }
    if let rows = followedSelection(before: before) {
      if rows != selection.rows {
        selection.replace(with: rows)
        invalidateRestorableState()
      } else if rows.count <= RowItems.maximumFollowed {
        // All rows are selected, and stay so, but the anchor has moved.
        endExtension()
      }
    }
    func row(nowOf known: (path: IndexPath, item: AnyHashable)?, at path: IndexPath?) -> IndexPath? {
      guard let known, known.path == path, isElsewhere(known.item, than: known.path) else { return nil }
      return self.row(of: known.item)
    }
    if let row = row(nowOf: items.focused, at: focusedRow) {
      focusedRow = row
      invalidateRestorableState()
    }
    if let row = row(nowOf: items.searchOrigin, at: searchOrigin) { searchOrigin = row }
    if let known = items.edited, known.path == cellEdit?.path, isElsewhere(known.item, than: known.path) {
      if let row = self.row(of: known.item) { cellEdit?.path = row } else { endCellEdit() }
    }
    if let top = items.top, top.line == firstLine,
      lines.content(ofLine: firstLine + top.above)?.row.map({ isElsewhere(top.item, than: $0) }) ?? true,
      let row = rowSource.indexPath(forItem: top.item), let line = lines.line(of: row)
    {
      firstLine = max(0, line - top.above)
    }
    items = RowItems()
  }

  /// Returns the rows of the selected items; nil if they are unknown, so that the selection keeps its index paths.
  ///
  /// The items of many selected rows are not recorded. Their selection is right as long as rows only change their order
  /// and all but a few rows are selected, and as long as rows are only inserted or deleted outside of its ranges.
  private func followedSelection(before: RowLines) -> RowSet? {
    if selection.rows.count <= RowItems.maximumFollowed {
      let moved = items.selected.filter { isElsewhere($0.value, than: $0.key) }
      if moved.isEmpty { return nil }
      var rows = selection.rows
      for path in moved.keys { rows.remove(path) }
      for row in moved.values.compactMap({ self.row(of: $0) }) { rows.insert(row) }
      return rows
    }
    let others = before.rowCount - selection.rows.count
    let isRestKnown = others == items.deselected.count
    if lines.rowCount <= before.rowCount, isRestKnown {
      var rows = lines.allRows
      for row in items.deselected.values.compactMap({ self.row(of: $0) }) { rows.remove(row) }
      return rows
    }
    if let shifted = shiftedRanges { return shifted }
    guard isRestKnown else { return nil }
    var rows = selection.rows
    rows.exchange(items.deselected.map { ($0.key, row(of: $0.value)) })
    return rows
  }

  /// Whether the rows of an extension of many rows may have moved. If few rows are selected, their items tell.
  private func isExtensionMoved(before: RowLines) -> Bool {
    guard let extended = selection.extended, selection.rows.count > RowItems.maximumFollowed else { return false }
    guard extended.others.isEmpty else { return true }
    return items.anchor.map { isElsewhere($0.item, than: $0.path) } ?? (lines != before)
  }

  /// The ranges at the new rows of their first and last items; nil if the number of rows between these has changed.
  private var shiftedRanges: RowSet? {
    guard !items.ends.isEmpty, items.ends.count == selection.rows.ranges.count else { return nil }
    var rows = RowSet()
    for (range, ends) in items.ends {
      guard let first = row(of: ends.first), let last = row(of: ends.last), first.section == last.section,
        last.row - first.row == range.rows.count - 1
      else { return nil }
      rows.insert(RowRange(section: first.section, rows: first.row..<(last.row + 1)))
    }
    return rows
  }

  /// Returns the row of an item; nil if it is gone.
  private func row(of item: AnyHashable) -> IndexPath? {
    rowSource?.indexPath(forItem: item).flatMap { lines.contains($0) ? $0 : nil }
  }

  private func isElsewhere(_ known: AnyHashable, than path: IndexPath) -> Bool {
    !lines.contains(path) || item(at: path) != known
  }

  /// Keeps the selection, the edited cell and the scroll position of an emptied list, which may be filled again: by item,
  /// or in a fixed list by row.
  ///
  /// - Parameter before: the rows before the reload.
  func keepPlacesOfEmptied(before: RowLines) {
    let keepsPaths = rowSource?.keepsPlacesWhileEmpty == true
    func place(_ path: IndexPath, _ item: AnyHashable?) -> RowPlace? {
      let name = item.flatMap { rowSource?.name(forItem: $0) }
      return name != nil || keepsPaths ? RowPlace(path, name: name) : nil
    }
    if pending.selected == nil, !selection.rows.isEmpty {
      var places = SelectionPlaces()
      if selection.rows.count <= RowItems.maximumFollowed {
        places.rows = selection.rows.rows.compactMap { place($0, items.selected[$0]) }
      } else if keepsPaths || !items.ends.isEmpty || !items.deselected.isEmpty {
        places.ranges = selection.rows
        places.deselected = items.deselected.compactMap { place($0.key, $0.value) }
      }
      if !places.isEmpty { pending.selected = places }
    }
    if pending.focused == nil, let focusedRow { pending.focused = place(focusedRow, items.focused?.item) }
    if cellEdit != nil { pending.edit = keptEdit { place($0, items.edited?.item) } ?? pending.edit }
    if pending.searchOrigin == nil, search != nil, let searchOrigin {
      pending.searchOrigin = place(searchOrigin, items.searchOrigin?.item)
    }
    if pending.first == nil, firstLine > 0, let row = before.firstRow(from: firstLine, step: 1) {
      pending.first = place(row, items.top?.item)
      pending.isFocusSeen = isFocusSeen
    }
  }
}
