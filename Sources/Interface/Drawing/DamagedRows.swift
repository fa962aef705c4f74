/// The rows of a screen that must be drawn again.
struct DamagedRows {
  /// Disjoint ranges, in the order of insertion.
  private var ranges: [Range<Int>] = []
  /// Whether all rows are included.
  private(set) var isWhole = false

  /// Whether no row is included.
  var isEmpty: Bool { ranges.isEmpty && !isWhole }

  /// The rows of a screen of any height.
  static let whole: DamagedRows = {
    var rows = DamagedRows()
    rows.isWhole = true
    return rows
  }()

  /// Adds a range of rows.
  mutating func insert(_ rows: Range<Int>) {
    guard !isWhole, !rows.isEmpty,
      !ranges.contains(where: { $0.lowerBound <= rows.lowerBound && rows.upperBound <= $0.upperBound })
    else { return }
    var merged = rows
    ranges.removeAll { range in
      guard range.lowerBound <= merged.upperBound, merged.lowerBound <= range.upperBound else { return false }
      merged = min(merged.lowerBound, range.lowerBound)..<max(merged.upperBound, range.upperBound)
      return true
    }
    ranges.append(merged)
  }

  /// Adds the rows of another set.
  mutating func formUnion(_ other: DamagedRows) {
    if other.isWhole { self = other } else { other.ranges.forEach { insert($0) } }
  }

  /// Returns the rows that another set does not include. Neither set is whole.
  func subtracting(_ other: DamagedRows) -> DamagedRows {
    var result = DamagedRows()
    for rows in ranges {
      for row in rows where !other.ranges.contains(where: { $0.contains(row) }) { result.insert(row..<row + 1) }
    }
    return result
  }

  /// Returns the included rows of a screen as separate ranges, from top to bottom.
  func bands(height: Int) -> [Range<Int>] {
    if isWhole { return [0..<height] }
    var bands: [Range<Int>] = []
    for range in ranges.map({ $0.clamped(to: 0..<height) }).sorted(by: { $0.lowerBound < $1.lowerBound })
    where !range.isEmpty {
      if let last = bands.last, range.lowerBound <= last.upperBound {
        bands[bands.count - 1] = last.lowerBound..<max(last.upperBound, range.upperBound)
      } else {
        bands.append(range)
      }
    }
    return bands
  }
}
