import Interface

/// A selection of screen text with the mouse where the app ignores the mouse. It replaces the terminal's own selection,
/// which is not available while mouse reporting is on.
struct ScreenSelection {
  private let anchor: Point
  private var end: Point
  /// Whether the button is held down.
  private(set) var isDragging = true

  /// Creates an empty selection at a point.
  init(at place: Point) {
    anchor = place
    end = place
  }

  var isEmpty: Bool { anchor == end }

  mutating func extend(to place: Point) { end = place }
  mutating func finish() { isDragging = false }

  /// Returns the selected columns of a row. Rows between the first and the last are selected entirely.
  private func columns(ofRow y: Int, width: Int) -> Range<Int>? {
    let isForward = (anchor.y, anchor.x) <= (end.y, end.x)
    let (first, last) = isForward ? (anchor, end) : (end, anchor)
    guard !isEmpty, y >= first.y, y <= last.y else { return nil }
    let start = y == first.y ? first.x : 0
    let stop = y == last.y ? last.x + 1 : width
    return max(0, start)..<max(0, start, min(width, stop))
  }

  /// Returns the selected text of a screen in its own order, without blanks at the ends of lines.
  func text(of grid: Grid) -> String {
    (0..<grid.size.height).compactMap { y in
      columns(ofRow: y, width: grid.size.width).map { columns in
        var line = grid.text(ofRow: y, columns: columns)
        while line.last == " " { line.removeLast() }
        return line
      }
    }.joined(separator: "\n")
  }

  /// Draws the selection in reverse video.
  func draw(over grid: inout Grid) {
    for y in 0..<grid.size.height {
      for x in columns(ofRow: y, width: grid.size.width) ?? 0..<0 {
        grid[x, y].style.attributes.formSymmetricDifference(.reverse)
      }
    }
  }
}
