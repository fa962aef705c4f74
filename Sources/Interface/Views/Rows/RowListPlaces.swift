// What a list keeps, and how it comes back.
extension RowList {
  /// The place of a row.
  func place(of path: IndexPath) -> RowPlace {
    RowPlace(path, name: rowSource?.rowList(self, nameForRowAt: path))
  }

  /// The row that a place leads to now; nil if it is not there, or not yet.
  func row(at place: RowPlace) -> IndexPath? {
    var path: IndexPath? = place.path
    if let name = place.name { path = rowSource?.rowList(self, indexPathForName: name) }
    guard let path, lines.contains(path) else { return nil }
    return path
  }

  /// What is saved: what waits for its rows still, else what there is.
  var places: RowPlaces {
    var places = pending
    places.selected = pending.selected ?? selection.sorted.compactMap(keptPlace)
    places.focused = pending.focused ?? focusedRow.flatMap { lines.contains($0) ? keptPlace(of: $0) : nil }
    places.first = pending.first ?? placeOfFirstLine
    return places
  }

  private func keptPlace(of path: IndexPath) -> RowPlace? {
    let place = place(of: path)
    return place.name == nil && rowSource?.keepsOnlyNames(of: self) == true ? nil : place
  }

  /// What stands at the top, unless that is the very start.
  private var placeOfFirstLine: RowPlace? {
    guard firstLine > 0, let top = lines.firstRow(from: firstLine, step: 1) else { return nil }
    guard var place = keptPlace(of: top) else { return nil }
    place.isHeader = lines.content(ofLine: firstLine)?.row == nil
    return place
  }

  /// Puts what was restored where it belongs, as far as the rows are there.
  func applyPendingPlaces() {
    if let places = pending.selected {
      let found = places.compactMap(row)
      if !found.isEmpty || places.isEmpty { selection.replace(with: found) }
      if found.count == places.count { pending.selected = nil }
    }
    if let place = pending.focused, let row = row(at: place) {
      placeFocus(at: row)
    }
    if let place = pending.first, let row = row(at: place) ?? lines.nearestRow(to: place.path),
      let line = lines.line(of: row)
    {
      firstLine = line - (place.isHeader && row.row == 0 && lines.hasHeader(row.section) ? 1 : 0)
    }
  }

  /// The restored scroll position is reached when its row is there and the rows below it fill the view.
  func settlePendingScroll(lastLine: Int) {
    guard let place = pending.first, pageHeight > 0, firstLine <= lastLine, row(at: place) != nil else { return }
    pending.first = nil
  }

  /// A script selects a row that is not there yet.
  func selectLater(_ path: IndexPath) {
    guard path.section >= 0, path.row >= 0 else { return }
    let others = allowsMultipleSelection ? pending.selected ?? selection.sorted.map(place) : []
    pending.selected = others.filter { $0 != RowPlace(path) } + [RowPlace(path)]
    invalidateRestorableState()
  }

  /// The selection was changed by somebody. Rows that are still to come stay selected only where several can be.
  func selectionWasMoved() {
    guard let places = pending.selected else { return }
    let missing = places.filter { row(at: $0) == nil }
    pending.selected = allowsMultipleSelection && !missing.isEmpty ? missing + selection.sorted.map(place) : nil
  }
}
