/// Which rows are selected, and what a selection by Shift began with.
public struct RowSelection {
  /// The selected rows.
  public private(set) var rows: Set<IndexPath> = []
  /// The row that the selection is extended from, and what else is selected, until anything else is done.
  private var extended: (anchor: IndexPath, others: Set<IndexPath>)?

  /// More rows than this are not selected by one key.
  static let mostAtOnce = 100_000

  /// Nothing.
  public init() {}

  /// About how many bytes it takes.
  var heldBytes: Int { (rows.count + (extended?.others.count ?? 0)) * 32 }

  /// The selected rows, in order.
  public var sorted: [IndexPath] { rows.sorted() }

  /// Whether a row is selected.
  public func contains(_ path: IndexPath) -> Bool { rows.contains(path) }

  /// Selects a row, beside the others or in their place.
  public mutating func insert(_ path: IndexPath, besideOthers: Bool) {
    if !besideOthers { rows = [] }
    rows.insert(path)
  }

  /// Deselects a row.
  public mutating func remove(_ path: IndexPath) { rows.remove(path) }

  /// Deselects all rows.
  public mutating func removeAll() { rows = [] }

  /// Selects these rows and no others.
  mutating func replace(with paths: some Sequence<IndexPath>) { rows = Set(paths) }

  /// Deselects rows that are no more. Returns whether there were such.
  mutating func keep(_ lines: RowLines) -> Bool {
    let count = rows.count
    rows = rows.filter(lines.contains)
    return rows.count != count
  }

  /// Two rows have changed places.
  mutating func swap(_ first: IndexPath, _ second: IndexPath) {
    let (hadFirst, hadSecond) = (rows.contains(first), rows.contains(second))
    if hadFirst { rows.insert(second) } else { rows.remove(second) }
    if hadSecond { rows.insert(first) } else { rows.remove(first) }
  }

  /// Selects the rows from where this was begun, or from `start`, up to another, beside what was selected before it was
  /// begun. False if that is too much, or no row is there.
  mutating func extend(from start: IndexPath, to end: IndexPath, in lines: RowLines) -> Bool {
    let beginning = extended ?? (anchor: start, others: rows)
    guard let first = lines.line(of: beginning.anchor), let last = lines.line(of: end),
      abs(last - first) < Self.mostAtOnce
    else { return false }
    extended = beginning
    rows = beginning.others
    for line in min(first, last)...max(first, last) {
      if let row = lines.content(ofLine: line)?.row { rows.insert(row) }
    }
    return true
  }

  /// The next selection with Shift starts again.
  mutating func endExtension() { extended = nil }

  /// Selects every row, or none if all are selected. False if that is too much, or there is no row.
  mutating func toggleAll(in lines: RowLines) -> Bool {
    let count = lines.rowCount
    guard count > 0, count <= Self.mostAtOnce else { return false }
    extended = nil
    rows =
      rows.count == count ? [] : Set((0..<lines.count).lazy.compactMap { lines.content(ofLine: $0)?.row })
    return true
  }
}
