// Preservation and restoration of places.
extension RowList {
  /// Returns the place of a row, by the name of the item that it had at the last reload: the model may have changed since then.
  func place(of path: IndexPath) -> RowPlace {
    let current = rowSource?.nameForRow(at: path)
    guard let rowSource, let now = current?.rowItem, let known = items.item(at: path), known != now,
      let name = rowSource.name(forItem: known),
      rowSource.indexPath(forName: name) != nil
    else { return RowPlace(path, name: current) }
    return RowPlace(path, name: name)
  }

  /// Returns the row at a place; nil if it does not exist, or not yet.
  func row(at place: RowPlace) -> IndexPath? {
    var path: IndexPath? = place.path
    if let name = place.name { path = rowSource?.indexPath(forName: name) }
    guard let path, lines.contains(path) else { return nil }
    return path
  }

  /// The places to save: pending ones, otherwise the current ones.
  var places: RowPlaces {
    var places = pending
    places.selected = pending.selected ?? self.places(of: selection.rows)
    places.extended =
      pending.extended
      ?? selection.extended.flatMap { extended in
        keptPlace(of: extended.anchor).map {
          SelectionExtensionPlaces(anchor: $0, others: self.places(of: extended.others))
        }
      }
    places.edit = keptEdit(keptPlace)
    places.focused = pending.focused ?? focusedRow.flatMap { lines.contains($0) ? keptPlace(of: $0) : nil }
    places.first = pending.first ?? (firstLine > 0 ? placeAtTop : nil)
    if let first = places.first, first != .start, first.name == nil, rowSource?.keepsOnlyNames == true {
      places.first = nil
    }
    places.searchOrigin =
      pending.searchOrigin ?? searchOrigin.flatMap { lines.contains($0) ? keptPlace(of: $0) : nil }
    if search == nil { places.searchOrigin = nil }
    if pending.first == nil { places.isFocusSeen = focusedRow == nil || isFocusSeen }
    return places
  }

  /// Returns the places of rows: by name, or many rows as ranges.
  func places(of rows: RowSet) -> SelectionPlaces {
    var places = SelectionPlaces()
    if rows.count <= SelectionPlaces.maximumNamed {
      places.rows = rows.rows.compactMap(keptPlace)
    } else if rowSource?.keepsOnlyNames != true {
      places.ranges = rows
      places.deselected = (fewDeselectedRows ?? RowSet()).rows.map(place).filter { $0.name != nil }
    }
    return places
  }

  private func keptPlace(of path: IndexPath) -> RowPlace? {
    let place = place(of: path)
    return place.name == nil && rowSource?.keepsOnlyNames == true ? nil : place
  }

  /// Applies the restored places whose rows exist.
  func applyPendingPlaces() {
    if let places = pending.selected {
      let (found, isComplete) = places.found(in: lines, row: row)
      if !found.isEmpty || places.isEmpty { selection.replace(with: found) }
      if isComplete { pending.selected = nil }
    }
    if let places = pending.extended, pending.selected == nil, let anchor = row(at: places.anchor) {
      selection.resume(.init(anchor: anchor, others: places.others.found(in: lines, row: row).rows))
      pending.extended = nil
    }
    if let place = pending.focused, let row = row(at: place) {
      placeFocus(at: row)
    }
    if let place = pending.first, let line = line(at: place)?.line { firstLine = line }
    if let place = pending.searchOrigin, let row = row(at: place) {
      searchOrigin = row
      pending.searchOrigin = nil
    }
  }

  /// Returns the line for a place at the top, and whether it is exact or the nearest.
  private func line(at place: RowPlace) -> (line: Int, isExact: Bool)? {
    if place == .start { return (0, true) }
    let exact = row(at: place)
    guard let row = exact ?? lines.nearestRow(to: place.path), let line = lines.line(of: row) else { return nil }
    return (line - (place.isHeader && row.row == 0 && lines.hasHeader(row.section) ? 1 : 0), exact != nil)
  }

  // MARK: First visible line

  /// Adjusts the first visible line after a resize. The requested line is abandoned where it would leave room below the
  /// last row or hide the focused row, and applied again at a size that allows it, until the user scrolls or moves the
  /// focus.
  ///
  /// - Parameter height: the number of visible lines before the resize; 0 before the first layout.
  func settleFirstLine(seenBefore height: Int) {
    guard pageHeight > 0 else { return }
    if pending.first == nil, height > 0, height != pageHeight {
      let wasSeen = focusedRow != nil && isFocusSeen
      // A larger list can show the focused row without scrolling.
      if fitting(firstLine, keepsFocus: wasSeen) != firstLine || !wasSeen && isFocusOnPage {
        (pending.first, pending.isFocusSeen) = (placeAtTop, wasSeen)
        invalidateRestorableState()
      }
    }
    guard let place = pending.first, let (line, isExact) = line(at: place) else {
      firstLine = fitting(firstLine, keepsFocus: false)
      return
    }
    firstLine = fitting(line, keepsFocus: pending.isFocusSeen)
    if firstLine == line, isExact, pending.focused == nil, pending.isFocusSeen || !isFocusOnPage {
      abandonPendingLine()
    }
  }

  /// Whether the focused row is visible at the current size.
  private var isFocusOnPage: Bool {
    focusedRow.flatMap(lines.line(of:)).map { (firstLine..<firstLine + pageHeight).contains($0) } ?? false
  }

  /// No longer waits for a first visible line.
  func abandonPendingLine() {
    guard pending.first != nil else { return }
    pending.first = nil
    invalidateRestorableState()
  }

  private func fitting(_ line: Int, keepsFocus: Bool) -> Int {
    let line = min(line, max(0, lines.count - pageHeight))
    guard keepsFocus, let focused = focusedRow.flatMap(lines.line(of:)) else { return line }
    return min(focused, max(line, focused - pageHeight + 1))
  }

  /// The place of the first visible line.
  private var placeAtTop: RowPlace {
    guard firstLine > 0, let top = lines.firstRow(from: firstLine, step: 1) else { return .start }
    var place = place(of: top)
    place.isHeader = lines.content(ofLine: firstLine)?.row == nil
    return place
  }

  /// Selects a row once it exists, on behalf of a script.
  func selectLater(_ path: IndexPath) {
    guard path.section >= 0, path.row >= 0 else { return }
    var places = allowsMultipleSelection ? pending.selected ?? self.places(of: selection.rows) : SelectionPlaces()
    places.rows = places.rows.filter { $0 != RowPlace(path) } + [RowPlace(path)]
    pending.selected = places
    invalidateRestorableState()
  }

  /// Updates the pending selection after a change. Rows that do not exist yet stay selected only with multiple
  /// selection.
  func selectionWasMoved() {
    pending.extended = nil
    guard let places = pending.selected else { return }
    let missing = places.missing(in: lines, row: row)
    guard allowsMultipleSelection, !missing.isEmpty else { return pending.selected = nil }
    var all = self.places(of: selection.rows)
    all.rows = missing.rows + all.rows
    all.ranges.formUnion(missing.ranges)
    pending.selected = all
  }
}
