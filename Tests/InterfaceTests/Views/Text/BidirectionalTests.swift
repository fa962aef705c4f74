import Seeded
import TestApplication
import Testing

@testable import Interface

@Suite("Text from right to left")
@MainActor
struct BidirectionalTests {
  // MARK: Order

  @Test("a line is ordered as the command fribidi orders it", arguments: BidirectionalSample.all)
  func samples(sample: BidirectionalSample) throws {
    let scalars = Array(sample.text.unicodeScalars)
    let expected = sample.order.map { scalars[$0] }
    guard let line = BidirectionalLine(sample.text) else {
      #expect(expected == scalars)
      return
    }
    #expect(line.isRightToLeft == sample.isRightToLeft)
    var visual: [Unicode.Scalar] = []
    for cluster in line.clusters {
      let start = sample.text.utf8.index(sample.text.startIndex, offsetBy: cluster.byte)
      visual += sample.text[start].unicodeScalars
    }
    #expect(visual == expected)
  }

  @Test("the order of a text is restored from its display", arguments: BidirectionalSample.all)
  func restoredOrder(sample: BidirectionalSample) {
    let canvas = Canvas(grid: Grid(size: Size(width: 40, height: 1)))
    let end = canvas.put(sample.text, x: 1, y: 0)
    #expect(canvas.grid.text(ofRow: 0, columns: 1..<end) == String(sample.text.map(\.drawable)))
  }

  @Test("only text with letters from right to left or Arabic digits is ordered")
  func scan() {
    // The blocks whose characters have the classes R, AL or AN by default (DerivedBidiClass.txt).
    let blocks: [ClosedRange<UInt32>] = [
      0x590...0x8ff, 0xfb1d...0xfdff, 0xfe70...0xfeff, 0x10800...0x10fff, 0x1e800...0x1efff,
    ]
    for value in UInt32(0)...0x10ffff {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let isExpected = blocks.contains { $0.contains(value) }
      if String(scalar).hasRightToLeft != isExpected { Issue.record("U+\(String(value, radix: 16))") }
    }
    #expect("plain, é, 世界 – ✓ 😀 ﬁ".hasRightToLeft == false)
    #expect("last is \u{5d0}".hasRightToLeft)
  }

  @Test("brackets and other signs are mirrored, and controls that would reorder are visible and reorder nothing")
  func mirroring() {
    #expect(drawn("\u{5d0}(\u{5d1})<1>") == "<1>(\u{5d1})\u{5d0}")
    // A right-to-left override does not turn Latin text.
    #expect(drawn("a\u{202e}bc") == "a�bc")
    #expect(drawn("\u{5d0}\u{202d}\u{5d1}") == "\u{5d1}�\u{5d0}")
  }

  @Test("a combining mark stays on its letter, and a wide character takes two cells")
  func clusters() {
    #expect(drawn("\u{5e9}\u{5c1}\u{5d0} 世") == "世 \u{5d0}\u{5e9}\u{5c1}")
    var line = TextLayout.Line()
    line.add("\u{5d0}世", .init(), start: 0)
    let visual = BidirectionalLine(line.pieces, start: 0, end: 5, in: BidirectionalText("\u{5d0}世"))
    #expect(visual.clusters.map(\.x) == [0, 2])
  }

  @Test("text between lines of a table is ordered by itself")
  func tables() {
    #expect(drawn("\u{5d0}\u{5d1}   │ \u{5d2}\u{5d3} │ 7") == "\u{5d1}\u{5d0}   │ \u{5d3}\u{5d2} │ 7")
    #expect(drawn("│  \u{5d0}\u{5d1} │") == "│  \u{5d1}\u{5d0} │")
  }

  /// Returns a text as a canvas draws it.
  private func drawn(_ text: String) -> String {
    let canvas = Canvas(grid: Grid(size: Size(width: 40, height: 1)))
    let end = canvas.put(text, x: 0, y: 0)
    #expect(end == text.cellWidth)
    return canvas.grid.lines[0]
  }

  // MARK: Cursor

  private static let pieces = [
    "\u{5d0}\u{5d1}\u{5d2}", "\u{627}\u{644}", "abc", "12", "\u{661}\u{662}", " ", " ", "(", ")", "世", "-",
    "\u{5e9}\u{5c1}",
  ]

