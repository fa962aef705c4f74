import CVterm
import Interface
import Seeded
import Testing

@testable import Terminal

/// A terminal of another make that is fed our frames: its screen has to be the grid.
@Suite("Frames on a real terminal (libvterm)")
@MainActor
struct RefereeTests {
  private static let size = Size(width: 24, height: 5)

  /// Clusters whose width terminals agree on, and one that they do not.
  private static let pieces = [
    "a", "b", "Z", " ", "  ", "text ", "é", "e\u{301}", "漢", "字", "한", "│", "─", "█", "ש", "ع", "…", "👍", "👩‍👩‍👧", "🇩🇪",
    "☺\u{fe0f}",
  ]

  private static let styles = [
    Style.plain, Style(foreground: .palette(1)), Style(background: .palette(12), attributes: .bold),
    Style(foreground: .rgb(1, 200, 3), background: .rgb(9, 9, 9)), Style(attributes: [.reverse, .underline]),
    Style(foreground: .palette(200), attributes: [.italic, .strikethrough]),
  ]

  private static func isContested(_ text: String) -> Bool {
    text.unicodeScalars.contains { $0.value == 0x200d || $0.value == 0xfe0f || (0x1f1e6...0x1f1ff).contains($0.value) }
  }

  private func change(_ grid: Grid, _ generator: inout SeededGenerator) -> Grid {
    let canvas = Canvas(grid: grid)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let text = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let style = Self.styles.randomElement(using: &generator) ?? .plain
      let place = Point(
        x: Int.random(in: -2..<Self.size.width, using: &generator),
        y: Int.random(in: 0..<Self.size.height, using: &generator))
      if Int.random(in: 0..<8, using: &generator) == 0 {
        canvas.fill(Rect(x: place.x, y: place.y, width: 9, height: 2), style: style)
      } else {
        canvas.put(text, x: place.x, y: place.y, style: style)
      }
    }
    var grid = canvas.grid
    grid.cursor =
      Bool.random(using: &generator)
      ? Point(
        x: Int.random(in: 0..<Self.size.width, using: &generator),
        y: Int.random(in: 0..<Self.size.height, using: &generator)) : nil
    return grid
  }

  private func code(_ color: Color) -> Int32 {
    switch color {
    case .default: -1
    case .palette(let index): Int32(index)
    case .rgb(let red, let green, let blue): 1 << 24 | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
    }
  }

  /// Whether the terminal shows what stands in a cell. What only some terminals draw in two columns need not be there, but
  /// nothing beside it may suffer.
  private func isShown(_ cell: Cell, _ x: Int, _ y: Int, on terminal: OpaquePointer, in grid: Grid) -> Bool {
    if cell.text.isEmpty || Self.isContested(cell.text) { return true }
    let shown = referee_cell_at(terminal, Int32(y), Int32(x))
    let text = withUnsafeBytes(of: shown.scalars) { bytes in
      String(
        String.UnicodeScalarView(
          bytes.bindMemory(to: UInt32.self).prefix(Int(shown.count)).compactMap(Unicode.Scalar.init)))
    }
    guard text == cell.text || text.isEmpty && cell.text == " " else { return false }
    return shown.foreground == code(cell.style.foreground) && shown.background == code(cell.style.background)
      && shown.attributes == Int32(cell.style.attributes.subtracting(.dim).rawValue)
  }

  @Test("after any sequence of frames the screen is the grid, cell by cell", arguments: 0..<20)
  func sequences(seed: UInt64) throws {
    var generator = SeededGenerator(state: seed)
    let terminal = try #require(referee_new(Int32(Self.size.height), Int32(Self.size.width)))
    defer { referee_free(terminal) }
    func write(_ bytes: [UInt8]) {
      bytes.withUnsafeBytes {
        referee_write(terminal, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
      }
    }
    write(Sequences.enterScreen)
    let encoder = FrameEncoder(colors: .full)
    var shown: Grid?
    for frame in 0..<60 {
      let grid = change(shown ?? Grid(size: Self.size), &generator)
      write(encoder.encode(grid, after: shown))
      shown = grid
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width where !isShown(grid[x, y], x, y, on: terminal, in: grid) {
          let cell = referee_cell_at(terminal, Int32(y), Int32(x))
          Issue.record("seed \(seed), frame \(frame), \(x),\(y): \(grid[x, y]) is shown as \(cell)\n\(grid.text)")
          return
        }
      }
      if let cursor = grid.cursor {
        var (row, column): (Int32, Int32) = (0, 0)
        referee_cursor(terminal, &row, &column)
        #expect(row == Int32(cursor.y) && column == Int32(cursor.x))
      }
    }
  }
}
