import Foundation
import TestApplication
import Testing

@testable import Interface

#if canImport(FoundationXML)
  import FoundationXML
#endif

@Suite("Pictures")
@MainActor
struct PictureTests {
  /// An image of 2 by 2 pixels: red, green, blue and transparent.
  private var quarters: Image? {
    Image(width: 2, height: 2, pixels: [255, 0, 0, 255, 0, 255, 0, 255, 0, 0, 255, 255, 9, 9, 9, 0])
  }

  private func drawn(columns: Int = 2, _ change: (ImageView) -> Void = { _ in }) -> Grid {
    let view = ImageView()
    view.image = quarters
    view.contentMode = .scaleToFill
    change(view)
    let shown = TestApplication(view: view, width: columns, height: 1)
    shown.application.theme = .terminal
    return shown.application.render()
  }

  @Test("markup and invalid characters in text are escaped or replaced in SVG")
  func xml() {
    #expect(ScreenPicture.escaped("<a & \"b\">\n\t") == "&lt;a &amp; &quot;b&quot;&gt;\n\t")
    #expect(ScreenPicture.escaped("\u{1}\u{b}\r\u{fffe}\u{ffff}") == String(repeating: "\u{fffd}", count: 5))
  }

  @Test("a cell shows an upper and a lower pixel; transparent pixels show the background")
  func halfBlocks() {
    let grid = drawn()
    #expect(grid[0, 0] == Cell("▀", style: Style(foreground: .rgb(255, 0, 0), background: .rgb(0, 0, 255))))
    #expect(grid[1, 0] == Cell("▀", style: Style(foreground: .rgb(0, 255, 0))))
  }

  @Test("a cell of quarters has at most two colours")
  func quadrants() {
    let grid = drawn(columns: 1) { $0.pixels = .quadrant }
    #expect(grid[0, 0].text == "▛")
    #expect(grid[0, 0].style.foreground == .rgb(85, 85, 85))
  }

  @Test("without colour, shade characters show brightness")
  func shades() {
    let view = ImageView()
    view.image = quarters
    let shown = TestApplication(view: view, width: 2, height: 1)
    shown.application.theme = .monochrome
    let grid = shown.application.render()
    #expect(grid.cells.allSatisfy { $0.style == .plain })
    #expect(grid.text.contains { "░▒▓█".contains($0) })
  }

  @Test("invalid or truncated PNG data is an error that says so")
  func damaged() throws {
    let png: [UInt8] = [
      0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52, 0, 0, 0, 1, 0, 0, 0, 1, 8, 2,
      0, 0, 0, 0x90, 0x77, 0x53, 0xde, 0, 0, 0, 12, 0x49, 0x44, 0x41, 0x54, 8, 0xd7, 0x63, 0xf8, 0xcf, 0xc0, 0, 0, 3, 1,
      1, 0, 0x18, 0xdd, 0x8d, 0xb0, 0, 0, 0, 0, 0x49, 0x45, 0x4e, 0x44, 0xae, 0x42, 0x60, 0x82,
    ]
    let image = try Image(png: png)
    #expect(image.pixels == [255, 0, 0, 255])
    for count in 0..<50 { #expect(throws: ImageError.self) { try Image(png: Array(png.prefix(count))) } }
    var huge = png
    huge.replaceSubrange(16..<24, with: [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff])
    #expect(throws: ImageError.self) { try Image(png: huge) }
    #expect(Image(width: 2, height: 2, pixels: [0]) == nil)
    #expect(Image(width: Int.max, height: Int.max, pixels: []) == nil)
  }

  @Test("a screen's SVG is well-formed with all its text, whatever the screen shows")
  func svg() throws {
    final class Reader: NSObject, XMLParserDelegate {
      var text = ""
      func parser(_ parser: XMLParser, foundCharacters string: String) { text += string }
    }
    let canvas = Canvas(grid: Grid(size: Size(width: 40, height: 8)))
    canvas.put("<a href=\"x\">&amp;</a>", x: 0, y: 0, style: Style(foreground: .rgb(1, 2, 3), attributes: .bold))
    canvas.put("漢字 é 👩‍👩‍👧 \u{1b}\0", x: 0, y: 1, style: Style(attributes: [.underline, .dim]))
    canvas.put("┌─┐│╭╮╰╯║═┏┓▀▄█▌▐░▒▓▘▝▖▗▚▞▛▜▙▟▁▉", x: 0, y: 2, style: Style(attributes: .reverse))
    canvas.put("  ", x: 0, y: 3, style: Style(background: .palette(200), attributes: .strikethrough))
    var grid = canvas.grid
    grid.cursor = Point(x: 39, y: 7)
    for isLight in [true, false] {
      let parser = XMLParser(data: Data(ScreenPicture(grid, title: "A & B", isLight: isLight).svg.utf8))
      let reader = Reader()
      parser.delegate = reader
      #expect(parser.parse(), "\(String(describing: parser.parserError))")
      for text in ["A & B", "<a href=\"x\">&amp;</a>", "漢", "👩‍👩‍👧"] { #expect(reader.text.contains(text)) }
    }
    #expect(!ScreenPicture(Grid(size: .zero)).svg.isEmpty)
  }
}