  @Test("the arrow keys move through each position of a field once, from one edge to the other", arguments: 0..<60)
  func cursor(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let text = (0..<Int.random(in: 1...7, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
      .joined()
    let field = TextField()
    field.text = text
    let shown = TestApplication(view: field, width: 40, height: 1)
    field.becomeFirstResponder()
    // To the left edge.
    for _ in 0...text.count { try shown.key("left") }
    var passed: [Int] = []
    var columns: [Int] = []
    for _ in 0...text.count {
      passed.append(field.selectedRange.location)
      let cursor = try #require(shown.application.render().cursor)
      columns.append(cursor.x)
      try shown.key("right")
    }
    #expect(passed.sorted() == Array(0...text.count), "\(String(reflecting: text))")
    #expect(columns == columns.sorted() && Set(columns).count == columns.count, "\(String(reflecting: text))")
    // A click on each of the cells moves to the position that is drawn there.
    for (position, column) in zip(passed, columns) {
      shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: column, y: 0))))
      #expect(field.selectedRange.location == position, "\(String(reflecting: text)), column \(column)")
    }
  }

  @Test("a field aligns text from right to left to the right, and scrolls to the cursor")
  func field() throws {
    let field = TextField()
    let shown = TestApplication(view: field, width: 8, height: 1)
    field.becomeFirstResponder()
    for letter in "\u{5d0}\u{5d1}\u{5d2}" { shown.application.handle(.key(.character(letter))) }
    var grid = shown.application.render()
    #expect(grid.text == "     \u{5d2}\u{5d1}\u{5d0}")
    #expect(grid.cursor == Point(x: 4, y: 0))
    #expect(field.text == "\u{5d0}\u{5d1}\u{5d2}")
    for letter in "\u{5d3}\u{5d4}\u{5d5}\u{5d6}\u{5d7}" { shown.application.handle(.key(.character(letter))) }
    grid = shown.application.render()
    #expect(grid.text == " \u{5d7}\u{5d6}\u{5d5}\u{5d4}\u{5d3}\u{5d2}\u{5d1}")
    #expect(grid.cursor == Point(x: 0, y: 0))
    try shown.key("home")
    grid = shown.application.render()
    #expect(grid.text == "\u{5d7}\u{5d6}\u{5d5}\u{5d4}\u{5d3}\u{5d2}\u{5d1}\u{5d0}")
    #expect(grid.cursor == Point(x: 7, y: 0))
    // The left arrow is forward, also by word, and Backspace deletes what is before in the text.
    try shown.key("left", "backspace")
    #expect(field.text.first == "\u{5d1}" && field.selectedRange.location == 0)
    try shown.key("ctrl+left")
    #expect(field.selectedRange.location == 7)
  }

  @Test("a secure field shows no directions")
  func secure() {
    let field = TextField()
    field.isSecure = true
    field.text = "\u{5d0}\u{5d1}"
    #expect(TestApplication(view: field, width: 8, height: 1).application.render().text == "••")
  }

  @Test("the arrow keys move through each position of a row of a text view once", arguments: 0..<40)
  func rows(seed: UInt64) throws {
    var random = SeededGenerator(state: seed)
    let text = (0..<Int.random(in: 2...14, using: &random)).map { _ in Self.pieces.randomElement(using: &random) ?? "" }
      .joined()
    let view = TextView()
    view.text = text
    let shown = TestApplication(view: view, width: 12, height: 9)
    view.becomeFirstResponder()
    try shown.key("ctrl+home")
    let isRightToLeft = text.isRightToLeft
    let forward = isRightToLeft ? "left" : "right"
    // To the edge at which the text begins.
    for _ in 0...text.count { try shown.key(isRightToLeft ? "right" : "left") }
    var passed: [Int] = []
    for _ in 0...text.count {
      passed.append(view.selectedRange.location)
      try shown.key(forward)
    }
    #expect(passed.sorted() == Array(0...text.count), "\(String(reflecting: text))")
    for position in 0...text.count {
      view.selectedRange = .init(location: position)
      let cursor = try #require(shown.application.render().cursor)
      // The end of a full row from right to left has no cell of its own.
      if position == text.count { continue }
      shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: cursor)))
      #expect(view.selectedRange.location == position, "\(String(reflecting: text))")
    }
  }

  // MARK: Views

  @Test("a selection and the column of a vertical move follow what is displayed")
  func selection() throws {
    let view = TextView()
    view.text = "ab \u{5d0}\u{5d1}\u{5d2} c\nxxxxxxxxx"
    let shown = TestApplication(view: view, width: 20, height: 3)
    view.becomeFirstResponder()
    view.selectedRange = .init(location: 1, length: 3)
    var grid = shown.application.render()
    #expect(grid.lines[0] == "ab \u{5d2}\u{5d1}\u{5d0} c")
    let marked = view.theme[.textSelection]
    #expect((0..<8).filter { grid[$0, 0].style == marked } == [1, 2, 5])
    view.selectedRange = .init(location: 12)
    grid = shown.application.render()
    #expect(grid.cursor == Point(x: 3, y: 1))
    try shown.key("up")
    #expect(view.selectedRange.location == 5)
    #expect(shown.application.render().cursor == Point(x: 3, y: 0))
  }

  @Test("paragraphs of a text view and a label have the direction of their first letter")
  func paragraphs() {
    let text = "\u{5d0}\u{5d1} one\nplain \u{5d0}\u{5d1}\n12 \u{5d2}"
    let view = TextView()
    view.isEditable = false
    view.text = text
    #expect(
      TestApplication(view: view, width: 13, height: 3).application.render().lines == [
        "      one \u{5d1}\u{5d0}", "plain \u{5d1}\u{5d0}", "        \u{5d2} 12",
      ])
    let label = Label()
    label.text = text
    #expect(
      TestApplication(view: label, width: 12, height: 3).application.render().lines == [
        "      one \u{5d1}\u{5d0}", "plain \u{5d1}\u{5d0}", "        \u{5d2} 12",
      ])
    label.alignment = .left
    #expect(
      TestApplication(view: label, width: 12, height: 3).application.render().lines == [
        "one \u{5d1}\u{5d0}", "plain \u{5d1}\u{5d0}", "\u{5d2} 12",
      ])
  }

  @Test("wrapped rows keep the directions of their paragraph")
  func wrapping() {
    let label = Label()
    // In the second row the digits belong to the Arabic text before them.
    label.text = "\u{627}\u{628}\u{62a} \u{62b} 12-34"
    #expect(
      TestApplication(view: label, width: 6, height: 2).application.render().lines
        == [" \u{62b} \u{62a}\u{628}\u{627}", " 34-12"])
    label.text = "one two \u{5d0}\u{5d1} \u{5d2}\u{5d3}"
    #expect(
      TestApplication(view: label, width: 10, height: 2).application.render().lines
        == ["one two \u{5d1}\u{5d0}", "\u{5d3}\u{5d2}"])
  }

  @Test("styles stay with their characters, and links are where they are displayed")
  func styles() {
    let link = TextLink()
    let label = Label()
    label.attributedText = Text(
      AttributedString("\u{5d0}\u{5d1}", look: .style(Style(attributes: .strikethrough)))
        + AttributedString("\u{5d2}", link: link) + AttributedString(" x"))
    let shown = TestApplication(view: label, width: 10, height: 1)
    let grid = shown.application.render()
    #expect(grid.text == "     x \u{5d2}\u{5d1}\u{5d0}")
    #expect((0..<10).filter { grid[$0, 0].style.attributes.contains(.strikethrough) } == [8, 9])
    #expect(label.tapPoint(forTitle: "\u{5d2}") == Point(x: 7, y: 0))
  }

  @Test("a truncated text ends on its left")
  func truncation() {
    #expect(drawn("\u{5d0}\u{5d1}\u{5d2}\u{5d3}".truncated(to: 3)) == "…\u{5d1}\u{5d0}")
    let label = Label()
    label.text = "\u{5d0}\u{5d1} \u{5d2}\u{5d3} \u{5d4}\u{5d5}"
    let controller = ViewController()
    controller.view = label
    #expect(
      TestApplication(controller, width: 5, height: 1).application.render().lines[0].contains("…"))
  }

  @Test("a column can align each text by its direction")
  func columns() {
    #expect(Label.Alignment.natural.start(of: "\u{5d0}", in: 5) == 4)
    #expect(Label.Alignment.natural.start(of: "a", in: 5) == 0)
    #expect(Label.Alignment.left.start(of: "\u{5d0}", in: 5) == 0)
  }

  @Test("accessibility text and the selection stay in logical order")
  func logical() {
    let field = TextField()
    field.text = "\u{5d0}\u{5d1} (c)"
    field.selectedRange = .init(location: 0, length: 2)
    _ = TestApplication(view: field, width: 10, height: 1).application.render()
    #expect(field.accessibilityValue == "\u{5d0}\u{5d1} (c)")
    #expect(field.editing.selectedText == "\u{5d0}\u{5d1}")
  }
}
