/// The rows of a text view: how its lines wrap, which of them are visible, and where a cell of the screen leads to in the text.
///
/// Lines are laid out when they are about to be visible, so that nothing costs more in a long text than in a short one.
@MainActor
class TextViewport {
  /// A row: so many rows into a line.
  struct Place: Comparable {
    var line: Int
    var row: Int

    static func < (left: Place, right: Place) -> Bool { (left.line, left.row) < (right.line, right.row) }
  }

  /// A place in the text: so many bytes into a line.
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
  /// The first row that is seen.
  var top = Place(line: 0, row: 0)
  /// What the first row began with before the size changed, or when the state was saved, and whether the cursor or the current
  /// link was in sight: they count at every size until the user scrolls or goes elsewhere.
  var rest: (mark: Mark, isFocusSeen: Bool)?
  private var layouts: [Int: (line: TextLines.Line, rows: [TextLayout.Line])] = [:]

  private static let mostLayouts = 500

  init(of view: TextInput, size: Size) {
    self.view = view
    self.size = size
    top.line = view.editing.lines.first
  }

  var heldBytes: Int { layouts.count * 300 }

  // MARK: Rows

  /// How many cells a row may take: there is room for the scroll bar, or for the cursor behind the last character.
  final var width: Int { max(1, size.width - 1) }
  /// How many rows are seen.
  var height: Int { max(0, size.height) }

  /// Whether what the user works at, here the cursor, is in sight where the first row is.
  var isFocusSeen: Bool { isSeen(place(of: mark(ofOffset: view.editing.cursor)), from: firstPlace) }

  /// Whether a row is in sight where the first row is this one.
  final func isSeen(_ place: Place, from first: Place) -> Bool {
    place >= first && place <= self.place(first, movedBy: max(1, height) - 1)
  }

  final func resize(to size: Size) {
    // The row that was first may not be there any more; what it begins with is.
    if rest == nil, self.size != .zero, height > 0 { rest = (markOfTop, isFocusSeen) }
    let isSameWidth = size.width == self.size.width
    self.size = size
    if !isSameWidth { layouts = [:] }
    returnToRest()
  }

  /// What the first row begins with.
  final var markOfTop: Mark {
    guard top.line >= lines.first, top.line < endLine else { return Mark(line: max(top.line, lines.first), byte: 0) }
    let rows = rows(ofLine: top.line)
    return Mark(line: top.line, byte: rows.indices.contains(top.row) ? rows[top.row].start : 0)
  }

  final func returnToRest() {
    guard let rest, rest.mark.line >= lines.first, rest.mark.line < lines.endOfAll else { return }
    top = size.width > 0 ? place(of: rest.mark) : Place(line: rest.mark.line, row: 0)
  }

  final func rows(ofLine number: Int) -> [TextLayout.Line] {
    let line = lines[number]
    if let known = layouts[number], known.line == line { return known.rows }
    let rows = TextLayout(line.content, width: width).lines
    if layouts.count >= Self.mostLayouts { layouts = [:] }
    layouts[number] = (line, rows)
    return rows
  }

  private func rowCount(ofLine number: Int) -> Int { lines.rowCount(ofLine: number, width: width) }

  /// How many rows the text takes, counted no further than to a limit.
  final func rowCount(upTo limit: Int, width: Int) -> Int {
    var count = 0
    var number = lines.first
    while number < endLine, count < limit {
      count += lines.rowCount(ofLine: number, width: max(1, width))
      number += 1
    }
    return count
  }

  /// The number behind the last line that can be seen: the cursor can stand behind a newline at the end.
  var endLine: Int { lines.endOfAll }

  /// A place so many rows further, or back; as far as there are rows.
  final func place(_ place: Place, movedBy step: Int) -> Place {
    var place = place
    var left = step
    let end = endLine
    while left > 0 {
      let rest = rowCount(ofLine: place.line) - 1 - place.row
      if left <= rest { return Place(line: place.line, row: place.row + left) }
      guard place.line + 1 < end else { return Place(line: place.line, row: place.row + rest) }
      left -= rest + 1
      place = Place(line: place.line + 1, row: 0)
    }
    while left < 0 {
      if -left <= place.row { return Place(line: place.line, row: place.row + left) }
      guard place.line > lines.first else { return Place(line: place.line, row: 0) }
      left += place.row + 1
      place = Place(line: place.line - 1, row: rowCount(ofLine: place.line - 1) - 1)
    }
    return place
  }

  /// The last row.
  final var lastPlace: Place { Place(line: endLine - 1, row: rowCount(ofLine: endLine - 1) - 1) }

