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
    var changed: [Bool]?
    for x in 0..<width {
      let new = row[x]
      let before = old[x]
      // The second cell of a wide character has the style of the first.
      guard new.text != before.text || (new.style != before.style && !new.text.isEmpty) else { continue }
      var marks = changed ?? Array(repeating: false, count: width)
      marks[x] = true
      // The contents of cells beside this one are uncertain.
      for next in Self.cellsBeside(x, before.text, width) where row[next].style.picture == .none { marks[next] = true }
      changed = marks
    }
    if var marks = changed {
      markBeside(of: row, in: &marks)
      changed = marks
    }
    return changed
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
  fileprivate static func widest(_ text: String) -> Int {
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

/// The state of the terminal's cursor and style while a frame is encoded.
private struct Pen {
  var output: [UInt8] = []
  /// The cursor's position; nil if it is unknown.
  private(set) var position: Point? { didSet { edge = nil } }
  /// The last cell of a row if it was just written: the cursor is still in it, or beyond.
  private var edge: Point?
  private var style: StyleEncoder
  private let glyphs: GlyphSet
  /// The cursor's row in an inline area; nil for a whole screen.
  private var inlineRow: Int?

  init(_ style: StyleEncoder, _ glyphs: GlyphSet, inlineRow: Int?) {
    self.glyphs = glyphs
    self.inlineRow = inlineRow
    self.style = style
  }

  func isCurrent(_ other: Style) -> Bool { style.current == style.shown(other) }

  mutating func setStyle(_ new: Style) { style.set(new, into: &output) }

  mutating func forgetPosition() { position = nil }

  mutating func clear() {
    setStyle(.plain)
    // In an inline area, the cursor is in the first cell.
    output += (inlineRow == nil ? "\u{1b}[2J" : "\u{1b}[J").utf8
  }

  /// Erases the rest of the row with the background of a style.
  mutating func eraseRow(with erased: Style) {
    // The default background is certain only without other styles.
    setStyle(erased.background == .default ? .plain : erased)
    output += "\u{1b}[K".utf8
  }

  /// Scrolls rows. Returns the row of the cursor, which is in its first column. Must be followed by
  /// ``endScroll(_:height:)``.
  ///
  /// Uses a line feed at the lower margin or a reverse index at the upper one, which every terminal with margins
  /// supports.
  mutating func scroll(_ scroll: FrameScroll, height: Int) -> Int {
    // Inserted rows get the current background.
    setStyle(.plain)
    if scroll.rows.count < height {
      output += "\u{1b}[\(scroll.rows.lowerBound + 1);\(scroll.rows.upperBound)r".utf8
      forgetPosition()
    }
    let row = scroll.distance > 0 ? scroll.rows.upperBound - 1 : scroll.rows.lowerBound
    move(to: Point(x: 0, y: row))
    if scroll.distance > 0 {
      output += Array(repeating: UInt8(ascii: "\n"), count: scroll.distance)
    } else {
      for _ in scroll.distance..<0 { output += "\u{1b}M".utf8 }
    }
    return row
  }

  /// Resets the margins, which moves the cursor to the first cell.
  mutating func endScroll(_ scroll: FrameScroll, height: Int) {
    guard scroll.rows.count < height else { return }
    output += Sequences.resetMargins
    position = Point(x: 0, y: 0)
  }

  mutating func move(to target: Point) {
    guard position != target else { return }
    if let inlineRow { return move(fromRow: inlineRow, to: target) }
    // An omitted coordinate is 1.
    let row = target.y == 0 ? "" : "\(target.y + 1)"
    let absolute = "\u{1b}[\(row)\(target.x == 0 ? "" : ";\(target.x + 1)")H"
    let above = edge.flatMap { $0.x == target.x ? $0 : nil }
    let relative = (position ?? above).flatMap { Self.relativeMove(from: $0, to: target) }
    output += (relative.flatMap { $0.utf8.count < absolute.utf8.count ? $0 : nil } ?? absolute).utf8
    position = target
  }

  /// Sends a picture or a command about one.
  mutating func send(_ picture: PictureCommand) {
    if let place = picture.place {
      setStyle(.plain)
      move(to: place)
    }
    output += picture.bytes
    // Terminals disagree on the cursor's position after a picture, except for those that leave it.
    if !picture.leavesCursor { forgetPosition() }
  }

  /// Moves by rows, and to a column. The row is known even if the column is not, as lines do not wrap.
  private mutating func move(fromRow row: Int, to target: Point) {
    let rows = target.y - row
    if rows != 0 { output += "\u{1b}[\(abs(rows) == 1 ? "" : "\(abs(rows))")\(rows < 0 ? "A" : "B")".utf8 }
    if position?.x != target.x { output += (target.x == 0 ? "\r" : "\u{1b}[\(target.x + 1)G").utf8 }
    inlineRow = target.y
    position = target
  }

  /// Returns a relative move in the same row or downwards; nil if it is not shorter.
  private static func relativeMove(from position: Point, to target: Point) -> String? {
    func step(_ distance: Int, _ letter: Character) -> String {
      distance == 0 ? "" : "\u{1b}[\(distance == 1 ? "" : "\(distance)")\(letter)"
    }
    guard target.y >= position.y else { return nil }
    let down = step(target.y - position.y, "B")
    if target.x >= position.x { return down + step(target.x - position.x, "C") }
    return down + (target.x == 0 ? "\r" : String(repeating: "\u{8}", count: position.x - target.x))
  }

  /// Writes a cell.
  ///
  /// - Parameter room: the number of cells left in the row.
  mutating func write(_ cell: Cell, cells: Int, room: Int) {
    setStyle(cell.style)
    if let byte = Self.asciiByte(of: cell.text) {
      output.append(byte)
      advance(by: 1, room: room)
      return
    }
    let text = glyphs.shown(Self.printable(cell.text, cells: cells, room: room), cells: cells)
    output += text.utf8
    // The text has been replaced if it contained control characters, so the width of the written text counts.
    if Self.hasSureWidth(text, cells: cells) { advance(by: cells, room: room) } else { position = nil }
  }

  /// Advances the cursor over cells of which `room` are left in the row.
  private mutating func advance(by cells: Int, room: Int) {
    let last = position.map { Point(x: $0.x + cells - 1, y: $0.y) }
    position = room > cells ? last.map { Point(x: $0.x + 1, y: $0.y) } : nil
    if room == cells { edge = last }
  }

  /// Whether all terminals agree on the width of a text.
  private static func hasSureWidth(_ text: String, cells: Int) -> Bool {
    let scalars = text.unicodeScalars
    if text.utf8.count == scalars.count { return scalars.count == cells }
    guard cells == 1, scalars.count == 1, let scalar = scalars.first else { return false }
    switch scalar.value {
    // Latin except for the soft hyphen; Greek and Cyrillic letters; lines and blocks.
    case 0xa1..<0xad, 0xae..<0x300, 0x386..<0x483, 0x48a..<0x530, 0x2500..<0x25a0: return true
    default: return false
    }
  }

  static func asciiByte(of text: String) -> UInt8? {
    guard text.utf8.count == 1, let byte = text.utf8.first, (0x20...0x7e).contains(byte) else { return nil }
    return byte
  }

  /// Returns the text to send for a cell: without control characters, which would be commands, and not wider than the
  /// rest of the row.
  private static func printable(_ text: String, cells: Int, room: Int) -> String {
    guard let first = text.first else { return " " }
    if text.unicodeScalars.contains(where: \.isTerminalControl) { return "\u{fffd}" }
    if room == 1, cells == 1, first.cellWidth > 1 { return " " }
    // Some terminals would wrap a cluster whose parts exceed the row, so only its first part is sent.
    if let base = text.unicodeScalars.first, FrameEncoder.widest(text) > room { return String(Character(base)) }
    return text
  }
}

extension Grid {
  /// The row of the terminal's cursor after a frame: that of the text cursor, or the last one.
  var cursorRow: Int { min(max(0, cursor?.y ?? size.height - 1), max(0, size.height - 1)) }
}
