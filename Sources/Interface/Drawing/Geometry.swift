/// A position on the screen, in cells from the upper left corner.
public struct Point: Hashable, Sendable {
  /// Columns from the left.
  public var x: Int
  /// Rows from the top.
  public var y: Int

  /// Creates a point at a column and row.
  public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The upper left corner.
  public static let zero = Point(x: 0, y: 0)

  /// The position relative to the same corner as another one, at the edge of the coordinates if it is beyond.
  static func + (first: Point, second: Point) -> Point {
    Point(x: first.x.addingSaturated(second.x), y: first.y.addingSaturated(second.y))
  }

  static func - (first: Point, second: Point) -> Point {
    Point(x: first.x.subtractingSaturated(second.x), y: first.y.subtractingSaturated(second.y))
  }
}

extension Int {
  /// The sum, or the nearest integer if it is too large or too small.
  func addingSaturated(_ other: Int) -> Int {
    let (sum, overflows) = addingReportingOverflow(other)
    return !overflows ? sum : other < 0 ? .min : .max
  }

  /// The difference, or the nearest integer if it is too large or too small.
  func subtractingSaturated(_ other: Int) -> Int {
    let (difference, overflows) = subtractingReportingOverflow(other)
    return !overflows ? difference : other < 0 ? .max : .min
  }
}

/// A size in cells; never negative.
public struct Size: Hashable, Sendable {
  /// Columns.
  public var width: Int
  /// Rows.
  public var height: Int

  /// Creates a size; negative numbers count as 0.
  public init(width: Int, height: Int) {
    self.width = max(0, width)
    self.height = max(0, height)
  }

  /// A size larger than any screen.
  static let unbounded = Size(width: 100_000, height: 100_000)
  /// An empty size.
  public static let zero = Size(width: 0, height: 0)
  /// The largest supported screen; a terminal may report any size.
  public static let largestScreen = Size(width: 1000, height: 1000)

  /// The size clamped to ``largestScreen``.
  public var asScreen: Size {
    Size(
      width: min(max(0, width), Self.largestScreen.width), height: min(max(0, height), Self.largestScreen.height))
  }

  /// Returns the size with at most a number of rows; nil is no limit.
  public func limited(toRows rows: Int?) -> Size {
    Size(width: width, height: rows.map { min($0, height) } ?? height)
  }
}

/// A rectangle of cells.
public struct Rect: Hashable, Sendable {
  /// The upper left corner.
  public var origin: Point
  /// The size.
  public var size: Size

  /// Creates a rectangle from its upper left corner and size.
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// Creates a rectangle from its upper left corner and size.
  public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// An empty rectangle at the origin.
  public static let zero = Rect(x: 0, y: 0, width: 0, height: 0)

  /// The first column.
  public var minX: Int { origin.x }
  /// The first row.
  public var minY: Int { origin.y }
  /// The column after the last one.
  public var maxX: Int { origin.x + size.width }
  /// The row after the last one.
  public var maxY: Int { origin.y + size.height }
  /// The number of columns.
  public var width: Int { size.width }
  /// The number of rows.
  public var height: Int { size.height }
  /// Whether the rectangle contains no cell.
  public var isEmpty: Bool { size.width == 0 || size.height == 0 }

  /// Whether the rectangle contains the cell at a point.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the rectangle that both have in common.
  public func intersection(_ other: Rect) -> Rect {
    let x = max(minX, other.minX)
    let y = max(minY, other.minY)
    return Rect(x: x, y: y, width: min(maxX, other.maxX) - x, height: min(maxY, other.maxY) - y)
  }

  /// Returns the rectangle moved by this offset.
  public func offsetBy(x: Int, y: Int) -> Rect {
    Rect(origin: Point(x: origin.x + x, y: origin.y + y), size: size)
  }
}
