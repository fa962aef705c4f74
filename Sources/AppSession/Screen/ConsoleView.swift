import Interface

/// A part of what was printed.
public struct ConsoleText: Hashable, Sendable {
  /// With its newlines.
  public var text: String
  /// Whether it tells of an error, or was written to standard error.
  public var isError: Bool

  /// A text of this kind.
  public init(_ text: String, isError: Bool = false) {
    self.text = text
    self.isError = isError
  }
}

/// Text that grows at its end, in which errors look as such, of which the last lines are seen, or those that were paged back to.
@MainActor
package final class ConsoleView: View {
  private static let maximumLines = 2000
  /// More rows than there ever are.
  static let maximumRows = 1 << 30
  private var lines: [Line] = []
  private var unfinished = Line()
  /// How many rows the view is scrolled back from the end.
  private var back = 0
  /// Whether the beginning is shown, not the end.
  package var startsAtTop = false

  /// A line, which is all of one kind.
  private struct Line {
    var text = ""
    var isError = false
  }

  /// The text, as far as it is kept, in pieces of one kind.
  var text: [ConsoleText] {
    lines.map { ConsoleText($0.text + "\n", isError: $0.isError) }
      + (isInLine ? [ConsoleText(unfinished.text, isError: unfinished.isError)] : [])
  }

  /// Whether the last line has not ended yet.
  package var isInLine: Bool { !unfinished.text.isEmpty }

  package func append(_ text: String, isError: Bool = false) {
    // What was scrolled back to stays where it is.
    let rowsBefore = back > 0 && !startsAtTop ? rows.count : 0
    for (index, part) in text.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { endLine() }
      if part.isEmpty { continue }
      if isInLine, unfinished.isError != isError { endLine() }
      unfinished = Line(text: unfinished.text + part, isError: isError)
    }
    if lines.count > Self.maximumLines { lines.removeFirst(lines.count - Self.maximumLines) }
    back = startsAtTop ? .max : back == 0 ? 0 : back + max(0, rows.count - rowsBefore)
    setNeedsDisplay()
  }

  /// Shows another text, scrolled as the one before.
  package func replace(with text: String) {
    let (back, wasEmpty) = (back, lines.isEmpty && !isInLine)
    (lines, unfinished) = ([], Line())
    append(text)
    if !wasEmpty { self.back = back }
  }

  private func endLine() {
    lines.append(unfinished)
    unfinished = Line()
  }

  /// Scrolls back by so many rows, forward if negative.
  package func scroll(by rows: Int) {
    let most = max(0, self.rows.count - bounds.height)
    back = min(max(0, min(back, most) + rows), most)
    setNeedsDisplay()
  }

  /// The text in rows of the view's width.
  private var rows: [Line] { lastRows(.max) }

  /// So many rows at the end of the text, or a few more, or all that there are.
  private func lastRows(_ count: Int) -> [Line] {
    var rows: [[Line]] = []
    var found = 0
    for line in (lines + (isInLine ? [unfinished] : [])).reversed() where found < count {
      rows.append(line.text.wrapped(to: max(1, bounds.width)).map { Line(text: $0.line, isError: line.isError) })
      found += rows[rows.count - 1].count
    }
    return rows.reversed().flatMap { $0 }
  }

  /// How many rows the text takes at a width.
  package func rowCount(width: Int) -> Int {
    (lines + [unfinished]).reduce(0) { $0 + $1.text.wrapped(to: max(1, width)).count }
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
    for (y, row) in shown.enumerated() {
      canvas.put(row.text, x: 0, y: y, style: row.isError ? theme[.destructive] : .plain)
    }
  }
}
