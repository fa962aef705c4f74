import Interface

/// Text that grows at its end, of which the last lines are seen, or those that were paged back to.
@MainActor
package final class ConsoleView: View {
  private static let maximumLines = 2000
  /// More rows than there ever are.
  static let maximumRows = 1 << 30
  private var lines: [String] = []
  private var unfinished = ""
  /// How many rows the view is scrolled back from the end.
  private var back = 0
  /// Whether the beginning is shown, not the end.
  package var startsAtTop = false

  /// The text, as far as it is kept.
  var text: String { lines.map { $0 + "\n" }.joined() + unfinished }

  /// Whether the last line has not ended yet.
  package var isInLine: Bool { !unfinished.isEmpty }

  package func append(_ text: String) {
    // What was scrolled back to stays where it is.
    let rowsBefore = back > 0 && !startsAtTop ? rows.count : 0
    var parts = (unfinished + text).split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    unfinished = parts.removeLast()
    lines += parts
    if lines.count > Self.maximumLines { lines.removeFirst(lines.count - Self.maximumLines) }
    back = startsAtTop ? .max : back == 0 ? 0 : back + max(0, rows.count - rowsBefore)
    setNeedsDisplay()
  }

  /// Scrolls back by so many rows, forward if negative.
  package func scroll(by rows: Int) {
    let most = max(0, self.rows.count - bounds.height)
    back = min(max(0, min(back, most) + rows), most)
    setNeedsDisplay()
  }

  /// The text in rows of the view's width.
  private var rows: [String] { lastRows(.max) }

  /// So many rows at the end of the text, or a few more, or all that there are.
  private func lastRows(_ count: Int) -> [String] {
    var rows: [[String]] = []
    var found = 0
    for line in (lines + (unfinished.isEmpty ? [] : [unfinished])).reversed() where found < count {
      rows.append(line.wrapped(to: max(1, bounds.width)).map(\.line))
      found += rows[rows.count - 1].count
    }
    return rows.reversed().flatMap { $0 }
  }

  /// How many rows the text takes at a width.
  package func rowCount(width: Int) -> Int {
    (lines + [unfinished]).reduce(0) { $0 + $1.wrapped(to: max(1, width)).count }
  }

  package override func isFlexible(along axis: Axis) -> Bool { true }
  package override func sizeThatFits(_ proposal: Size) -> Size { proposal }

  package override func mouseEvent(_ event: MouseEvent) -> Bool {
    guard case .wheel(let rows) = event.action else { return false }
    scroll(by: -rows)
    return true
  }

  package override func draw(in canvas: Canvas) {
    let rows = back == 0 ? lastRows(bounds.height) : self.rows
    let last = rows.count - min(back, max(0, rows.count - bounds.height))
    let shown = rows[max(0, last - bounds.height)..<last]
    for (y, row) in shown.enumerated() { canvas.put(row, x: 0, y: y) }
  }
}
