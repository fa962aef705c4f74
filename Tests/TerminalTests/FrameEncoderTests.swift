import Interface
import Testing

@testable import Terminal

@Suite("Frames")
@MainActor
struct FrameEncoderTests {
  private func grid(_ rows: String..., style: Style = .plain) -> Grid {
    let canvas = Canvas(grid: Grid(size: Size(width: 10, height: rows.count)))
    for (y, row) in rows.enumerated() { canvas.put(row, x: 0, y: y, style: style) }
    return canvas.grid
  }

  private func encode(_ grid: Grid, after old: Grid?) -> String {
    String(decoding: FrameEncoder(colors: .full).encode(grid, after: old), as: UTF8.self)
  }

  @Test("a frame like the one before writes nothing")
  func same() {
    #expect(encode(grid("hello"), after: grid("hello")).isEmpty)
  }

  @Test("one keystroke writes the cells that changed, and no others")
  func difference() {
    let output = encode(grid("hello", "world!"), after: grid("hello", "world"))
    #expect(output.contains("!"))
    #expect(!output.contains("world") && !output.contains("hello"))
    #expect(output.utf8.count < 60)
  }

  @Test("a bordered view that gets the keys costs its cells, not a move of the cursor for each")
  func borders() {
    func screen(_ style: Style) -> Grid {
      let canvas = Canvas(grid: Grid(size: Size(width: 80, height: 24)))
      canvas.strokeBox(Rect(x: 0, y: 0, width: 80, height: 24), border: .rounded, style: style)
      return canvas.grid
    }
    let output = encode(screen(Style(attributes: .bold)), after: screen(Style(attributes: .dim)))
    // Two rows of lines without a move in them, and two moves for each of the others.
    #expect(output.contains(String(repeating: "─", count: 78)))
    #expect(output.count { $0 == "\u{1b}" } < 2 * 22 + 12)
    #expect(output.utf8.count < 204 * 3 + 44 * 9 + 40)
  }

  @Test(
    "after every character whose width is not sure the cursor is placed anew, so that a wrong width never shifts a row")
  func wideCharacters() {
    let output = encode(grid("漢a"), after: grid(""))
    #expect(!output.contains("漢a"))
    #expect(output.contains("漢") && output.contains("a"))
    for doubtful in ["●", "…", "👍", "⌕", "\u{ad}"] {
      #expect(!encode(grid("\(doubtful)a"), after: grid("")).contains("\(doubtful)a"))
    }
    for sure in ["é", "ß", "ж", "λ", "─", "█"] {
      #expect(encode(grid("\(sure)a"), after: grid("")).contains("\(sure)a"))
    }
  }

  @Test("what stands in cells is never a command to the terminal")
  func controlCharacters() {
    var hostile = Grid(size: Size(width: 3, height: 1))
    hostile[0, 0] = Cell("\u{1b}[2J")
    hostile[1, 0] = Cell("\u{9b}")
    let output = encode(hostile, after: Grid(size: Size(width: 3, height: 1)))
    #expect(!output.contains("\u{1b}[2J") && !output.unicodeScalars.contains("\u{9b}"))
  }

  @Test("another size is drawn from scratch")
  func otherSize() {
    let small = Grid(size: Size(width: 3, height: 1))
    #expect(encode(grid("hello"), after: small).contains("hello"))
  }
}
