/// Maps lines to rows: sections in a column, each with a header line if it has a title.
///
/// The content of a line is found by binary search over the sections, so a million rows cost no more than a screenful.
public struct RowLines: Equatable, Sendable {
  /// The content of a line.
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

  /// The number of lines before each section, headers included; the last entry is the total.
  private var starts = [0]
  private var headers: [Bool] = []

  /// The maximum number of rows of a section, which prevents overflow of the total.
  private static let maximumRows = 1 << 40

  /// Creates an empty list of sections.
  public init() {}

  /// Appends a section. The number of rows is clamped to the valid range.
  public mutating func appendSection(rowCount: Int, hasHeader: Bool = false) {
    headers.append(hasHeader)
    starts.append(count + (hasHeader ? 1 : 0) + min(max(0, rowCount), Self.maximumRows))
  }

  /// The total number of lines.
  public var count: Int { starts[starts.count - 1] }
  /// The number of sections.
  public var sectionCount: Int { headers.count }

  /// Returns the number of rows of a section; 0 if the section does not exist.
  public func rowCount(inSection section: Int) -> Int {
    guard headers.indices.contains(section) else { return 0 }
    return starts[section + 1] - starts[section] - headerHeight(section)
  }

  private func headerHeight(_ section: Int) -> Int { headers[section] ? 1 : 0 }

  /// The total number of rows.
  public var rowCount: Int { count - headers.count(where: { $0 }) }

  /// Returns whether a section has a header.
  public func hasHeader(_ section: Int) -> Bool { headers.indices.contains(section) && headers[section] }

  /// Returns whether a row exists.
  public func contains(_ path: IndexPath) -> Bool { path.row >= 0 && path.row < rowCount(inSection: path.section) }

  /// Returns the line of a row; nil if the row does not exist.
  public func line(of path: IndexPath) -> Int? {
    contains(path) ? starts[path.section] + headerHeight(path.section) + path.row : nil
  }

  /// Returns the content of a line; nil if the line is out of range.
  public func content(ofLine line: Int) -> Content? {
    guard line >= 0, line < count else { return nil }
    let section = starts.firstSortedIndex { $0 > line } - 1
    let row = line - starts[section] - headerHeight(section)
    return row < 0 ? .header(section: section) : .row(IndexPath(section: section, row: row))
  }

  /// Returns the first row from a line on, downwards for a step of 1 and upwards for -1.
  public func firstRow(from line: Int, step: Int) -> IndexPath? {
    var line = line
    while let content = content(ofLine: line) {
      if let row = content.row { return row }
      line += step
    }
    return nil
  }

  /// Returns the row a number of lines away from another, or the nearest to it; nil if there is no other row.
  public func row(_ lines: Int, from path: IndexPath) -> IndexPath? {
    guard let line = line(of: path) else { return nil }
    // Clamping prevents overflow for any distance.
    let target = min(max(0, line + min(max(lines, -count), count)), count - 1)
    let step = lines < 0 ? -1 : 1
    let row = firstRow(from: target, step: step) ?? firstRow(from: target, step: -step)
    return row == path ? nil : row
  }

  /// Returns the row at an index path, or the last one before it, in its section or in the nearest section that has
  /// rows.
  public func nearestRow(to path: IndexPath) -> IndexPath? {
    let sections = headers.indices
    guard
      let section = sections.last(where: { $0 <= path.section && rowCount(inSection: $0) > 0 })
        ?? sections.first(where: { rowCount(inSection: $0) > 0 })
    else { return nil }
    return IndexPath(section: section, row: min(max(0, path.row), rowCount(inSection: section) - 1))
  }
}
