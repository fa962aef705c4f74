import Emulator
import Interface
import Seeded
import Testing

@testable import Terminal

/// An independent terminal emulator that gets our frames: its screen must equal the grid.
@Suite("Frames on a real terminal (libvterm)")
@MainActor
struct RefereeTests {
  private static let size = Size(width: 24, height: 5)

  /// Clusters with a width that terminals agree on, and one with a disputed width.
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

  /// Returns a grid with some rows moved and others replaced.
  private func scroll(_ grid: Grid, _ generator: inout SeededGenerator) -> Grid {
    let height = grid.size.height
    let top = Int.random(in: 0..<height - 2, using: &generator)
    let bottom = Int.random(in: top + 2...height, using: &generator)
    let distance = Int.random(in: 1..<bottom - top, using: &generator) * (Bool.random(using: &generator) ? 1 : -1)
    var moved = grid
    for y in top..<bottom {
      let source = (top..<bottom).contains(y + distance) ? y + distance : nil
      for x in 0..<grid.size.width { moved[x, y] = source.map { grid[x, $0] } ?? .blank }
    }
    return Bool.random(using: &generator) ? moved : change(moved, &generator)
  }

  private func change(_ grid: Grid, _ generator: inout SeededGenerator) -> Grid {
    let canvas = Canvas(grid: grid)
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let text = (0..<Int.random(in: 1...6, using: &generator)).map { _ in
        Self.pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let style = Self.styles.randomElement(using: &generator) ?? .plain
      let place = Point(
        x: Int.random(in: -2..<grid.size.width, using: &generator),
        y: Int.random(in: 0..<grid.size.height, using: &generator))
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
        x: Int.random(in: 0..<grid.size.width, using: &generator),
        y: Int.random(in: 0..<grid.size.height, using: &generator)) : nil
    return grid
  }

  private func code(_ color: Color) -> Int32 {
    switch color {
    case .default: -1
    case .palette(let index): Int32(index)
    case .rgb(let red, let green, let blue): 1 << 24 | Int32(red) << 16 | Int32(green) << 8 | Int32(blue)
    }
  }

  /// Whether the terminal shows a cell's contents. A cluster of disputed width may be missing, but its neighbours must
  /// be right.
  private func isShown(_ cell: Cell, _ shown: TerminalEmulator.Cell) -> Bool {
    if cell.text.isEmpty || Self.isContested(cell.text) { return true }
    guard shown.text == cell.text || shown.text.isEmpty && cell.text == " " else { return false }
    // A blank may be erased, which keeps only what it shows.
    let visible: Style.Attributes = [.underline, .reverse, .strikethrough]
    if cell.text == " ", cell.style.attributes.isDisjoint(with: visible) {
      return shown.background == code(cell.style.background) && shown.attributes & Int32(visible.rawValue) == 0
    }
    return shown.foreground == code(cell.style.foreground) && shown.background == code(cell.style.background)
      && shown.attributes == Int32(cell.style.attributes.subtracting(.dim).rawValue)
  }

  /// Shows a sequence of frames, and returns how many of them moved rows; nil if a cell was wrong.
  private func show(
    _ size: Size, frames: Int, seed: UInt64, _ next: (Grid, inout SeededGenerator) -> Grid
  ) throws -> Int? {
    var generator = SeededGenerator(state: seed)
    let referee = TerminalEmulator(columns: size.width, rows: size.height)
    referee.write(Sequences.enterScreen)
    let encoder = FrameEncoder(colors: .full)
    var shown: Grid?
    var scrolls = 0
    for frame in 0..<frames {
      let grid = next(shown ?? Grid(size: size), &generator)
      let bytes = encoder.encode(grid, after: shown)
      if String(decoding: bytes, as: UTF8.self).contains("\u{1b}[r") { scrolls += 1 }
      referee.write(bytes)
      shown = grid
      for y in 0..<size.height {
        for x in 0..<size.width where !isShown(grid[x, y], referee[x, y]) {
          let cell = referee[x, y]
          Issue.record("seed \(seed), frame \(frame), \(x),\(y): \(grid[x, y]) is shown as \(cell)\n\(grid.text)")
          return nil
        }
      }
      if let cursor = grid.cursor {
        #expect(referee.cursor == (cursor.x, cursor.y))
      }
    }
    return scrolls
  }

  @Test("after any sequence of frames the screen equals the grid, cell by cell", arguments: 0..<20)
  func sequences(seed: UInt64) throws {
    _ = try show(Self.size, frames: 60, seed: seed, change)
  }

  @Test("after any sequence of scrolling frames the screen equals the grid, and rows were moved", arguments: 0..<20)
  func scrolls(seed: UInt64) throws {
    let scrolls = try show(Size(width: 40, height: 14), frames: 80, seed: seed) { grid, generator in
      Int.random(in: 0..<3, using: &generator) == 0 ? change(grid, &generator) : scroll(grid, &generator)
    }
    if let scrolls { #expect(scrolls > 5) }
  }

  @Test("after a frame truncated anywhere, the restored terminal scrolls as a whole")
  func marginsAreReset() throws {
    let size = Size(width: 30, height: 8)
    func rows(_ numbers: Range<Int>) -> Grid {
      let canvas = Canvas(grid: Grid(size: size))
      for (y, number) in numbers.enumerated() {
        canvas.put("line \(number) \(String(repeating: "\(number * 7)", count: 8))", x: 0, y: y + 1)
      }
      return canvas.grid
    }
    let (old, new) = (rows(0..<6), rows(1..<7))
    let frame = FrameEncoder(colors: .full).encode(new, after: old)
    #expect(String(decoding: frame, as: UTF8.self).contains("\u{1b}[2;7r"))
    for length in 0...frame.count {
      let referee = TerminalEmulator(columns: size.width, rows: size.height)
      referee.write(Array("\u{1b}[1;1Hfirst\u{1b}[5;1Hprompt".utf8))
      referee.write(Sequences.enterScreen + FrameEncoder(colors: .full).encode(old, after: nil))
      // A truncated sequence swallows the following one up to its first byte.
      referee.write(frame.prefix(length) + Sequences.leaveScreen)
      #expect(referee.cursor == (6, 4), "after \(length) bytes")
      referee.write(Array("\u{1b}[8;1Hlast\r\n".utf8))
      #expect(
        referee.lines[6].hasPrefix("last") && !referee.lines[0].hasPrefix("first"), "after \(length) bytes")
      // Another program may have left margins, too.
      referee.write(Array("\u{1b}[2;4r".utf8) + Sequences.enterScreen)
      referee.write(FrameEncoder(colors: .full).encode(new, after: nil) + Array("\u{1b}[8;1H\n".utf8))
      #expect(referee.lines[0].hasPrefix("line 1"))
    }
  }
}
