import Seeded
import TestApplication
import Testing

@testable import Interface

@Suite("Themes and layout")
@MainActor
struct ThemeTests {
  @Test(
    "colours are parsed from names, numbers and hexadecimal digits",
    arguments: [
      ("red", Color.palette(1)), ("brightBlue", .palette(12)), ("gray", .palette(8)), ("default", .default),
      ("208", .palette(208)), ("#ff8800", .rgb(255, 136, 0)), ("#f80", .rgb(255, 136, 0)),
    ])
  func colors(text: String, color: Color) {
    #expect(Color(text) == color)
    #expect(Color(color.text) == color)
  }

  @Test(
    "other strings are no colours",
    arguments: ["", "rot", "#", "#12345", "#gggggg", "256", "-1", "bright", "brightred"])
  func noColors(text: String) {
    #expect(Color(text) == nil)
  }

  @Test("a style over another overrides its colours and adds its attributes")
  func composition() {
    let base = Style(foreground: .palette(1), background: .palette(2), attributes: .bold)
    let style = Style(foreground: .palette(3), attributes: .italic)
    #expect(style.over(base) == Style(foreground: .palette(3), background: .palette(2), attributes: [.bold, .italic]))
    #expect(Style.plain.over(base) == base)
    #expect(style.over(.plain) == style)
  }

  @Test("borders and padding take space from the content, and are omitted if there is none")
  func decoration() {
    let label = Label()
    label.text = "inside"
    label.border = .double
    label.borderTitle = "Title"
    label.padding = Insets(all: 1)
    let shown = TestApplication(view: label, width: 14, height: 7)
    #expect(
      shown.application.render().lines == [
        "╔═ Title ════╗", "║            ║", "║ inside     ║", "║            ║", "║            ║", "║            ║",
        "╚════════════╝",
      ])
    shown.application.resize(to: Size(width: 4, height: 2))
    #expect(shown.application.render().lines[0] == "insi")
  }

  @Test("a view keeps a fixed size if it fits, and is placed by its stack")
  func sizes() {
    let stack = VStack()
    stack.alignment = .center
    let label = Label()
    label.text = "mid"
    let fixed = TextField()
    fixed.width = 8
    stack.addSubview(label)
    stack.addSubview(fixed)
    let shown = TestApplication(view: stack, width: 20, height: 4)
    _ = shown.application.render()
    #expect(label.frame == Rect(x: 8, y: 0, width: 3, height: 1))
    #expect(fixed.frame == Rect(x: 6, y: 1, width: 8, height: 1))
  }

  @Test("text drawn in runs equals text drawn character by character")
  func runs() {
    var generator = SeededGenerator(state: 4)
    let pieces = ["a", "bc ", "é", "e\u{301}", "漢", "👩‍👩‍👧", "🇩🇪", "\u{1b}", "\t", "…", "Z", "\u{200d}", "ж", "☺\u{fe0f}"]
    for _ in 0..<2000 {
      let text = (0..<Int.random(in: 0...12, using: &generator)).map { _ in
        pieces.randomElement(using: &generator) ?? ""
      }.joined()
      let x = Int.random(in: -4...10, using: &generator)
      let canvas = Canvas(grid: Grid(size: Size(width: 12, height: 1)))
      let part = canvas.part(Rect(x: 1, y: 0, width: 9, height: 1))
      let end = part.put(text, x: x, y: 0)
      let slow = Canvas(grid: Grid(size: Size(width: 12, height: 1)))
      let slowPart = slow.part(Rect(x: 1, y: 0, width: 9, height: 1))
      var column = x
      // Characters drawn one at a time take the other code path wherever ASCII adjoins something else.
      for character in text { column = slowPart.put(String(character), x: column, y: 0) }
      #expect(canvas.grid == slow.grid, "\(text.debugDescription) at \(x)")
      #expect(end == column)
      #expect(text.cellWidth == column - x)
    }
  }
}
