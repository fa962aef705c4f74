/// Consecutive rows of a section.
struct RowRange: Hashable, Sendable {
  var section: Int
  var rows: Range<Int>

  /// The first row.
  var first: IndexPath { IndexPath(section: section, row: rows.lowerBound) }
  /// The last row.
  var last: IndexPath { IndexPath(section: section, row: rows.upperBound - 1) }
}

/// A set of rows as ranges, so that its size depends on the number of ranges, and a million consecutive rows take no more
/// than one.
public struct RowSet: Equatable, Sendable {
  /// The ranges in order; no two touch, and none is empty.
  private(set) var ranges: [RowRange] = []
  /// The number of rows.
  public private(set) var count = 0

  /// Creates an empty set.
  public init() {}

  /// Creates a set of rows.
  public init(_ paths: some Sequence<IndexPath>) {
    for path in paths { insert(path) }
  }

  /// Whether the set has no rows.
  public var isEmpty: Bool { ranges.isEmpty }

  /// The first row; nil in an empty set.
  public var first: IndexPath? { ranges.first?.first }

  /// The rows in order, computed one by one.
  public var rows: some Sequence<IndexPath> {
    ranges.lazy.flatMap { range in range.rows.lazy.map { IndexPath(section: range.section, row: $0) } }
  }

  /// Returns whether a row is in the set.
  public func contains(_ path: IndexPath) -> Bool {
    let index = firstIndex(endingAfter: path)
    return index < ranges.count && ranges[index].section == path.section && ranges[index].rows.contains(path.row)
  }

  /// Inserts a row.
  public mutating func insert(_ path: IndexPath) {
    insert(RowRange(section: path.section, rows: path.row..<(path.row + 1)))
  }

  /// Removes a row.
  public mutating func remove(_ path: IndexPath) {
    guard contains(path) else { return }
    remove(RowRange(section: path.section, rows: path.row..<(path.row + 1)))
  }

  /// Inserts the rows of a range.
  mutating func insert(_ new: RowRange) {
    guard !new.rows.isEmpty else { return }
    // Ranges that touch the new one become part of it.
    let start = firstIndex(endingAfter: IndexPath(section: new.section, row: new.rows.lowerBound - 1))
    var (end, all) = (start, new.rows)
    while end < ranges.count, ranges[end].section == new.section, ranges[end].rows.lowerBound <= all.upperBound {
      let other = ranges[end].rows
      all = min(all.lowerBound, other.lowerBound)..<max(all.upperBound, other.upperBound)
      count -= other.count
      end += 1
    }
    ranges.replaceSubrange(start..<end, with: CollectionOfOne(RowRange(section: new.section, rows: all)))
    count += all.count
  }

  /// Removes the rows of a range.
  mutating func remove(_ old: RowRange) {
    guard !old.rows.isEmpty else { return }
    let start = firstIndex(endingAfter: old.first)
    var (end, kept) = (start, [RowRange]())
    while end < ranges.count, ranges[end].section == old.section, ranges[end].rows.lowerBound < old.rows.upperBound {
      let rows = ranges[end].rows
      for part in [rows.clamped(to: Int.min..<old.rows.lowerBound), rows.clamped(to: old.rows.upperBound..<Int.max)]
      where !part.isEmpty {
        kept.append(RowRange(section: old.section, rows: part))
      }
      count -= rows.clamped(to: old.rows).count
      end += 1
    }
    ranges.replaceSubrange(start..<end, with: kept)
  }

  /// Moves a row and the later ones of its section up or down.
  mutating func shift(rowsFrom first: IndexPath, by step: Int) {
    let later = ranges.filter { $0.section == first.section && $0.rows.upperBound > first.row }
      .map { RowRange(section: $0.section, rows: max($0.rows.lowerBound, first.row)..<$0.rows.upperBound) }
    later.forEach { remove($0) }
    for range in later {
      insert(RowRange(section: range.section, rows: range.rows.lowerBound + step..<range.rows.upperBound + step))
    }
  }

  /// Inserts the rows of another set.
  mutating func formUnion(_ other: RowSet) {
    for range in other.ranges { insert(range) }
  }

  /// Removes the rows of another set.
  mutating func subtract(_ other: RowSet) {
    for range in other.ranges { remove(range) }
  }

  /// Removes rows that do not exist.
  mutating func formIntersection(_ lines: RowLines) {
    for range in ranges {
      let end = lines.rowCount(inSection: range.section)
      if range.rows.upperBound > end {
        remove(RowRange(section: range.section, rows: max(end, range.rows.lowerBound)..<range.rows.upperBound))
      }
    }
  }

  /// Returns the selected row nearest to another in the number of lines, the upper one of two.
  func row(nearestTo path: IndexPath, in lines: RowLines) -> IndexPath? {
    guard let line = lines.line(of: path) else { return nil }
    let index = firstIndex(endingAfter: path)
    if index < ranges.count, ranges[index].section == path.section, ranges[index].rows.contains(path.row) {
      return path
    }
    let around = [index - 1, index].filter(ranges.indices.contains)
    let rows = around.map { $0 < index ? ranges[$0].last : ranges[$0].first }
    return rows.min { abs((lines.line(of: $0) ?? .max) - line) < abs((lines.line(of: $1) ?? .max) - line) }
  }

  /// Returns the index of the first range that ends after a row.
  private func firstIndex(endingAfter path: IndexPath) -> Int { ranges.firstSortedIndex { $0.last >= path } }
}

extension RowLines {
  /// The set of all rows.
  var allRows: RowSet {
    var all = RowSet()
    for section in 0..<sectionCount { all.insert(RowRange(section: section, rows: 0..<rowCount(inSection: section))) }
    return all
  }

  /// Returns the rows from one to another, in either order; nil if one does not exist.
  func rows(between start: IndexPath, and end: IndexPath) -> RowSet? {
    guard contains(start), contains(end) else { return nil }
    let (first, last) = (min(start, end), max(start, end))
    var rows = RowSet()
    for section in first.section...last.section {
      let lower = section == first.section ? first.row : 0
      let upper = section == last.section ? last.row + 1 : rowCount(inSection: section)
      rows.insert(RowRange(section: section, rows: lower..<upper))
    }
    return rows
  }
}
