/// The visible ones of items side by side: all of them, or, if they are too wide, a page of them with marks where there
/// are more. Pages are fixed, so a click on a visible item moves none.
struct ItemPage {
  /// A visible item and its columns.
  struct Place {
    let index: Int
    let columns: Range<Int>
  }

  /// The marks for more items on a side, and their width.
  private static let more = (before: "‹", after: "›", width: 2)
  private static let minimumItemWidth = 3

  /// The visible items, from left to right.
  let places: [Place]
  private let width: Int
  private let count: Int

  /// Returns the width for the items of a page.
  static func room(in width: Int) -> Int {
    let between = width - 2 * more.width
    return between < minimumItemWidth ? max(1, width) : between
  }

  /// Returns the page that contains one of the items.
  ///
  /// - Parameters:
  ///   - widths: the widths of the items, in order.
  ///   - isTrailing: whether items that all fit are at the right.
  init(_ widths: [Int], spacing: Int, in width: Int, showing shown: Int, isTrailing: Bool = false) {
    (self.width, count) = (width, widths.count)
    let whole = widths.reduce(spacing * (widths.count - 1), +)
    guard whole > width else {
      places = Self.places(Array(widths.enumerated()), spacing: spacing, from: isTrailing ? width - whole : 0)
      return
    }
    let room = Self.room(in: width)
    var page: [(offset: Int, element: Int)] = []
    var used = 0
    for (index, wanted) in widths.enumerated() {
      let item = min(room, wanted)
      if !page.isEmpty, used + spacing + item > room {
        if page.contains(where: { $0.offset == shown }) { break }
        (page, used) = ([], 0)
      }
      used += item + (page.isEmpty ? 0 : spacing)
      page.append((index, item))
    }
    places = Self.places(page, spacing: spacing, from: page.first?.offset == 0 || room == width ? 0 : Self.more.width)
  }

  private static func places(_ items: [(offset: Int, element: Int)], spacing: Int, from start: Int) -> [Place] {
    var x = start
    return items.map { index, width in
      defer { x += width + spacing }
      return Place(index: index, columns: x..<x + width)
    }
  }

  /// The columns from the first item, or the mark before it, to the end.
  var columns: Range<Int> {
    guard let first = places.first else { return width..<width }
    return (first.index > 0 ? 0 : min(first.columns.lowerBound, width))..<width
  }

  /// Returns the place of an item; nil if it is not visible.
  subscript(index: Int) -> Place? { places.first { $0.index == index } }

  /// Returns the item at a column; nil if there is none.
  func item(at column: Int) -> Int? { places.first { $0.columns.contains(column) }?.index }

  /// Returns the next item beyond the mark at a column; nil if there is no mark.
  func itemBeyond(_ column: Int) -> Int? {
    guard let first = places.first, let last = places.last else { return nil }
    if first.index > 0, column < first.columns.lowerBound { return first.index - 1 }
    let isAfter = column >= max(last.columns.upperBound, width - Self.more.width)
    return last.index < count - 1 && isAfter ? last.index + 1 : nil
  }

  /// Draws the marks for items that are not visible.
  @MainActor
  func drawMarks(in canvas: Canvas, y: Int = 0, style: Style) {
    guard let first = places.first, let last = places.last, Self.room(in: width) < width else { return }
    if first.index > 0 { canvas.put(Self.more.before, x: 0, y: y, style: style) }
    if last.index < count - 1 { canvas.put(Self.more.after, x: width - 1, y: y, style: style) }
  }
}
