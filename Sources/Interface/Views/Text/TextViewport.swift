/// The rows of a text view: wrapping, visibility, scrolling, and the positions of cells in the text.
///
/// Lines are laid out when they become visible, so that the cost does not depend on the length of the text.
@MainActor
class TextViewport {
  /// A row: the index of a line, and of a row in it.
  struct Place: Comparable {
    var line: Int
    var row: Int

    static func < (left: Place, right: Place) -> Bool { (left.line, left.row) < (right.line, right.row) }
  }

  /// A position in the text: the index of a line, and a byte offset in it.
  struct Mark: Comparable {
    var line: Int
    var byte: Int

    static func < (left: Mark, right: Mark) -> Bool { (left.line, left.byte) < (right.line, right.byte) }
  }

  private unowned let view: TextInput
  /// The lines of the view's text.
  final var lines: TextLines {
    _read { yield view.editing.lines }
    _modify { yield &view.editing.lines }
  }

  private(set) var size: Size
  /// The first visible row.
  var top = Place(line: 0, row: 0)
  /// The resting position: the mark at the start of the first row before the number of visible rows changed or when the
  /// state was saved, and whether the cursor or current link was visible. It applies at every size until the user scrolls or moves.
  var rest: (mark: Mark, isFocusSeen: Bool)?
  /// The rows of lines, and the revision of the text in which they were compared with their line.
  private var layouts: [Int: Layout] = [:]

  /// The rows of a line, and the directions of its text.
  struct Layout {
    var revision: UInt64
    var rows: TextLines.Rows
    var directions: BidirectionalText?
  }

  private static let maximumLayouts = 500

  init(of view: TextInput, size: Size) {
    self.view = view
    self.size = size
    top.line = view.editing.lines.first
  }

  var heldBytes: Int { layouts.count * 300 }

  // MARK: Rows

  /// The width of a row in cells, which leaves a column for the scroll bar or for the cursor after the last character.
  final var width: Int { max(1, size.width - 1) }
  /// The number of visible rows.
  var height: Int { max(0, size.height) }

  /// Whether the cursor is visible at the current scroll position.
  var isFocusSeen: Bool { isSeen(place(of: mark(ofOffset: view.editing.cursor)), from: firstPlace) }

  /// Returns whether a row is visible if `first` is the first row.
  final func isSeen(_ place: Place, from first: Place) -> Bool {
    place >= first && place <= self.place(first, movedBy: max(1, height) - 1)
  }

  final func resize(to size: Size) {
    // The first row may no longer exist at another width, but its mark does.
    beginRest()
    let isSameWidth = size.width == self.size.width
    self.size = size
    if !isSameWidth { layouts = [:] }
    returnToRest()
  }

  /// Rests at the current position before the number of visible rows changes.
  final func beginRest() {
    if rest == nil, size != .zero, height > 0 { rest = (markOfTop, isFocusSeen) }
  }

  /// The mark at the start of the first row.
  final var markOfTop: Mark {
    guard top.line >= lines.first, top.line < endLine else { return Mark(line: max(top.line, lines.first), byte: 0) }
    return mark(top.line, byte: rows(ofLine: top.line).bytes(ofRow: top.row).lowerBound)
  }

  final func returnToRest() {
    guard let rest, rest.mark.line >= lines.first, rest.mark.line < lines.endOfAll else { return }
    top = size.width > 0 ? place(of: rest.mark) : Place(line: rest.mark.line, row: 0)
  }

  /// Returns the rows of a line; empty for the continuation of a line whose row it does not complete.
  final func rows(ofLine number: Int) -> TextLines.Rows { layout(ofLine: number).rows }

  /// Returns the layout of a line, cached while it is visible.
  final func layout(ofLine number: Int) -> Layout {
    let revision = lines.revision
    let known = layouts[number]
    if let known, known.revision == revision { return known }
    let wrap = lines.wrap(ofLine: number, width: width)
    var layout: Layout
    if let known, known.rows.wrap == wrap {
      // Most lines are the same after a change of the text.
      layout = known
      layout.revision = revision
    } else {
      let rows = TextLines.Rows(wrap)
      layout = Layout(revision: revision, rows: rows, directions: rows.directions)
    }
    if layouts.count >= Self.maximumLayouts { layouts = [:] }
    layouts[number] = layout
    return layout
  }

  private func rowCount(ofLine number: Int) -> Int { rows(ofLine: number).count }

