/// A place on the screen, in cells from the upper left corner.
public struct Point: Hashable, Sendable {
  /// Columns from the left.
  public var x: Int
  /// Rows from the top.
  public var y: Int

  /// The place at this column and row.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The upper left corner.
  public static let zero = Point(x: 0, y: 0)
}

/// An extent in cells. Never negative.
public struct Size: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// This many columns and rows; negative numbers count as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// More than any screen has.
  static let unbounded = Size(width: 100_000, height: 100_000)
  /// No extent.
  public static let zero = Size(width: 0, height: 0)
  /// No screen that people look at has more; a terminal may say any number.
  public static let largestScreen = Size(width: 1000, height: 1000)

  /// As much of it as a screen can have.
  public var asScreen: Size {
    Size(
      width: min(max(0, width), Self.largestScreen.width), height: min(max(0, height), Self.largestScreen.height))
  }
}

/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Point
  /// The extent.
  public var size: Size

  /// The rectangle of this corner and extent.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle of this corner and extent.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// No place, no extent.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The first column.
  public var minX: Int { origin.x }
  /// The first row.
  public var minY: Int { origin.y }
  /// The column after the last.
  public var maxX: Int { origin.x + size.width }
  /// The row after the last.
  public var maxY: Int { origin.y + size.height }
  /// Columns.
  public var width: Int { size.width }
  /// Rows.
  public var height: Int { size.height }
  /// Whether no cell is in it.
  public var isEmpty: Bool { size.width == 0 || size.height == 0 }

  /// Whether the cell at this place is in it.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// The cells that are in both.
  public func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// The rectangle moved by this much.
  public func offsetBy(x: Int, y: Int) -> Rect {
    Rect(origin: Point(x: origin.x + x, y: origin.y + y), size: size)
  }
}