  /// The first row when the last one is seen.
  final var lastTop: Place { place(lastPlace, movedBy: -(max(1, height) - 1)) }

  /// The first row that is seen.
  var firstPlace: Place { normalized(top) }

  final func normalized(_ place: Place) -> Place {
    guard place.line >= lines.first, place.line < endLine else {
      return place.line < lines.first ? Place(line: lines.first, row: 0) : lastPlace
    }
    return Place(line: place.line, row: min(place.row, rowCount(ofLine: place.line) - 1))
  }

  /// The places of the rows that are seen.
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

  /// Scrolls by rows, as the user wants. Returns false where there is nothing further.
  final func scroll(by step: Int) -> Bool { show(place(firstPlace, movedBy: step)) }

  final func scrollToStart() -> Bool { show(Place(line: lines.first, row: 0)) }

  final func scrollToEnd() -> Bool { show(lastTop) }

  /// Shows the text from a row on, as the user wants. Returns whether that is another.
  func show(_ place: Place) -> Bool {
    let before = firstPlace
    top = min(place, lastTop)
    rest = nil
    return top != before
  }

  /// Brings a row into view, with as little scrolling as possible.
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
    // An estimate never suggests that there is nothing more.
    if first >= lastTop { offset = max(0, total - height) }
    return ScrollBar(total: total, visible: height, offset: min(offset, max(0, total - height)))
  }

  final func showRow(_ row: Int) -> Bool {
    let found = lines.line(atRow: row, width: width)
    return show(Place(line: found.line, row: found.row))
  }

  // MARK: Places in the text

  /// The row in which a mark stands.
  final func place(of mark: Mark) -> Place {
    let rows = rows(ofLine: mark.line)
    let row = rows.lastIndex { $0.start <= mark.byte } ?? 0
    return Place(line: mark.line, row: row)
  }

  final func mark(ofOffset offset: Int) -> Mark {
    let place = lines.place(ofOffset: offset)
    return Mark(line: place.line, byte: place.byte)
  }

  final func offset(of mark: Mark) -> Int { lines.offset(ofLine: mark.line) + mark.byte }

  /// The bytes of a row, without a newline.
  final func bytes(of place: Place) -> Range<Int> {
    let rows = rows(ofLine: place.line)
    guard rows.indices.contains(place.row) else { return 0..<0 }
    let end = place.row + 1 < rows.count ? rows[place.row + 1].start : lines[place.line].contentCount
    return rows[place.row].start..<max(rows[place.row].start, end)
  }

  /// The place in the text at a column of a row, or behind the row's last character.
  final func mark(at place: Place, column: Int) -> Mark {
    let rows = rows(ofLine: place.line)
    guard rows.indices.contains(place.row) else { return Mark(line: place.line, byte: 0) }
    for piece in rows[place.row].pieces {
      guard let start = piece.start, column < piece.x + piece.width else { continue }
      return Mark(line: place.line, byte: start + piece.text.prefix(cells: max(0, column - piece.x)).utf8.count)
    }
    return Mark(line: place.line, byte: bytes(of: place).upperBound)
  }

  /// The column of a mark in its row.
  final func column(of mark: Mark) -> Int {
    let place = place(of: mark)
    let rows = rows(ofLine: place.line)
    guard rows.indices.contains(place.row) else { return 0 }
    var column = 0
    for piece in rows[place.row].pieces {
      guard let start = piece.start, start < mark.byte else { continue }
      column = piece.x + String(decoding: piece.text.utf8.prefix(mark.byte - start), as: UTF8.self).cellWidth
    }
    return column
  }

  /// Where a point of the view leads to in the text.
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

  /// Draws a row. The parts that look different begin and end at characters.
  ///
  /// - Parameters:
  ///   - plain: how a piece looks.
  ///   - marked: how the bytes of the line look that look otherwise.
  final func drawRow(
    _ place: Place, y: Int, in canvas: Canvas, plain: (TextLayout.Piece) -> Style,
    marked: [(bytes: Range<Int>, style: Style)]
  ) {
    for piece in rows(ofLine: place.line)[place.row].pieces {
      let look = plain(piece)
      guard let start = piece.start, !marked.isEmpty else {
        canvas.put(piece.text, x: piece.x, y: y, style: look)
        continue
      }
      var x = piece.x
      var byte = start
      var run = ""
      var current = look
      for character in piece.text {
        let style = marked.first { $0.bytes.contains(byte) }?.style ?? look
        if style != current {
          x = canvas.put(run, x: x, y: y, style: current)
          (run, current) = ("", style)
        }
        run.append(character)
        byte += character.utf8.count
      }
      canvas.put(run, x: x, y: y, style: current)
    }
  }
}