  /// Returns the nearest line with rows, starting at a line and in the direction of `step`; nil if there is none.
  private func lineWithRows(from number: Int, step: Int) -> Int? {
    var number = number
    while number >= lines.first, number < endLine {
      if rowCount(ofLine: number) > 0 { return number }
      number += step
    }
    return nil
  }

  /// Returns the number of rows of the text. Counting stops once it reaches `limit`.
  final func rowCount(upTo limit: Int, width: Int) -> Int {
    var count = 0
    var number = lines.first
    while number < endLine, count < limit {
      count += lines.rowCount(ofLine: number, width: max(1, width))
      number += 1
    }
    return count
  }

  /// The number after the last visible line. The cursor can be in the line after a newline at the end.
  var endLine: Int { lines.endOfAll }

  /// Returns the row a number of rows further, or back if negative, as far as there are rows.
  final func place(_ place: Place, movedBy step: Int) -> Place {
    var place = place
    var left = step
    while left > 0 {
      let rest = rowCount(ofLine: place.line) - 1 - place.row
      if left <= rest { return Place(line: place.line, row: place.row + left) }
      guard let next = lineWithRows(from: place.line + 1, step: 1) else {
        return Place(line: place.line, row: place.row + rest)
      }
      left -= rest + 1
      place = Place(line: next, row: 0)
    }
    while left < 0 {
      if -left <= place.row { return Place(line: place.line, row: place.row + left) }
      guard let previous = lineWithRows(from: place.line - 1, step: -1) else { return Place(line: place.line, row: 0) }
      left += place.row + 1
      place = Place(line: previous, row: rowCount(ofLine: previous) - 1)
    }
    return place
  }

  /// The last row.
  final var lastPlace: Place { lastPlace(ofLine: endLine - 1) }

  /// Returns the last row of a line, or of a previous one if it has none.
  private func lastPlace(ofLine number: Int) -> Place {
    let line = lineWithRows(from: number, step: -1) ?? lines.first
    return Place(line: line, row: max(0, rowCount(ofLine: line) - 1))
  }

  /// The first row if the text is scrolled to its end.
  final var lastTop: Place { place(lastPlace, movedBy: -(max(1, height) - 1)) }

  /// The first visible row.
  var firstPlace: Place { normalized(top) }

  final func normalized(_ place: Place) -> Place {
    guard place.line >= lines.first, place.line < endLine else {
      return place.line < lines.first ? Place(line: lines.first, row: 0) : lastPlace
    }
    let last = lastPlace(ofLine: place.line)
    return last.line < place.line ? last : min(place, last)
  }

  /// The visible rows.
  final var visibleRows: [Place] {
    var places: [Place] = []
    var place = firstPlace
    let end = endLine
    while places.count < height, place.line < end {
      let count = rowCount(ofLine: place.line)
      while place.row < count, places.count < height {
        places.append(place)
        place.row += 1
      }
      place = Place(line: place.line + 1, row: 0)
    }
    return places
  }

  // MARK: Scrolling

  /// Scrolls by rows on behalf of the user. Returns false if there is nothing further to show.
  final func scroll(by step: Int) -> Bool { show(place(firstPlace, movedBy: step)) }

  final func scrollToStart() -> Bool { show(Place(line: lines.first, row: 0)) }

  func scrollToEnd() -> Bool { show(lastTop) }

  /// Scrolls to a row on behalf of the user. Returns whether the position has changed; otherwise the resting position
  /// stays, too.
  func show(_ place: Place) -> Bool {
    let before = firstPlace
    top = min(place, lastTop)
    guard top != before else { return false }
    rest = nil
    return true
  }

  /// Scrolls by the least amount that makes a row visible.
  final func bringIntoView(_ place: Place) {
    guard height > 0 else { return }
    let first = firstPlace
    if place < first {
      top = place
    } else {
      let lowest = self.place(place, movedBy: -(height - 1))
      top = max(first, lowest)
    }
  }

  // MARK: The scroll bar

  func scrollBar() -> ScrollBar {
    let first = firstPlace
    let total = lines.rowCount(width: width) + endLine - lines.end
    var offset = lines.rowCount(before: first.line, width: width) + first.row
    // An estimate must not show the end too early or too late.
    if first >= lastTop { offset = max(0, total - height) }
    return ScrollBar(total: total, visible: height, offset: min(offset, max(0, total - height)))
  }

  final func showRow(_ row: Int) -> Bool {
    let found = lines.line(atRow: row, width: width)
    return show(Place(line: found.line, row: found.row))
  }

  // MARK: Places in the text

