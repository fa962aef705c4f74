import Interface

/// Encodes the difference between two grids as bytes for a terminal.
///
/// Terminals disagree on the widths of joined emoji, flags, variation selectors and some symbols. The cursor is
/// therefore positioned again after each cell of uncertain width, and its neighbours are redrawn: a terminal that
/// disagrees shows one wrong cell instead of a shifted row. The widths of ASCII, single-width letters, lines and blocks
/// are certain.
///
/// Rows that only moved are moved by the terminal; see ``FrameScroll``.
public struct FrameEncoder: Sendable {
  let colors: ColorDepth
  let glyphs: GlyphSet
  let hasScrollRegions: Bool
  let erasesWithBackground: Bool
  /// Whether links are sent as hyperlinks.
  var hasHyperlinks = false
  /// Whether the rows are somewhere on the screen (``InlineArea``), so that the cursor is moved relative to its row.
  var isInline = false

  /// Creates an encoder for a terminal's colours and characters.
  ///
  /// - Parameters:
  ///   - hasScrollRegions: whether the terminal can scroll a range of rows (DECSTBM).
  ///   - erasesWithBackground: whether erased cells get the current background (terminfo's `bce`).
  public init(
    colors: ColorDepth, glyphs: GlyphSet = .all, hasScrollRegions: Bool = true, erasesWithBackground: Bool = true
  ) {
    self.colors = colors
    self.glyphs = glyphs
    self.hasScrollRegions = hasScrollRegions
    self.erasesWithBackground = erasesWithBackground
  }

  /// The maximum number of unchanged cells that are rewritten, because moving the cursor takes as many bytes.
  private static let shortGap = 4
  /// The maximum size of a frame that is not marked as an update (DEC mode 2026), in bytes.
  private static let shortFrame = 128
  /// The approximate number of bytes for moving the cursor over blanks.
  private static let moveCost = 6
  /// The minimum number of blanks that are erased, with the rest of their row, instead of written.
  private static let longBlank = 6

  /// Returns the bytes of a frame; empty if nothing changed.
  ///
  /// - Parameter previous: the grid shown by the terminal; nil if it is unknown.
  public func encode(_ grid: Grid, after previous: Grid?) -> [UInt8] { encode(grid, after: previous, pictures: []) }

  /// Returns the bytes of a frame and its pictures.
  ///
  /// - Parameters:
  ///   - previous: the grid shown by the terminal; nil if it is unknown.
  ///   - pictures: sent after the text, each with the cursor in a cell.
  func encode(_ grid: Grid, after previous: Grid?, pictures: [PictureCommand]) -> [UInt8] {
    let old = previous?.size == grid.size ? previous : nil
    var pen = Pen(
      StyleEncoder(colors: colors, hasHyperlinks: hasHyperlinks, current: old == nil ? nil : .plain), glyphs,
      inlineRow: isInline ? old?.cursorRow ?? 0 : nil)
    if old == nil { pen.clear() }
    var shown = old ?? Grid(size: grid.size)
    func changedRows() -> [Int] { (0..<grid.size.height).filter { !grid.isRow($0, equalIn: shown) } }
    var rows = changedRows()
    // Terminals disagree on pictures in rows that are moved.
    let hasPictures = !pictures.isEmpty || !grid.pictures.isEmpty || old?.pictures.isEmpty == false
    if hasScrollRegions, !isInline, !hasPictures, old != nil,
      let scroll = FrameScroll(from: shown, to: grid, changedRows: rows)
    {
      shown.scrollRows(scroll.rows, by: scroll.distance)
      rows = changedRows()
      // The cursor's row is written before the margins are reset, which moves the cursor.
      let row = pen.scroll(scroll, height: grid.size.height)
      if let index = rows.firstIndex(of: row) { encodeRow(rows.remove(at: index), of: grid, over: shown, with: &pen) }
      pen.endScroll(scroll, height: grid.size.height)
    }
    for y in rows { encodeRow(y, of: grid, over: shown, with: &pen) }
    for picture in pictures { pen.send(picture) }
    if pen.output.isEmpty, old?.cursor == grid.cursor { return [] }

    pen.setStyle(.plain)
    var frame: [UInt8] = []
    frame.reserveCapacity(pen.output.count + 64)
    // Short output is shown at once anyway.
    let isUpdate = pen.output.count > Self.shortFrame
    if isUpdate { frame += Sequences.beginUpdate }
    if old == nil || (old?.cursor != nil && (!pen.output.isEmpty || grid.cursor == nil)) {
      frame += Sequences.hideCursor
    }
    frame += pen.output
    if let cursor = grid.cursor {
      pen.output = []
      pen.forgetPosition()
      let column = min(max(0, cursor.x), max(0, grid.size.width - 1))
      pen.move(to: Point(x: column, y: min(max(0, cursor.y), max(0, grid.size.height - 1))))
      frame += pen.output
      frame += Sequences.showCursor
    }
    if grid.cursor == nil, isInline {
      pen.output = []
      pen.move(to: Point(x: 0, y: grid.cursorRow))
      frame += pen.output
    }
    if isUpdate { frame += Sequences.endUpdate }
    return frame
  }

