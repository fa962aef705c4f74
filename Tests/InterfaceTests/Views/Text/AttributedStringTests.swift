import Seeded
import TestApplication
import Testing

@testable import Interface

@Suite("Styled text")
@MainActor
struct AttributedStringTests {
  private static let bold = AttributedString.Look.style(Style(attributes: .bold))
  private static let red = AttributedString.Look.style(Style(foreground: .palette(1)))

  @Test("adjacent parts with the same style are one run, and equality does not depend on how a text was composed")
  func runs() {
    let parts = AttributedString("a", look: Self.bold) + AttributedString("b", look: Self.bold) + "c" + ""
    #expect(parts.runs.map(\.byteCount) == [2, 1] && parts.string == "abc" && parts.count == 3)
    #expect(parts == AttributedString("ab", look: Self.bold) + "c")
    #expect(parts != AttributedString("abc", look: Self.bold) && parts != "abc")
  }

  @Test("an inner style inherits unset attributes from the outer one")
  func nesting() {
    let text = AttributedString("x", look: Self.red).inside(.init(looks: [Self.bold]))
    #expect(text == AttributedString("x", look: .style(Style(foreground: .palette(1), attributes: .bold))))
    let role = AttributedString("x", look: Self.red).inside(.init(looks: [.role(.header)]))
    #expect(
      role.runs[0].attributes.style(in: .monochrome) == Style(foreground: .palette(1), attributes: .bold))
  }

  @Test("a character composed of two parts has the style of the first")
  func joinedCharacters() {
    let text = AttributedString("e", look: Self.bold) + AttributedString("\u{301}x", look: Self.red)
    #expect(text.count == 2)
    let pieces = TextLayout(Text(text), width: 10).lines[0].pieces
    #expect(pieces.map(\.text) == ["e\u{301}", "x"] && pieces.map(\.attributes.looks) == [[Self.bold], [Self.red]])
  }

  @Test("a truncated text ends with an ellipsis in the style of the text before it")
  func truncation() {
    let text = AttributedString("ab", look: Self.bold) + AttributedString("日本", look: Self.red)
    #expect(text.truncated(to: 6) === text)
    #expect(text.truncated(to: 5) == AttributedString("ab", look: Self.bold) + AttributedString("日…", look: Self.red))
    #expect(text.truncated(to: 4) == AttributedString("ab", look: Self.bold) + AttributedString("…", look: Self.red))
    #expect(text.truncated(to: 0).string == "" && text.truncated(to: -1).string == "")
    for width in 1...6 { #expect(text.truncated(to: width).string == text.string.truncated(to: width)) }
  }

  @Test("a styled text wraps like its plain text, and each character keeps its style", arguments: 0..<200)
  func wrapping(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let text = random.attributedText(of: 12)
    for width in 1...9 {
      let lines = TextLayout(Text(text), width: width).lines
      let plain = TextLayout(Text(text.string), width: width).lines
      #expect(lines.map { $0.pieces.map(\.text).joined() } == plain.map { $0.pieces.map(\.text).joined() })
      #expect(lines.map(\.width) == plain.map(\.width))
      // Byte by byte, except for the newlines between lines.
      var looks: [(String, AttributedString.Attributes)] = []
      var offset = text.string.startIndex
      let starts = runStarts(of: text)
      while offset < text.string.endIndex {
        let byte = text.string.utf8.distance(from: text.string.startIndex, to: offset)
        let run = starts.last { $0.start <= byte }
        if !text.string[offset].isNewline { looks.append((String(text.string[offset]), run?.attributes ?? .init())) }
        offset = text.string.index(after: offset)
      }
      let shown = lines.flatMap(\.pieces).flatMap { piece in piece.text.map { (String($0), piece.attributes) } }
      #expect(shown.map(\.0) == looks.map(\.0) && shown.map(\.1) == looks.map(\.1), "seed \(seed), width \(width)")
    }
  }

  private func runStarts(of text: AttributedString) -> [(start: Int, attributes: AttributedString.Attributes)] {
    var start = 0
    return text.runs.map { run in
      defer { start += run.byteCount }
      return (start, run.attributes)
    }
  }

  @Test("continuation lines of a paragraph begin with its prefix, within the width", arguments: 0..<100)
  func continuation(seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let text = random.text(of: 20).filter { !$0.isNewline }
    let paragraph = AttributedString.Paragraph(continuation: "│ ")
    let attributed = AttributedString(parts: [(text, .init(paragraph: paragraph))])
    for width in 4...12 {
      let lines = TextLayout(Text(attributed), width: width).lines
      // A space at the edge ends the line.
      #expect(lines.allSatisfy { $0.pieces.map(\.text).joined().trimmed.cellWidth <= width }, "seed \(seed)")
      #expect(lines.dropFirst().allSatisfy { $0.pieces.first?.text == "│ " })
      let shown = lines.enumerated().map { number, line in
        line.pieces.dropFirst(number > 0 ? 1 : 0).map(\.text).joined()
      }
      #expect(shown.joined() == text)
    }
  }

  @Test("a paragraph can be clipped, or fill its line")
  func breaking() {
    func line(_ text: String, _ breaking: AttributedString.Paragraph.Breaking) -> String {
      let text = AttributedString(parts: [(text, .init(paragraph: .init(breaking: breaking)))])
      let lines = TextLayout(Text(text), width: 6).lines
      #expect(lines.count == 1)
      return lines[0].pieces.map(\.text).joined()
    }
    #expect(line("abcdefgh", .clipping) == "abcdef" && line("abcde日", .clipping) == "abcde")
    #expect(line("ab", .clipping) == "ab" && line("─", .filling) == "──────" && line("12345678", .filling) == "123456")
  }

  // MARK: Links

  private static func manual(_ chosen: @escaping (String) -> Void) -> AttributedString {
    AttributedString("see ") + AttributedString("one", link: TextLink { _ in chosen("one") }) + " or "
      + AttributedString("two", link: TextLink { _ in chosen("two") })
  }

  @Test("links are underlined, reached by Tab in both directions, and activated by Enter or a click")
  func links() throws {
    var chosen: [String] = []
    let label = Label()
    label.attributedText = Text(Self.manual { chosen.append($0) })
    let (before, after) = (Button(), Button())
    (before.title, after.title) = ("before", "after")
    let stack = VStack()
    [before, label, after].forEach(stack.addSubview)
    let shown = TestApplication(view: stack)
    #expect(shown.application.render()[4, 1].style.attributes == .underline)
    #expect(shown.application.render()[3, 1].style.attributes == [])
    try shown.key("tab", "enter", "tab", "enter")
    #expect(chosen == ["one", "two"] && label.isFirstResponder)
    try shown.key("tab")
    #expect(after.isFirstResponder)
    try shown.key("shift+tab", "enter")
    #expect(chosen.last == "two")
    try shown.key("shift+tab", "enter", "shift+tab")
    #expect(chosen.last == "one" && before.isFirstResponder)
    try shown.automation.tap("two")
    #expect(chosen == ["one", "two", "two", "one", "two"])
    shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 1, y: 1))))
    shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: 1, y: 1))))
    #expect(chosen.count == 5)
    label.isEnabled = false
    #expect(!label.canBecomeFirstResponder)
  }

  @Test("a link is an accessibility element of its own")
  func words() throws {
    let label = Label()
    label.attributedText = Text(Self.manual { _ in })
    let shown = TestApplication(view: label)
    let words = try #require(shown.application.keyWindow).accessibilityElements.map(\.text)
    #expect(words == ["see one or two", "one, link, focused", "two, link"])
  }

  @Test("a wrapped link is one link, whichever line is clicked")
  func wrappedLink() throws {
    var count = 0
    let label = Label()
    label.attributedText = Text(AttributedString("a link over two lines", link: TextLink { _ in count += 1 }))
    let shown = TestApplication(view: label, width: 12, height: 4)
    for y in 0...1 {
      shown.application.handle(.mouse(MouseEvent(.press(button: 1), at: Point(x: 2, y: y))))
      shown.application.handle(.mouse(MouseEvent(.release(button: 1), at: Point(x: 2, y: y))))
    }
    #expect(count == 2)
  }

  // MARK: Views with styled text

  @Test("titles of buttons, bars and tabs keep their styles")
  func titles() throws {
    let button = Button()
    button.attributedTitle = Text(AttributedString("Save", look: Self.red) + " now")
    let other = Button()
    let stack = VStack()
    [other, button].forEach(stack.addSubview)
    let page = ViewController()
    page.view = stack
    page.attributedTitle = Text(AttributedString("Page", look: Self.red))
    let tabs = TabBarController()
    let navigation = NavigationController()
    try navigation.push(page)
    try tabs.addChild(navigation)
    let grid = TestApplication(tabs, width: 30, height: 6).application.render()
    let lines = grid.lines
    for (word, y) in [("Save", lines.firstIndex { $0.contains("Save") }), ("Page", 0)] {
      let y = try #require(y)
      let x = try #require(lines[y].range(of: word)).lowerBound.utf16Offset(in: lines[y])
      #expect(grid[x, y].style.foreground == .palette(1), "\(word)")
    }
    #expect(page.title == "Page" && button.title == "Save now")
  }
}
