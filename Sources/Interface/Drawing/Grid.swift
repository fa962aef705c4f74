/// One cell of the screen.
public struct Cell: Hashable, Sendable {
  /// The text: one grapheme cluster, or empty for the second cell of a wide character.
  public var text: String
  /// The style.
  public var style: Style

  /// Creates a cell from its text and style.
  public init(_ text: String = " ", style: Style = .plain) {
    self.text = text
    self.style = style
  }

  /// An empty cell.
  public static let blank = Cell()
}

/// The screen as a value: it is drawn into, compared, printed as text and sent to a terminal.
///
/// Copies of a grid share the rows that have not been changed since, so that copying a screen, changing one row and
/// comparing both costs little more than that row.
public struct Grid: Equatable, Sendable {
  /// The size in cells.
  public let size: Size
  /// The rows, from top to bottom.
  public private(set) var rows: [[Cell]]
  /// The position of the text cursor; nil if it is hidden.
  public var cursor: Point?
  /// The pictures that take cells, by their tags.
  public internal(set) var pictures: [PictureTag: PlacedPicture] = [:]
  /// The progress that the screen shows, that of the first bar; nil for none.
  public var progress: Progress? { progressByRow.min { $0.key < $1.key }?.value }
  /// The progress of the first bar in each row.
  private var progressByRow: [Int: Progress] = [:]

  /// A grid of blank cells.
  public init(size: Size) {
    self.size = size
    rows = Array(repeating: Array(repeating: .blank, count: size.width), count: size.height)
  }

  /// The cells, row by row.
  public var cells: [Cell] { Array(rows.joined()) }

  /// The cell at a position; blank outside the grid.
  public subscript(x: Int, y: Int) -> Cell {
    get {
      guard x >= 0, y >= 0, x < size.width, y < size.height else { return .blank }
      return rows[y][x]
    }
    set {
      guard x >= 0, y >= 0, x < size.width, y < size.height else { return }
      rows[y][x] = newValue
    }
  }

  /// Notes the progress of a bar. The first one in a row counts.
  mutating func note(_ progress: Progress, row: Int) {
    if progressByRow[row] == nil { progressByRow[row] = progress }
  }

  /// Forgets the progress of bars in rows that are drawn again.
  mutating func forgetProgress(inRows rows: Range<Int>) {
    if !progressByRow.isEmpty { progressByRow = progressByRow.filter { !rows.contains($0.key) } }
  }

  /// Sets a cell; a wide one also takes the next cell. Wide characters that lose a half are blanked.
  mutating func set(_ x: Int, _ y: Int, _ cell: Cell, isWide: Bool) {
    guard x >= 0, y >= 0, x < size.width, y < size.height else { return }
    splitWideCharacters(around: x..<min(size.width, x + (isWide ? 2 : 1)), y: y)
    rows[y][x] = cell
    if isWide, x + 1 < size.width { rows[y][x + 1] = Cell("", style: cell.style) }
  }

  /// Writes printable ASCII from `x` on, clipped to these columns. A fast path for the most common text.
  mutating func put(ascii bytes: UnsafeBufferPointer<UInt8>, x: Int, y: Int, columns: Range<Int>, style: Style) {
    let start = max(x, columns.lowerBound)
    let end = min(x + bytes.count, columns.upperBound)
    guard start < end, y >= 0, y < size.height else { return }
    splitWideCharacters(around: start..<end, y: y)
    rows[y].withUnsafeMutableBufferPointer { cells in
      Self.asciiTexts.withUnsafeBufferPointer { texts in
        for column in start..<end { cells[column] = Cell(texts[Int(bytes[column - x])], style: style) }
      }
    }
  }

  /// Blanks wide characters that would lose a half when these columns are written.
  private mutating func splitWideCharacters(around columns: Range<Int>, y: Int) {
    if columns.lowerBound > 0, rows[y][columns.lowerBound].text.isEmpty { rows[y][columns.lowerBound - 1].text = " " }
    if columns.upperBound < size.width, rows[y][columns.upperBound].text.isEmpty {
      rows[y][columns.upperBound].text = " "
    }
  }

  /// Returns the grid cropped, or extended with blanks, to a size.
  public func resized(to size: Size) -> Grid {
    guard size != self.size else { return self }
    var result = Grid(size: size)
    for y in 0..<min(size.height, self.size.height) {
      for x in 0..<min(size.width, self.size.width) { result[x, y] = self[x, y] }
      // A wide character that is cut in half becomes blank.
      if size.width < self.size.width, size.width > 0, self[size.width, y].text.isEmpty {
        result[size.width - 1, y].text = " "
      }
    }
    result.cursor = cursor.flatMap { $0.x < size.width && $0.y < size.height ? $0 : nil }
    result.pictures = pictures
    result.progressByRow = progressByRow.filter { $0.key < size.height }
    return result
  }

  private static let asciiTexts: [String] = (0..<128).map { String(Character(Unicode.Scalar($0))) }

  /// Sets every cell of a rectangle inside the grid to the same single-width cell.
  mutating func fill(_ area: Rect, with cell: Cell) {
    if area.width == size.width {
      let row = Array(repeating: cell, count: size.width)
      for y in area.minY..<area.maxY { rows[y] = row }
      return
    }
    for y in area.minY..<area.maxY {
      splitWideCharacters(around: area.minX..<area.maxX, y: y)
      rows[y].withUnsafeMutableBufferPointer { cells in
        for x in area.minX..<area.maxX { cells[x] = cell }
      }
    }
  }

  /// Whether a row equals that of another grid of the same size.
  public func isRow(_ y: Int, equalIn other: Grid) -> Bool {
    guard y >= 0, y < size.height, other.size == size else { return false }
    // Shared rows are not compared cell by cell.
    return rows[y] == other.rows[y]
  }

  /// Adds the texts and styles of all cells to a hash.
  package func combineCells(into hasher: inout Hasher) {
    for row in rows {
      // Runs of one style, and texts as a number: much faster than each cell by itself.
      var texts: UInt64 = 0
      var style = Style.plain
      for cell in row {
        if cell.style != style {
          style = cell.style
          hasher.combine(texts)
          hasher.combine(style)
        }
        for byte in cell.text.utf8 { texts = (texts ^ UInt64(byte)) &* 0x100_0000_01b3 }
        texts = (texts ^ 0xff) &* 0x100_0000_01b3
      }
      hasher.combine(texts)
    }
  }

  /// Moves a range of rows up, or down if the distance is negative. Vacated rows become blank; rows that leave the
  /// range are discarded.
  public mutating func scrollRows(_ range: Range<Int>, by distance: Int) {
    let range = range.clamped(to: 0..<size.height)
    let blank = Array(repeating: Cell.blank, count: size.width)
    let old = rows
    for y in range { rows[y] = range.contains(y + distance) ? old[y + distance] : blank }
  }

  /// The rows as text, without trailing blanks.
  public var lines: [String] {
    rows.map { row in
      var line = ""
      let end = row.lastIndex { !$0.text.isEmpty && $0.text != " " } ?? -1
      for cell in row[...end] { line += cell.text }
      return line
    }
  }

  /// The rows as text, joined by newlines.
  public var text: String { lines.joined(separator: "\n") }
}
