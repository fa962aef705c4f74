import Seeded
import StateRestoration
import Testing

@testable import Interface

@Suite("Drawing")
@MainActor
struct DrawingTests {
  @Test("a style has the colours that it was given, and equals only styles with the same ones")
  func styleColors() {
    let colors: [Color] =
      [.default, .rgb(0, 0, 0), .rgb(0, 0, 1), .rgb(0, 1, 0), .rgb(1, 0, 0), .rgb(255, 254, 253)]
      + [0, 1, 254, 255].map { .palette($0) }
    for foreground in colors {
      for background in colors {
        var style = Style(foreground: foreground, background: background)
        #expect(style.foreground == foreground && style.background == background)
        for other in colors {
          #expect((style == Style(foreground: foreground, background: other)) == (background == other))
          #expect((style == Style(foreground: other, background: background)) == (foreground == other))
        }
        (style.foreground, style.background) = (background, foreground)
        #expect(style == Style(foreground: background, background: foreground))
      }
    }
  }

  @Test(
    "text has the same width as on terminals",
    arguments: [
      ("a", 1), ("ü", 1), ("u\u{308}", 1), ("漢", 2), ("한", 2), ("ｆ", 2), ("👍", 2), ("👨‍👩‍👧", 2), ("🇩🇪", 2), ("☺\u{fe0f}", 2),
      ("", 0), ("漢字kana", 8), ("\t", 1),
    ])
  func widths(text: String, cells: Int) {
    #expect(text.cellWidth == cells)
  }

  @Test("lines break at spaces if possible, within words if necessary, and never within a wide character")
  func wrapping() {
    func lines(_ text: String, _ width: Int) -> [String] { text.wrapped(to: width).map(\.line) }
    #expect(lines("one two three", 8) == ["one two ", "three"])
    #expect(lines("abcdefghij", 4) == ["abcd", "efgh", "ij"])
    #expect(lines("漢字漢字", 5) == ["漢字", "漢字"])
    #expect(lines("a\n\nb", 10) == ["a", "", "b"])
    #expect(lines("", 10) == [""])
    #expect("abcdefgh".truncated(to: 5) == "abcd…")
    #expect("漢字漢字".truncated(to: 4) == "漢…")
  }

  @Test("a width and a cut are those of the characters one by one", arguments: 0..<400)
  func cuts(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let parts = [
      "a", "b", " ", "é", "u\u{308}", "漢", "👍", "👨‍👩‍👧", "🇩🇪", "🇫🇷", "\u{1f1e9}", "\t", "\n", "\r\n", "\u{301}", "\u{200d}",
      "\u{7f}",
      "☺\u{fe0f}", "שלום", "abcdefgh",
    ]
    let few = parts.shuffled(using: &random).prefix(Int.random(in: 1...5, using: &random))
    let text = (0..<Int.random(in: 0...40, using: &random)).map { _ in few.randomElement(using: &random) ?? "" }
      .joined()
    let widths = text.map { $0.drawable.cellWidth }
    #expect(text.cellWidth == widths.reduce(0, +))
    for cells in -1...60 {
      var (count, used) = (0, 0)
      while count < widths.count, used + widths[count] <= cells {
        used += widths[count]
        count += 1
      }
      #expect(text.fits(in: cells) == (count == widths.count), "\(text.debugDescription) \(cells)")
      #expect(text.prefix(cells: cells) == String(text.prefix(count)), "\(text.debugDescription) \(cells)")
    }
  }

  @Test("half of an overwritten wide character becomes blank, and none is drawn half outside")
  func wideCharacters() {
    let canvas = Canvas(grid: Grid(size: Size(width: 4, height: 1)))
    canvas.put("漢字", x: 0, y: 0)
    canvas.put("x", x: 1, y: 0)
    #expect(canvas.grid.lines == [" x字"])
    let narrow = Canvas(grid: Grid(size: Size(width: 3, height: 1)))
    narrow.put("漢字", x: 0, y: 0)
    #expect(narrow.grid.lines[0].hasPrefix("漢"))
    #expect(!narrow.grid.lines[0].contains("字"))
  }

  @Test("control characters are drawn visibly and never reach the terminal")
  func controlCharacters() {
    let canvas = Canvas(grid: Grid(size: Size(width: 10, height: 1)))
    canvas.put("a\u{1b}[2Jb\0", x: 0, y: 0)
    #expect(canvas.grid.lines == ["a␛[2Jb␀"])
  }

  @Test("a snapshot is decoded as it was encoded, with styles and wide characters; damaged ones are rejected")
  func snapshots() throws {
    let canvas = Canvas(grid: Grid(size: Size(width: 6, height: 2)))
    canvas.put("漢x", x: 0, y: 0, style: Style(foreground: .rgb(1, 2, 3), attributes: [.bold, .reverse]))
    canvas.put("end", x: 3, y: 1, style: Style(background: .palette(7)))
    let bytes = SnapshotEncoder().encode(Snapshot(canvas.grid))
    #expect(Snapshot(decoding: bytes)?.grid == canvas.grid)
    for count in 0..<bytes.count { _ = Snapshot(decoding: Array(bytes.prefix(count))) }
    #expect(Snapshot(decoding: []) == nil)
    #expect(Snapshot(decoding: [0x83, 0x1b, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 0xff, 1, 0x80]) == nil)
  }

  @Test(
    "keys have names",
    arguments: [
      ("enter", KeyPress(.enter)), ("ctrl+c", KeyPress(.character("c"), modifiers: .control)),
      ("shift+tab", KeyPress(.tab, modifiers: .shift)),
      ("ctrl++", KeyPress(.character("+"), modifiers: .control)), ("F5", KeyPress(.function(5))),
      ("+", KeyPress(.character("+"))),
      ("ctrl+alt+left", KeyPress(.left, modifiers: [.control, .alt])), ("漢", KeyPress(.character("漢"))),
    ])
  func keyNames(name: String, key: KeyPress) {
    #expect(KeyPress(name: name) == key)
    #expect(KeyPress(name: "hyper+x") == nil)
    #expect(KeyPress(name: "f99") == nil)
  }
  @Test("a snapshot has the drawn contents; one that claims a larger size is rejected")
  func keptPictures() throws {
    var grid = Grid(size: Size(width: 12, height: 3))
    for (x, text) in ["a", "日", "é", "z"].enumerated() {
      grid.set(x * 3, 1, Cell(text, style: Style(foreground: .palette(9))), isWide: text == "日")
    }
    grid.set(11, 2, Cell("本"), isWide: true)
    let bytes = SnapshotEncoder().encode(Snapshot(grid, theme: .init(own: "auto", shown: "dark")))
    #expect(Snapshot(decoding: bytes)?.grid == grid)
    for bit in 0..<bytes.count * 8 {
      var damaged = bytes
      damaged[bit / 8] ^= 1 << UInt8(bit % 8)
      if let grid = Snapshot(decoding: damaged)?.grid { #expect(grid.cells.count <= bytes.count) }
    }
    for length in bytes.indices { #expect(Snapshot(decoding: Array(bytes[..<length])) == nil) }
    for size in [(65_535, 65_535), (10_000, 10_000), (Int64.max, Int64.max), (-1, 5), (3, .min)] as [(Int64, Int64)] {
      let parts: [StateValue] = [
        .integer(size.0), .integer(size.1), .list([.string("x"), .integer(0), .integer(-1), .integer(-1)]),
      ]
      #expect(Snapshot(decoding: StateValue.list(parts).encoded()) == nil)
    }
  }
}
