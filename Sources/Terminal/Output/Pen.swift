import Interface

/// The state of the terminal's cursor and style while a frame is encoded.
struct Pen {
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
