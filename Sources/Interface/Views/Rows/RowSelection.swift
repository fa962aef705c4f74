/// The selected rows, with the anchor of a selection extended by Shift.
public struct RowSelection {
  /// The selected rows.
  public private(set) var rows: Set<IndexPath> = []
  /// The anchor of the extension and the rows selected before it, until another action.
  private var extended: (anchor: IndexPath, others: Set<IndexPath>)?

  /// The maximum number of rows selected by one key.
  static let maximumCount = 100_000

  /// Creates an empty selection.
  public init() {}

  /// The approximate size in bytes.
  var heldBytes: Int { (rows.count + (extended?.others.count ?? 0)) * 32 }

  /// The selected rows, in order.
  public var sorted: [IndexPath] { rows.sorted() }

  /// Returns whether a row is selected.
  public func contains(_ path: IndexPath) -> Bool { rows.contains(path) }

  /// Selects a row, keeping or replacing the others.
  public mutating func insert(_ path: IndexPath, besideOthers: Bool) {
    if !besideOthers { rows = [] }
    rows.insert(path)
  }

  /// Deselects a row.
  public mutating func remove(_ path: IndexPath) { rows.remove(path) }

  /// Deselects all rows.
  public mutating func removeAll() { rows = [] }

  /// Replaces the selected rows.
  mutating func replace(with paths: some Sequence<IndexPath>) { rows = Set(paths) }

  /// Deselects rows that no longer exist. Returns whether there were any.
  mutating func keep(_ lines: RowLines) -> Bool {
    let count = rows.count
    rows = rows.filter(lines.contains)
    return rows.count != count
  }

  /// Swaps the selection of two rows that have changed places.
  mutating func swap(_ first: IndexPath, _ second: IndexPath) {
    let (hadFirst, hadSecond) = (rows.contains(first), rows.contains(second))
    if hadFirst { rows.insert(second) } else { rows.remove(second) }
    if hadSecond { rows.insert(first) } else { rows.remove(first) }
  }

  /// Selects the rows from the anchor, or from `start`, to another row, keeping the rows selected before the extension.
  /// Returns false if there are too many rows, or a row does not exist.
  mutating func extend(from start: IndexPath, to end: IndexPath, in lines: RowLines) -> Bool {
    let beginning = extended ?? (anchor: start, others: rows)
    guard let first = lines.line(of: beginning.anchor), let last = lines.line(of: end),
      abs(last - first) < Self.maximumCount
    else { return false }
    extended = beginning
    rows = beginning.others
    for line in min(first, last)...max(first, last) {
      if let row = lines.content(ofLine: line)?.row { rows.insert(row) }
    }
    return true
  }

  /// Selects the rows from the nearest selected row to another one; only that one if none is selected. Returns false if
  /// there are too many rows, or the row does not exist.
  mutating func fill(to end: IndexPath, in lines: RowLines) -> Bool {
    guard let last = lines.line(of: end) else { return false }
    let nearest = rows.compactMap(lines.line(of:)).min { (abs($0 - last), $0) < (abs($1 - last), $1) } ?? last
    guard abs(last - nearest) < Self.maximumCount else { return false }
    extended = nil
    for line in min(nearest, last)...max(nearest, last) {
      if let row = lines.content(ofLine: line)?.row { rows.insert(row) }
    }
    return true
  }

  /// Ends the extension, so that the next one starts with a new anchor.
  mutating func endExtension() { extended = nil }

  /// Selects all rows, or none if all are selected. Returns false if there are too many rows, or none.
  mutating func toggleAll(in lines: RowLines) -> Bool {
    let count = lines.rowCount
    guard count > 0, count <= Self.maximumCount else { return false }
    extended = nil
    rows =
      rows.count == count ? [] : Set((0..<lines.count).lazy.compactMap { lines.content(ofLine: $0)?.row })
    return true
  }
}
