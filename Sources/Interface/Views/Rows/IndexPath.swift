/// The position of a row; section and row are zero-based.
public struct IndexPath: Hashable, Sendable, Comparable {
  /// The section.
  public var section: Int
  /// The row within the section.
  public var row: Int

  /// Creates an index path.
  public init(section: Int, row: Int) {
    self.section = section
    self.row = row
  }

  public static func < (left: IndexPath, right: IndexPath) -> Bool {
    (left.section, left.row) < (right.section, right.row)
  }
}
