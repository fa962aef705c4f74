import Interface
import TestApplication
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

  @Test("a frame equal to the one before writes nothing")
  func same() {
    #expect(encode(grid("hello"), after: grid("hello")).isEmpty)
  }

  @Test("one key press writes only the cells that changed")
  func difference() {
    let output = encode(grid("hello", "world!"), after: grid("hello", "world"))
    #expect(output.contains("!"))
    #expect(!output.contains("world") && !output.contains("hello"))
    #expect(output.utf8.count < 60)
  }

  @Test("focusing a bordered view writes its cells, without a cursor move for each")
  func borders() {
    func screen(_ style: Style) -> Grid {
      let canvas = Canvas(grid: Grid(size: Size(width: 80, height: 24)))
      canvas.strokeBox(Rect(x: 0, y: 0, width: 80, height: 24), border: .rounded, style: style)
      return canvas.grid
    }
    let output = encode(screen(Style(attributes: .bold)), after: screen(Style(attributes: .dim)))
    // Two rows of lines without a cursor move, and two moves for each of the others.
    #expect(output.contains(String(repeating: "─", count: 78)))
    #expect(output.count { $0 == "\u{1b}" } < 2 * 22 + 12)
    #expect(output.utf8.count < 204 * 3 + 44 * 9 + 40)
  }

  @Test(
    "after characters of uncertain width the cursor is moved explicitly, so no row shifts"
  )
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

  @Test("cell contents are never a command to the terminal")
  func controlCharacters() {
    var hostile = Grid(size: Size(width: 3, height: 1))
    hostile[0, 0] = Cell("\u{1b}[2J")
    hostile[1, 0] = Cell("\u{9b}")
    let output = encode(hostile, after: Grid(size: Size(width: 3, height: 1)))
    #expect(!output.contains("\u{1b}[2J") && !output.unicodeScalars.contains("\u{9b}"))
  }

  @Test("a resized screen is drawn from scratch")
  func otherSize() {
    let small = Grid(size: Size(width: 3, height: 1))
    #expect(encode(grid("hello"), after: small).contains("hello"))
  }

  // MARK: Scrolling

  /// Returns the frame after the second occurrence of an event, in an application with a full-screen view.
  private func frame(
    of view: View, after event: InputEvent, width: Int = 80, in theme: Theme = .terminal, hasScrollRegions: Bool = true
  ) -> String {
    let shown = TestApplication(view: view, width: width, height: 24)
    shown.application.theme = theme
    shown.application.handle(event)
    let before = shown.application.render()
    shown.application.handle(event)
    let encoder = FrameEncoder(colors: .full, hasScrollRegions: hasScrollRegions)
    return String(decoding: encoder.encode(shown.application.render(), after: before), as: UTF8.self)
  }

  private func pager() -> TextView {
    let pager = TextView()
    pager.isEditable = false
    pager.text = (101...600).map { "\($0): a line of the text" }.joined(separator: "\n")
    pager.followsEnd = false
    return pager
  }

  @Test("scrolling a full-width pager by a row takes at most 64 bytes, with its scroll bar")
  func scrolledPager() {
    let frame = frame(of: pager(), after: .key(KeyPress(.character("j"))))
    #expect(frame.contains("\n") && frame.contains("126: a line"))
    #expect(frame.utf8.count <= 64, "\(frame.debugDescription)")
  }

  @Test("on a background of 24 bits, scrolling by a row takes at most 100 bytes more, for colours; blanks are erased")
  func scrolledOnBackground() {
    let frame = frame(of: pager(), after: .key(KeyPress(.character("j"))), in: .dark)
    #expect(!frame.contains("      ") && frame.contains("\u{1b}[K"))
    #expect(frame.utf8.count <= 164, "\(frame.debugDescription)")
  }

  @Test("a scroll bar with its thumb in the middle adds at most 24 bytes")
  func scrolledThumb() {
    let pager = pager()
    let shown = TestApplication(view: pager, width: 80, height: 24)
    shown.application.theme = .terminal
    for _ in 0..<260 { shown.application.handle(.key(KeyPress(.character("j")))) }
    let before = shown.application.render()
    shown.application.handle(.key(KeyPress(.character("j"))))
    let frame = encode(shown.application.render(), after: before)
    #expect(frame.contains("385: a line") && frame.utf8.count <= 88, "\(frame.debugDescription)")
  }

  @Test("scrolling full-width rows by one takes at most 72 bytes, beside the new row")
  func scrolledRows() {
    let table = TableView()
    table.rows = (101...600).map { "\($0): a line of the text" }
    let shown = TestApplication(view: table, width: 80, height: 24)
    shown.application.theme = .terminal
    for _ in 0..<40 { shown.application.handle(.key(KeyPress(.down))) }
    let before = shown.application.render()
    shown.application.handle(.key(KeyPress(.down)))
    let frame = encode(shown.application.render(), after: before)
    #expect(frame.contains("\n") && frame.contains(": a line of the text"))
    #expect(frame.utf8.count <= 72 + 23, "\(frame.debugDescription)")
  }

  @Test("a row that loses its highlight is erased and its text written, without its blanks")
  func lostHighlight() {
    func screen(_ style: Style) -> Grid {
      let canvas = Canvas(grid: Grid(size: Size(width: 200, height: 3)))
      canvas.fill(Rect(x: 0, y: 1, width: 200, height: 1), style: style)
      canvas.put("the name", x: 2, y: 1, style: style)
      canvas.put("the detail", x: 189, y: 1, style: style)
      return canvas.grid
    }
    let frame = encode(screen(.plain), after: screen(Style(attributes: .reverse)))
    #expect(frame.contains("the name") && frame.contains("the detail"))
    #expect(frame.utf8.count <= 48, "\(frame.debugDescription)")
  }

  @Test("without scroll regions, scrolling sends the changed cells and no margins")
  func withoutRegions() {
    let frame = frame(of: pager(), after: .key(KeyPress(.character("j"))), hasScrollRegions: false)
    #expect(frame.contains("5") && !frame.contains("line") && !frame.contains("\u{1b}[r"))
  }

  @Test("scrolling one side of a split view sends no cells of the other")
  func split() {
    let (left, right) = (pager(), Label())
    right.text = (1...23).map { "other \($0)" }.joined(separator: "\n")
    let stack = HStack()
    stack.addSubview(left)
    stack.addSubview(right)
    let frame = frame(of: stack, after: .key(KeyPress(.character("j"))))
    #expect(!frame.isEmpty && !frame.contains("other") && !frame.contains("\u{1b}[r"))
  }

  @Test("scrolled rows are moved in both directions, and rows above and below stay in place")
  func bothWays() {
    let texts = (0..<8).map { "row \($0) \($0 * 37)" }
    func screen(_ rows: Range<Int>) -> Grid {
      let canvas = Canvas(grid: Grid(size: Size(width: 40, height: 8)))
      canvas.put("title", x: 0, y: 0)
      for (y, row) in rows.enumerated() { canvas.put("\(texts[row]) and some more words", x: 0, y: y + 1) }
      canvas.put("keys", x: 0, y: 7)
      return canvas.grid
    }
    #expect(encode(screen(1..<7), after: screen(0..<6)).contains("\u{1b}[2;7r\u{1b}[7H\n\(texts[6])"))
    #expect(encode(screen(0..<6), after: screen(1..<7)).contains("\u{1b}[2;7r\u{1b}[2H\u{1b}M\(texts[0])"))
    let two = encode(screen(2..<8), after: screen(0..<6))
    #expect(two.contains("\u{1b}[2;7r\u{1b}[7H\n\n\(texts[7])") && two.contains("\u{1b}[r"))
  }

  @Test("terminals that follow the VT100 have scroll regions; earlier and other ones do not")
  func terminalsWithRegions() {
    for name in ["xterm-256color", "tmux-256color", "screen", "linux", "vt100", "xterm-kitty", "foot", "alacritty"] {
      #expect(TerminalDevice.hasScrollRegions(name: name))
    }
    for name in ["vt52", "ansi", "cons25", "sun"] { #expect(!TerminalDevice.hasScrollRegions(name: name)) }
  }
}
