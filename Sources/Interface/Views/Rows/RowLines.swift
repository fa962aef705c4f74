/// Which line each row stands in: sections one below the other, each with a header above its rows if it has a title.
///
/// What stands in a line is found by halving the sections, so that a million rows cost no more than a screenful.
public struct RowLines: Equatable, Sendable {
  /// What stands in a line.
  public enum Content: Equatable, Sendable {
    /// The title of a section.
    case header(section: Int)
    /// A row.
    case row(IndexPath)

    /// The row; nil for a header.
    public var row: IndexPath? {
      guard case .row(let path) = self else { return nil }
      return path
    }
  }

  /// How many lines stand before each section, headers included; the last is the whole.
  private var starts = [0]
  private var headers: [Bool] = []

  /// More rows than anybody scrolls through; the lines of many such sections can still be counted.
  private static let mostRows = 1 << 40

  /// No section.
  public init() {}

  /// Adds a section below the others. A number of rows that makes no sense is taken as the nearest that does.
  public mutating func appendSection(rowCount: Int, hasHeader: Bool = false) {
    headers.append(hasHeader)
    starts.append(count + (hasHeader ? 1 : 0) + min(max(0, rowCount), Self.mostRows))
  }

  /// How many lines there are.
  public var count: Int { starts[starts.count - 1] }
  /// How many sections there are.
  public var sectionCount: Int { headers.count }

  /// How many rows a section has; 0 if there is no such.
  public func rowCount(inSection section: Int) -> Int {
    guard headers.indices.contains(section) else { return 0 }
    return starts[section + 1] - starts[section] - headerHeight(section)
  }

  private func headerHeight(_ section: Int) -> Int { headers[section] ? 1 : 0 }

  /// How many rows there are.
  public var rowCount: Int { count - headers.count(where: { $0 }) }

  /// Whether a section has a header.
  public func hasHeader(_ section: Int) -> Bool { headers.indices.contains(section) && headers[section] }

  /// Whether there is such a row.
  public func contains(_ path: IndexPath) -> Bool { path.row >= 0 && path.row < rowCount(inSection: path.section) }

  /// The line of a row; nil if there is no such.
  public func line(of path: IndexPath) -> Int? {
    contains(path) ? starts[path.section] + headerHeight(path.section) + path.row : nil
  }

  /// What stands in a line; nil above the first and below the last.
  public func content(ofLine line: Int) -> Content? {
    guard line >= 0, line < count else { return nil }
    var low = 0
    var high = headers.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if starts[middle] <= line { low = middle } else { high = middle - 1 }
    }
    let row = line - starts[low] - headerHeight(low)
    return row < 0 ? .header(section: low) : .row(IndexPath(section: low, row: row))
  }

  /// The first row from a line on, downwards for a step of 1 and upwards for -1.
  public func firstRow(from line: Int, step: Int) -> IndexPath? {
    var line = line
    while let content = content(ofLine: line) {
      if let row = content.row { return row }
      line += step
    }
    return nil
  }

  /// The row so many lines from another, or the nearest to that; nil if there is none but the one itself.
  public func row(_ lines: Int, from path: IndexPath) -> IndexPath? {
    guard let line = line(of: path) else { return nil }
    // No sum of what a script and a person say is too large.
    let target = min(max(0, line + min(max(lines, -count), count)), count - 1)
    let step = lines < 0 ? -1 : 1
    let row = firstRow(from: target, step: step) ?? firstRow(from: target, step: -step)
    return row == path ? nil : row
  }

  /// The row at a place, or the last one before it, in its section or in the nearest that has rows.
  public func nearestRow(to path: IndexPath) -> IndexPath? {
    let sections = headers.indices
    guard
      let section = sections.last(where: { $0 <= path.section && rowCount(inSection: $0) > 0 })
        ?? sections.first(where: { rowCount(inSection: $0) > 0 })
    else { return nil }
    return IndexPath(section: section, row: min(max(0, path.row), rowCount(inSection: section) - 1))
  }
}