  private func encodeRow(_ y: Int, of grid: Grid, over old: Grid, with pen: inout Pen) {
    let row = grid.rows[y]
    guard var changed = changedCells(row, over: old.rows[y]) else { return }
    let width = row.count
    var isErased = false
    // Written and erased cells would lose their part of a picture.
    let hasPicture = !grid.pictures.isEmpty && row.contains { $0.style.picture != .none }
    var x = 0
    while x < width {
      guard changed[x] else {
        x += 1
        continue
      }
      let cell = row[x]
      if !isErased, !hasPicture, canErase(cell), x == 0 || !changed[x - 1] || !row[x - 1].looksErased(like: cell),
        let left = cellsToWrite(afterErasing: x, of: row, changed)
      {
        pen.move(to: Point(x: x, y: y))
        pen.eraseRow(with: cell.style)
        changed = left
        isErased = true
        continue
      }
      if let position = pen.position, position.y == y, position.x < x, x - position.x <= Self.shortGap,
        (position.x..<x).allSatisfy({ isPlainText(row[$0], in: pen) })
      {
        for gap in position.x..<x { pen.write(row[gap], cells: 1, room: width - gap) }
      }
      pen.move(to: Point(x: x, y: y))
      let isWide = x + 1 < width && row[x + 1].text.isEmpty && !cell.text.isEmpty
      if isWide, Self.isContested(cell.text) {
        // A terminal that treats the cell as narrow would leave its second half unchanged.
        for half in 1...2 { pen.write(Cell(" ", style: cell.style), cells: 1, room: width - x - half + 1) }
        pen.move(to: Point(x: x, y: y))
      }
      pen.write(cell, cells: isWide ? 2 : 1, room: width - x)
      x += isWide ? 2 : 1
    }
  }

  /// Whether erasing makes a cell look like this one.
  private func canErase(_ cell: Cell) -> Bool {
    guard cell.looksErased(like: cell) else { return false }
    // Without colours, backgrounds are shown in reverse.
    return cell.style.background == .default || erasesWithBackground && colors != .none
  }

  private func isPlainText(_ cell: Cell, in pen: Pen) -> Bool {
    cell.style.picture == .none && pen.isCurrent(cell.style) && Pen.asciiByte(of: cell.text) != nil
  }

  /// Returns which cells of a row must still be written after the row has been erased from a blank cell on; nil if that
  /// takes more bytes than writing the changed cells.
  private func cellsToWrite(afterErasing start: Int, of row: [Cell], _ changed: [Bool]) -> [Bool]? {
    // A short run of blanks is written.
    let erased = row[start]
    let isLong = (start..<min(start + Self.longBlank, row.count)).allSatisfy { row[$0].looksErased(like: erased) }
    guard isLong, row.count - start >= Self.longBlank else { return nil }
    var left = changed
    var saved = 0
    for x in start..<row.count {
      let isBlank = row[x].looksErased(like: erased)
      if isBlank, changed[x] { saved += 1 }
      if !isBlank, !changed[x] { saved -= max(1, row[x].text.utf8.count) }
      left[x] = !isBlank
      if !isBlank, x > start, row[x - 1].looksErased(like: erased) { saved -= Self.moveCost }
    }
    guard saved >= Self.longBlank else { return nil }
    markBeside(of: row, in: &left)
    return left
  }

  /// Returns which cells of a row must be written; nil if none.
  private func changedCells(_ row: [Cell], over old: [Cell]) -> [Bool]? {
    let width = row.count
    // Not created for a row without changes, and extended in place.
    var marks: [Bool] = []
    for x in 0..<width {
      // The second cell of a wide character has the style of the first. Both cells are compared in place: copies count
      // references.
      guard row[x].text != old[x].text || (row[x].style != old[x].style && !row[x].text.isEmpty) else { continue }
      if marks.isEmpty { marks = Array(repeating: false, count: width) }
      marks[x] = true
      // The contents of cells beside this one are uncertain.
      for next in Self.cellsBeside(x, old[x].text, width) where row[next].style.picture == .none { marks[next] = true }
    }
    guard !marks.isEmpty else { return nil }
    markBeside(of: row, in: &marks)
    return marks
  }

  /// Marks the cells affected by a written one: the other half of a wide character, and the neighbours of a cell of
  /// uncertain width.
  private func markBeside(of row: [Cell], in marks: inout [Bool]) {
    var x = 0
    while x < marks.count {
      guard marks[x] else {
        x += 1
        continue
      }
      let text = row[x].text
      if text.isEmpty, x > 0, !marks[x - 1] {
        marks[x - 1] = true
        x -= 1
        continue
      }
      for next in Self.cellsBeside(x, text, marks.count) where row[next].style.picture == .none { marks[next] = true }
      x += 1
    }
  }

  /// Returns the cells after a cluster that a terminal may draw it over; empty if its width is certain.
  private static func cellsBeside(_ x: Int, _ text: String, _ width: Int) -> Range<Int> {
    guard isContested(text) else { return x..<x }
    return (x + 1)..<max(x + 1, min(width, x + max(3, widest(text) + 1)))
  }

  /// Returns the width of a cluster whose parts are drawn side by side.
  static func widest(_ text: String) -> Int {
    text.unicodeScalars.reduce(0) { $0 + Character($1).cellWidth }
  }

  /// Whether terminals disagree on a cluster's width.
  private static func isContested(_ text: String) -> Bool {
    text.utf8.count > 1 && text.unicodeScalars.count > 1
  }
}

extension Cell {
  /// Whether the cell is blank, and differs from another one at most in what blanks do not show.
  fileprivate func looksErased(like other: Cell) -> Bool {
    text == " " && style.background == other.style.background
      && style.attributes.isDisjoint(with: [.underline, .reverse, .strikethrough])
  }
}

extension Grid {
  /// The row of the terminal's cursor after a frame: that of the text cursor, or the last one.
  var cursorRow: Int { min(max(0, cursor?.y ?? size.height - 1), max(0, size.height - 1)) }
}
