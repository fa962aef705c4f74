import Interface

/// Text that the mouse selects where the app has no use for it, as a terminal's own selection would: while the mouse is the
/// app's, that one is out of reach.
package struct ScreenSelection {
  private let anchor: Point
  private var end: Point
  /// Whether the button is still held.
  package private(set) var isDragging = true

  /// A selection that begins here.
  package init(at place: Point) {
    anchor = place
    end = place
  }

  package var isEmpty: Bool { anchor == end }

  package mutating func extend(to place: Point) { end = place }
  package mutating func finish() { isDragging = false }

  /// The selected columns of a row: whole rows between the first and the last.
  private func columns(ofRow y: Int, width: Int) -> Range<Int>? {
    let isForward = (anchor.y, anchor.x) <= (end.y, end.x)
    let (first, last) = isForward ? (anchor, end) : (end, anchor)
    guard !isEmpty, y >= first.y, y <= last.y else { return nil }
    let start = y == first.y ? first.x : 0
    let stop = y == last.y ? last.x + 1 : width
    return max(0, start)..<max(0, start, min(width, stop))
  }

  /// What is selected on a screen, without the blanks at the ends of its lines.
  package func text(of grid: Grid) -> String {
    (0..<grid.size.height).compactMap { y in
      columns(ofRow: y, width: grid.size.width).map { columns in
        var line = columns.map { grid[$0, y].text }.joined()
        while line.last == " " { line.removeLast() }
        return line
      }
    }.joined(separator: "\n")
  }

  /// Shows what is selected.
  package func draw(over grid: inout Grid) {
    for y in 0..<grid.size.height {
      for x in columns(ofRow: y, width: grid.size.width) ?? 0..<0 {
        grid[x, y].style.attributes.formSymmetricDifference(.reverse)
      }
    }
  }
}