  /// Returns the row that contains a mark.
  final func place(of mark: Mark) -> Place {
    let rows = rows(ofLine: mark.line)
    if let row = rows.row(at: mark.byte) { return Place(line: mark.line, row: row) }
    // The row ends in the line that continues this one, unless the paragraph has no further rows.
    var next = mark.line
    while lines.wrap(ofLine: next, width: width).isContinued {
      next += 1
      if rowCount(ofLine: next) > 0 { return Place(line: next, row: 0) }
    }
    return lastPlace(ofLine: mark.line)
  }

  /// Returns the mark at a byte of a line; a negative byte is in the line that it continues.
  private func mark(_ line: Int, byte: Int) -> Mark {
    byte < 0 ? mark(ofOffset: lines.offset(ofLine: line) + byte) : Mark(line: line, byte: byte)
  }

  final func mark(ofOffset offset: Int) -> Mark {
    let place = lines.place(ofOffset: offset)
    return Mark(line: place.line, byte: place.byte)
  }

  final func offset(of mark: Mark) -> Int { lines.offset(ofLine: mark.line) + mark.byte }

  /// Returns the text of a row.
  final func text(of place: Place) -> String {
    rows(ofLine: place.line).pieces(ofRow: place.row).map(\.text).joined()
  }

  /// Returns a row as it is displayed. Its bytes are relative to the start of its line.
  final func displayedRow(_ place: Place) -> BidirectionalLine {
    let layout = layout(ofLine: place.line)
    let bytes = layout.rows.bytes(ofRow: place.row)
    return BidirectionalLine(
      layout.rows.pieces(ofRow: place.row), start: bytes.lowerBound, end: bytes.upperBound, in: layout.directions,
      width: width)
  }

  /// Converts offsets in the text to bytes relative to the start of a line.
  final func bytes(_ offsets: Range<Int>, inLine number: Int) -> Range<Int> {
    let start = lines.offset(ofLine: number)
    return (offsets.lowerBound - start)..<(offsets.upperBound - start)
  }

  /// Returns the mark at a column of a row, or after the row's last character.
  final func mark(at place: Place, column: Int) -> Mark {
    mark(place.line, byte: displayedRow(place).byte(atColumn: column))
  }

  /// Returns the column of a mark in its row.
  final func column(of mark: Mark) -> Int {
    let place = place(of: mark)
    let byte = place.line == mark.line ? mark.byte : offset(of: mark) - lines.offset(ofLine: place.line)
    return max(0, displayedRow(place).column(of: byte))
  }

  /// Returns the mark at a point of the view.
  final func mark(at point: Point) -> Mark {
    let rows = visibleRows
    guard !rows.isEmpty, point.y >= 0 else { return Mark(line: firstPlace.line, byte: 0) }
    guard rows.indices.contains(point.y) else {
      let place = rows[rows.count - 1]
      return Mark(line: place.line, byte: lines[place.line].contentCount)
    }
    return mark(at: rows[point.y], column: point.x)
  }

  // MARK: Drawing

  /// Draws a row. Styles change at character boundaries.
  ///
  /// - Parameters:
  ///   - plain: returns the style of a piece.
  ///   - marked: ranges of bytes of the line with other styles; the first that matches applies.
  final func drawRow(
    _ place: Place, y: Int, in canvas: Canvas, plain: (TextLayout.Piece) -> Style,
    marked: [(bytes: Range<Int>, style: Style)]
  ) {
    for piece in displayedRow(place).pieces {
      let look = plain(piece)
      guard let start = piece.start, !marked.isEmpty else {
        canvas.put(piece, x: 0, y: y, style: look)
        continue
      }
      let bytes = start..<(start + piece.text.utf8.count)
      // A long line may contain thousands of matches, most of them in other rows.
      let marked = marked.filter { $0.bytes.overlaps(bytes) }
      var x = piece.isRightToLeft ? piece.x + piece.width : piece.x
      var byte = start
      var run = ""
      var current = look
      for character in piece.text {
        let style = marked.first { $0.bytes.contains(byte) }?.style ?? look
        byte += character.utf8.count
        if piece.isRightToLeft {
          x -= character.drawable.cellWidth
          canvas.put(String(character.mirrored), x: x, y: y, style: style, level: piece.level)
          continue
        }
        if style != current {
          x = canvas.put(run, x: x, y: y, style: current, level: piece.level)
          (run, current) = ("", style)
        }
        run.append(character)
      }
      canvas.put(run, x: x, y: y, style: current, level: piece.level)
    }
  }
}
