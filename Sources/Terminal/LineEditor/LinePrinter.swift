import Interface

/// Draws a prompt with its text within the terminal's normal output, and erases it again.
@MainActor
struct LinePrinter {
  private let device: TerminalDevice
  /// The number of rows from the first drawn row to the cursor.
  var cursorRow = 0

  init(_ device: TerminalDevice) { self.device = device }

  /// Replaces the drawn rows.
  mutating func draw(_ layout: LineLayout, below: [[Cell]]) {
    var style = StyleEncoder(colors: device.colors, current: .plain)
    var output = erasing()
    let rows = layout.rows + below
    for (index, row) in rows.enumerated() {
      if index > 0 { output += "\r\n".utf8 }
      for cell in row {
        style.set(cell.style, into: &output)
        output += Self.printable(cell.text).utf8
      }
      style.set(.plain, into: &output)
    }
    let up = rows.count - 1 - layout.cursor.y
    if up > 0 { output += "\u{1b}[\(up)A".utf8 }
    output += "\r".utf8
    if layout.cursor.x > 0 { output += "\u{1b}[\(layout.cursor.x)C".utf8 }
    writeAll(Sequences.beginUpdate + output + Sequences.endUpdate, to: device.output)
    cursorRow = layout.cursor.y
  }

  /// Erases the drawn rows and writes a text in their place, followed by a newline if it has none.
  mutating func replace(with text: [UInt8]) {
    writeAll(erasing() + text + (text.isEmpty || text.last == 0x0a ? [] : [0x0a]), to: device.output)
    cursorRow = 0
  }

  /// Keeps the drawn rows and moves below them.
  mutating func finish() {
    writeAll(Array("\u{1b}[0m\r\n".utf8), to: device.output)
    cursorRow = 0
  }

  mutating func clearScreen() {
    writeAll(Array("\u{1b}[H\u{1b}[2J".utf8), to: device.output)
    cursorRow = 0
  }

  private func erasing() -> [UInt8] {
    Array("\r".utf8) + (cursorRow > 0 ? Array("\u{1b}[\(cursorRow)A".utf8) : []) + Array("\u{1b}[J".utf8)
  }

  private static func printable(_ text: String) -> String {
    text.unicodeScalars.contains(where: \.isTerminalControl) ? "\u{fffd}" : text
  }
}
