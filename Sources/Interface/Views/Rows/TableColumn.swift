/// A column of rows: what stands above it, how wide it is, and whether rows can be sorted by it (AppKit's `NSTableColumn`).
public struct TableColumn: Equatable, Sendable {
  /// How wide a column is.
  public enum Width: Equatable, Sendable {
    /// So many cells.
    case cells(Int)
    /// What the others leave, shared among all that are so.
    case fill
  }

  /// What tells it from the others, here and in saves.
  public var identifier: String
  /// What stands above it.
  public var title: Text
  /// How wide it is, as long as the user has not changed it.
  public var width: Width
  /// The cells that it has at least, at least 1.
  public var minimumWidth: Int
  /// On which side its title and its cells stand.
  public var alignment: Label.Alignment
  /// Whether the user can sort by it.
  public var isSortable: Bool

  /// A column; nil for a minimum gives one that fills the room for its title, any other one cell.
  public init(
    _ title: Text, identifier: String? = nil, width: Width = .fill, minimumWidth: Int? = nil,
    alignment: Label.Alignment = .left, isSortable: Bool = false
  ) {
    self.title = title
    self.identifier = identifier ?? title.string
    self.width = width
    self.minimumWidth = max(1, minimumWidth ?? (width == .fill ? title.cellWidth : 1))
    self.alignment = alignment
    self.isSortable = isSortable
  }
}

/// Columns that are not what columns can be.
public enum TableColumnError: Error, Equatable, CustomStringConvertible {
  /// Two have one identifier.
  case sameIdentifier(String, Int, Int)
  /// A width of no cell, or of more than there are anywhere.
  case width(Int, column: Int)
  /// A width below the minimum.
  case belowMinimum(Int, minimum: Int, column: Int)

  /// The largest width of a column.
  public static let largestWidth = 10_000

  public var description: String {
    switch self {
    case .sameIdentifier(let identifier, let first, let second):
      "columns: columns \(first + 1) and \(second + 1) have the same identifier \"\(identifier)\"; give one of them another by identifier ="
    case .width(let width, let column):
      "columns: the width of column \(column + 1) must be 1 to \(Self.largestWidth), or \"fill\"; got \(width)"
    case .belowMinimum(let width, let minimum, let column):
      "columns: the width \(width) of column \(column + 1) is less than its minWidth \(minimum)"
    }
  }

  /// Looks at columns that are to stand beside each other.
  ///
  /// - Throws: ``TableColumnError`` for the first thing that is wrong.
  public static func check(_ columns: [TableColumn]) throws {
    var places: [String: Int] = [:]
    for (index, column) in columns.enumerated() {
      if let other = places.updateValue(index, forKey: column.identifier) {
        throw sameIdentifier(column.identifier, other, index)
      }
      guard (1...largestWidth).contains(column.minimumWidth) else {
        throw width(column.minimumWidth, column: index)
      }
      guard case .cells(let cells) = column.width else { continue }
      guard (1...largestWidth).contains(cells) else { throw width(cells, column: index) }
      if cells < column.minimumWidth { throw belowMinimum(cells, minimum: column.minimumWidth, column: index) }
    }
  }
}
