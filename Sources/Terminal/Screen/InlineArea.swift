/// The rows below the prompt in which an app runs without the alternate screen.
///
/// Nothing waits for the terminal to report where they are: everything is placed relative to the cursor, whose row is
/// known from the frame shown last. Only the mouse needs the place, which the terminal reports later.
struct InlineArea: Equatable {
  /// The number of rows.
  let rows: Int
  /// The row of the screen that is the area's first; nil before the terminal has reported it.
  private(set) var top: Int?

  init(rows: Int) { self.rows = rows }

  /// Takes the reported position of the cursor, which was in the last row.
  mutating func cursorWasReported(inRow row: Int) { top = max(0, row - rows + 1) }

  /// The column in which the position is asked for, if the screen is wide enough: a report of a lower one in the first
  /// row would also be a function key with modifiers.
  private static let column = 20

  /// Returns the bytes that make room below the cursor, and move it to the first row.
  ///
  /// - Parameter queries: sent while the cursor is in the last row.
  func making(queries: [UInt8]) -> [UInt8] {
    // The rescue returns to the saved position.
    var bytes = Array(repeating: UInt8(ascii: "\n"), count: rows - 1) + Array("\r\u{1b}7".utf8)
    if !queries.isEmpty { bytes += "\u{1b}[\(Self.column)G".utf8 + queries }
    return bytes + Self.up(rows - 1)
  }

  /// Returns the bytes that move the cursor from a row of the area to the first one, and erase the area.
  static func erasing(fromRow row: Int) -> [UInt8] { up(row) + Array("\u{1b}[J".utf8) }

  private static func up(_ count: Int) -> [UInt8] { Array((count > 0 ? "\u{1b}[\(count)A\r" : "\r").utf8) }
}
