import StateRestoration

/// A preserved selection: rows by the names of their items, or ranges of rows if there are many.
struct SelectionPlaces: Equatable {
  /// Single rows.
  var rows: [RowPlace] = []
  /// Ranges of rows, by their index paths.
  var ranges = RowSet()
  /// The rows beside the ranges, by name, if they are few. They stay deselected when the order of the rows changes.
  var deselected: [RowPlace] = []

  /// The maximum number of rows stored by name.
  static let maximumNamed = 10_000

  var isEmpty: Bool { rows.isEmpty && ranges.isEmpty }

  /// Returns the selected rows that exist, and whether none is missing.
  ///
  /// - Parameter row: returns the row at a place; nil if it does not exist.
  func found(in lines: RowLines, row: (RowPlace) -> IndexPath?) -> (rows: RowSet, isComplete: Bool) {
    let rows = rows.compactMap(row)
    var all = ranges
    all.formIntersection(lines)
    let isComplete = rows.count == self.rows.count && all.count == ranges.count
    all.exchange(deselected.filter { lines.contains($0.path) }.map { ($0.path, row($0)) })
    all.formIntersection(lines)
    for row in rows { all.insert(row) }
    return (all, isComplete)
  }

  /// Returns the selected rows that do not exist.
  func missing(in lines: RowLines, row: (RowPlace) -> IndexPath?) -> SelectionPlaces {
    var missing = SelectionPlaces(rows: rows.filter { row($0) == nil })
    var existing = ranges
    existing.formIntersection(lines)
    missing.ranges = ranges
    missing.ranges.subtract(existing)
    return missing
  }

  /// Removes a row that is known by its index path.
  mutating func remove(_ path: IndexPath) {
    rows.removeAll { $0 == RowPlace(path) }
    ranges.remove(path)
  }

  // MARK: Encoding

  init() {}

  init(rows: [RowPlace]) { self.rows = rows }

  /// Decodes the three lists of ``values``, as far as they are valid.
  init(_ values: [StateValue?]) {
    func list(_ index: Int) -> [StateValue] {
      guard index < values.count, case .list(let list)? = values[index] else { return [] }
      return list
    }
    rows = list(0).compactMap(RowPlace.init)
    for parts in list(1).compactMap(\.integers) where parts.count == 3 {
      let (section, first, count) = (parts[0], parts[1], parts[2])
      guard section >= 0, (0...1 << 40).contains(first), (1...1 << 40).contains(count) else { continue }
      ranges.insert(RowRange(section: section, rows: first..<first + count))
    }
    deselected = list(2).compactMap(RowPlace.init)
  }

  /// The lists of rows, ranges and deselected rows.
  var values: [[StateValue]] {
    let ranges = ranges.ranges.map { StateValue(integers: [$0.section, $0.rows.lowerBound, $0.rows.count]) }
    return [rows.map(\.value), ranges, deselected.map(\.value)]
  }
}

/// A preserved selection extended by Shift: its anchor and the rows selected before.
struct SelectionExtensionPlaces: Equatable {
  var anchor: RowPlace
  var others: SelectionPlaces

  init(anchor: RowPlace, others: SelectionPlaces) { (self.anchor, self.others) = (anchor, others) }

  init?(_ value: StateValue) {
    guard case .list(let parts) = value, let anchor = parts.first.flatMap(RowPlace.init) else { return nil }
    (self.anchor, others) = (anchor, SelectionPlaces(Array(parts.dropFirst())))
  }

  var value: StateValue { .list([anchor.value] + others.values.map { .list($0) }) }
}

extension RowSet {
  /// Applies the moves of deselected rows: each old position becomes selected, each new one deselected. A row that is gone
  /// has no new position.
  mutating func exchange(_ moves: [(from: IndexPath, to: IndexPath?)]) {
    for move in moves where move.from != move.to { insert(move.from) }
    for case (_, let to?) in moves { remove(to) }
  }
}
