/// A column with its title, width, alignment and sortability (AppKit's `NSTableColumn`).
public struct TableColumn: Equatable, Sendable {
  /// The width of a column.
  public enum Width: Equatable, Sendable {
    /// A fixed number of cells.
    case cells(Int)
    /// An equal share of the remaining width.
    case fill
  }

  /// The identifier, unique among the columns, also in saves.
  public var identifier: String
  /// The title.
  public var title: Text
  /// The width, unless the user has changed it.
  public var width: Width
  /// The minimum width in cells, at least 1.
  public var minimumWidth: Int
  /// The alignment of the title and the cells.
  public var alignment: Label.Alignment
  /// Whether the user can sort by the column.
  public var isSortable: Bool

  /// Creates a column. A nil minimum is the width of the title for a filling column, as far as it is a valid one, and one cell
  /// for others.
  public init(
    _ title: Text, identifier: String? = nil, width: Width = .fill, minimumWidth: Int? = nil,
    alignment: Label.Alignment = .left, isSortable: Bool = false
  ) {
    self.title = title
    self.identifier = identifier ?? title.string
    self.width = width
    self.minimumWidth = max(
      1, minimumWidth ?? (width == .fill ? min(title.cellWidth, TableColumnError.largestWidth) : 1))
    self.alignment = alignment
    self.isSortable = isSortable
  }
}

/// An invalid list of columns.
public enum TableColumnError: Error, Equatable, CustomStringConvertible {
  /// Two columns have the same identifier.
  case sameIdentifier(String, Int, Int)
  /// The width is not positive or too large.
  case width(Int, column: Int)
  /// The width is below the minimum.
  case belowMinimum(Int, minimum: Int, column: Int)

  /// The maximum width of a column.
  public static let largestWidth = 10_000

  public var description: String {
    switch self {
    case .sameIdentifier(let identifier, let first, let second):
      "columns: columns \(first + 1) and \(second + 1) have the same identifier \"\(identifier)\"; set a different `identifier` for one of them"
    case .width(let width, let column):
      "columns: the width of column \(column + 1) must be 1 to \(Self.largestWidth), or \"fill\"; got \(width)"
    case .belowMinimum(let width, let minimum, let column):
      "columns: the width \(width) of column \(column + 1) is less than its minWidth \(minimum)"
    }
  }

  /// Validates a list of columns.
  ///
  /// - Throws: ``TableColumnError`` for the first invalid column.
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
