/// Where a row is: both count from 0.
public struct IndexPath: Hashable, Sendable, Comparable {
  /// The section.
  public var section: Int
  /// The row in it.
  public var row: Int

  /// The row at this place.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  public static func < (left: IndexPath, right: IndexPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}
