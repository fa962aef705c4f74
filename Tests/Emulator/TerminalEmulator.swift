import CVterm

/// A terminal in memory (libvterm), independent of the code under test.
public final class TerminalEmulator {
  /// One place on the screen.
  public struct Cell: Equatable {
    /// The character with its combining marks; empty where nothing was drawn, and beside a wide character.
    public let text: String
    /// -1 for the default, below 256 an index, from 1 << 24 on red, green and blue.
    public let foreground, background: Int32
    /// Bold 1, italic 4, underline 8, reverse 16, strikethrough 32.
    public let attributes: Int32
  }

  public private(set) var columns: Int
  public private(set) var rows: Int
  private let terminal: OpaquePointer
  /// The lines since the last change; nil if nothing has asked for them.
  private var knownLines: [String]?
  private let modes = UnsafeMutablePointer<referee_modes>.allocate(capacity: 1)

  public init(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    terminal = referee_new(Int32(rows), Int32(columns))
    referee_watch_modes(terminal, modes)
  }

  deinit {
    referee_free(terminal)
    modes.deallocate()
  }

  /// Processes the output of a program.
  public func write(_ bytes: [UInt8]) {
    knownLines = nil
    bytes.withUnsafeBytes {
      referee_write(terminal, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  /// Returns the answers to what the program asked since the last call, such as the place of the cursor.
  public func takeReplies() -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: vterm_output_get_buffer_current(terminal))
    let count = bytes.withUnsafeMutableBytes {
      vterm_output_read(terminal, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
    return Array(bytes.prefix(count))
  }

  public func resize(columns: Int, rows: Int) {
    (self.columns, self.rows) = (columns, rows)
    knownLines = nil
    vterm_set_size(terminal, Int32(rows), Int32(columns))
  }

  public subscript(column: Int, row: Int) -> Cell {
    let cell = referee_cell_at(terminal, Int32(row), Int32(column))
    let text = withUnsafeBytes(of: cell.scalars) { bytes in
      String(
        String.UnicodeScalarView(
          bytes.bindMemory(to: UInt32.self).prefix(Int(cell.count)).compactMap(Unicode.Scalar.init)))
    }
    return Cell(
      text: text, foreground: cell.foreground, background: cell.background, attributes: cell.attributes)
  }

  /// The text of each row, without spaces at its end.
  public var lines: [String] {
    if let knownLines { return knownLines }
    let lines = (0..<rows).map { row in
      var line = ""
      var isBeside = false
      for column in 0..<columns {
        let cell = referee_cell_at(terminal, Int32(row), Int32(column))
        line += cell.count == 0 ? (isBeside ? "" : " ") : self[column, row].text
        isBeside = cell.width == 2
      }
      while line.last == " " { line.removeLast() }
      return line
    }
    knownLines = lines
    return lines
  }

  /// The place of the cursor, visible or not.
  public var cursor: (column: Int, row: Int) {
    var (row, column): (Int32, Int32) = (0, 0)
    referee_cursor(terminal, &row, &column)
    return (Int(column), Int(row))
  }

  public var isOnAlternateScreen: Bool { modes.pointee.alternate_screen != 0 }
  public var reportsMouse: Bool { modes.pointee.mouse != 0 }
  public var isCursorVisible: Bool { modes.pointee.cursor != 0 }
}
