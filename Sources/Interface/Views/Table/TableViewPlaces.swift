import StateRestoration

/// A row that a table keeps: by the name of its item where it has one, by its place where not.
struct TablePlace {
  var path: IndexPath
  var identifier: String?
  /// Whether the header above a section's first row is what stands at the top.
  var isHeader = false

  init(_ path: IndexPath, identifier: String?, isHeader: Bool = false) {
    (self.path, self.identifier, self.isHeader) = (path, identifier, isHeader)
  }

  init?(_ value: StateValue) {
    guard case .list(let parts) = value, parts.count >= 2, case .integer(let section) = parts[0],
      case .integer(let row) = parts[1]
    else { return nil }
    path = IndexPath(section: Int(section), row: Int(row))
    if parts.count > 2, case .string(let text) = parts[2] { identifier = text }
  }

  var value: StateValue {
    .list(
      [.integer(Int64(path.section)), .integer(Int64(path.row))] + (identifier.map { [.string($0)] } ?? []))
  }
}

/// What was restored, or stood in a fixed list before that was emptied, and is not in its place yet, as its rows are still
/// to come. Each part is applied at every reload
/// until the whole of it has found its place, or it was moved.
struct TablePlaces {
  var selected: [TablePlace]?
  var focused: TablePlace?
  var first: TablePlace?
}

extension TableView {
  func place(of path: IndexPath) -> TablePlace {
    TablePlace(path, identifier: dataSource?.tableView(self, modelIdentifierForRowAt: path))
  }

  /// The row that a place leads to now; nil if it is not there, or not yet.
  func row(at place: TablePlace) -> IndexPath? {
    guard let identifier = place.identifier else { return isRow(place.path) ? place.path : nil }
    return dataSource?.tableView(self, indexPathForModelIdentifier: identifier).flatMap { isRow($0) ? $0 : nil }
  }

  /// Puts what was restored where it belongs, as far as the rows are there.
  func applyPendingPlaces() {
    if let places = pending.selected {
      let found = places.compactMap(row)
      selected = Set(found)
      if found.count == places.count { pending.selected = nil }
    }
    if let place = pending.focused, let row = row(at: place) {
      focusedRow = row
      pending.focused = nil
    }
    if let place = pending.first, let row = row(at: place) ?? nearestRow(to: place.path) {
      firstLine = line(of: row) - (place.isHeader && row.row == 0 && sectionHasHeader[row.section] ? 1 : 0)
    }
  }

  /// A fixed list that is empty now may be filled again.
  func keepPlacesOfEmptied() {
    func place(_ row: Int) -> TablePlace { TablePlace(IndexPath(section: 0, row: row), identifier: nil) }
    if pending.selected == nil, !selected.isEmpty { pending.selected = selected.sorted().map { place($0.row) } }
    if pending.focused == nil { pending.focused = focusedRow.map { place($0.row) } }
    if pending.first == nil, firstLine > 0 { pending.first = place(firstLine) }
  }

  /// The restored scroll position is reached when its row is there and the rows below it fill the view.
  func settlePendingScroll(lastLine: Int) {
    guard let place = pending.first, pageHeight > 0, firstLine <= lastLine, row(at: place) != nil else { return }
    pending.first = nil
  }

  /// The selection was changed by somebody. Rows that are still to come stay selected only where several can be.
  func selectionWasMoved() {
    guard let places = pending.selected else { return }
    let missing = places.filter { row(at: $0) == nil }
    pending.selected = allowsMultipleSelection && !missing.isEmpty ? missing + selected.sorted().map(place) : nil
  }

  /// What stands at the top, unless that is the very start.
  private var placeOfFirstLine: TablePlace? {
    guard firstLine > 0, let top = firstRow(from: firstLine, step: 1) else { return nil }
    var place = place(of: top)
    place.isHeader = content(ofLine: firstLine)?.row == nil
    return place
  }

  func encodePlaces(with coder: StateCoder) {
    let rows = pending.selected ?? selected.sorted().map(place)
    coder.encode(.list(rows.map(\.value)), forKey: "selectedRows")
    if let place = pending.focused ?? focusedRow.flatMap({ isRow($0) ? place(of: $0) : nil }) {
      coder.encode(place.value, forKey: "focusedRow")
    }
    if let place = pending.first ?? placeOfFirstLine {
      coder.encode(place.value, forKey: "firstRow")
      // Saves that do not say so had the header at the top.
      if !place.isHeader, place.path.row == 0 { coder.encode(false, forKey: "isHeaderFirst") }
    }
  }

  func decodePlaces(with coder: StateCoder) {
    var places = TablePlaces(selected: [])
    if case .list(let rows)? = coder.decodeValue(forKey: "selectedRows") {
      places.selected = rows.compactMap(TablePlace.init)
    }
    places.focused = coder.decodeValue(forKey: "focusedRow").flatMap(TablePlace.init)
    if var first = coder.decodeValue(forKey: "firstRow").flatMap(TablePlace.init) {
      first.isHeader = first.path.row == 0 && coder.decodeBoolean(forKey: "isHeaderFirst") ?? true
      places.first = first
    }
    pending = places
    reloadData()
  }
}
