/// The selected rows, with the anchor of a selection extended by Shift.
public struct RowSelection {
  /// The selected rows.
  public private(set) var rows = RowSet()
  /// The anchor of the extension and the rows selected before it, until another action.
  private(set) var extended: Extension?

  /// A selection that Shift extends or shrinks from a fixed row on.
  struct Extension: Equatable {
    /// The row at which it began.
    var anchor: IndexPath
    /// The rows selected before.
    var others: RowSet
  }

  /// The approximate size in bytes.
  var heldBytes: Int { (rows.ranges.count + (extended?.others.ranges.count ?? 0)) * 32 }

  /// The selected rows, in order.
  public var sorted: [IndexPath] { Array(rows.rows) }

  /// Returns whether a row is selected.
  public func contains(_ path: IndexPath) -> Bool { rows.contains(path) }

  /// Selects a row, keeping or replacing the others.
  public mutating func insert(_ path: IndexPath, besideOthers: Bool) {
    endExtension()
    if !besideOthers { rows = RowSet() }
    rows.insert(path)
  }

  /// Deselects a row.
  public mutating func remove(_ path: IndexPath) {
    endExtension()
    rows.remove(path)
  }

  /// Deselects all rows.
  public mutating func removeAll() { self = RowSelection() }

  /// Replaces the selected rows.
  mutating func replace(with rows: RowSet) {
    endExtension()
    self.rows = rows
  }

  /// Deselects rows that no longer exist. Returns whether there were any.
  mutating func keep(_ lines: RowLines) -> Bool {
    if let anchor = extended?.anchor, !lines.contains(anchor) { extended = nil }
    extended?.others.formIntersection(lines)
    let count = rows.count
    rows.formIntersection(lines)
    return rows.count != count
  }

  /// Follows a row that has moved to another place, which is counted without it.
  mutating func move(_ row: IndexPath, to target: IndexPath) {
    endExtension()
    let isSelected = rows.contains(row)
    rows.remove(row)
    rows.shift(rowsFrom: IndexPath(section: row.section, row: row.row + 1), by: -1)
    rows.shift(rowsFrom: target, by: 1)
    if isSelected { rows.insert(target) }
  }

  /// Selects the rows from the anchor, or from `start`, to another row, keeping the rows selected before the extension.
  /// Returns false if a row does not exist.
  mutating func extend(from start: IndexPath, to end: IndexPath, in lines: RowLines) -> Bool {
    let beginning = extended ?? Extension(anchor: start, others: rows)
    guard let added = lines.rows(between: beginning.anchor, and: end) else { return false }
    extended = beginning
    rows = beginning.others
    rows.formUnion(added)
    return true
  }

  /// Selects the rows from the nearest selected row to another one; only that one if none is selected. Returns false if
  /// the row does not exist.
  mutating func fill(to end: IndexPath, in lines: RowLines) -> Bool {
    guard let added = lines.rows(between: rows.row(nearestTo: end, in: lines) ?? end, and: end) else { return false }
    extended = nil
    rows.formUnion(added)
    return true
  }

  /// Ends the extension, so that the next one starts with a new anchor.
  mutating func endExtension() { extended = nil }

  /// Continues an extension.
  mutating func resume(_ extended: Extension) { self.extended = extended }

  /// Selects all rows, or none if all are selected. Returns false if there are none.
  mutating func toggleAll(in lines: RowLines) -> Bool {
    guard lines.rowCount > 0 else { return false }
    extended = nil
    rows = rows.count == lines.rowCount ? RowSet() : lines.allRows
    return true
  }
}
