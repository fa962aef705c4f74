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
    return Self.untagged(shown.application.render())
  }

  /// Returns a grid whose cells do not tell that they show an image.
  private static func untagged(_ grid: Grid) -> Grid {
    var grid = grid
    for y in 0..<grid.size.height {
      for x in 0..<grid.size.width { grid[x, y].style.picture = .none }
    }
    return grid
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

  @Test("an image that is thinner than a pixel covers one", arguments: [ImageView.Pixels.half, .quadrant])
  func thin(pixels: ImageView.Pixels) throws {
    let red = Array(repeating: [255, 0, 0, 255] as [UInt8], count: 400).flatMap { $0 }
    for (width, height) in [(400, 1), (1, 400)] {
      let image = try #require(Image(width: width, height: height, pixels: red))
      let grid = drawn(columns: 12) {
        $0.image = image
        $0.contentMode = .scaleAspectFit
        $0.pixels = pixels
      }
      let drawn = (0..<12).filter { grid[$0, 0].style.foreground == .rgb(255, 0, 0) }
      #expect(drawn.count == (width > height ? 12 : 1), "\(drawn)")
    }
  }

  @Test("behind a sheet, an image keeps its shape in darker colours, or is erased where colours cannot be mixed")
  func behindSheet() {
    func sheet(_ theme: Theme) -> (image: Cell, style: Style) {
      let image = ImageView()
      image.image = quarters
      image.contentMode = .scaleToFill
      let shown = TestApplication(view: image, width: 2, height: 1)
      shown.application.theme = theme
      let canvas = Canvas(grid: shown.application.render())
      canvas.dim(Rect(x: 0, y: 0, width: 2, height: 1), as: theme[.scrim])
      return (canvas.grid[0, 0], theme[.scrim])
    }
    let dark = sheet(.dark)
    #expect(dark.style.background == .rgb(0x17, 0x1a, 0x21))
    #expect(
      dark.image
        == Cell("▀", style: Style(foreground: .rgb(0x8b, 0x0d, 0x10), background: .rgb(0x0b, 0x0d, 0x90))))
    let terminal = sheet(.terminal)
    #expect(terminal.image == Cell(" ", style: terminal.style))
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
    let image = try Image(decoding: png)
    #expect(image.pixels == [255, 0, 0, 255])
    for count in 0..<50 { #expect(throws: ImageError.self) { try Image(decoding: Array(png.prefix(count))) } }
    var huge = png
    huge.replaceSubrange(16..<24, with: [0x7f, 0xff, 0xff, 0xff, 0x7f, 0xff, 0xff, 0xff])
    #expect(throws: ImageError.self) { try Image(decoding: huge) }
    #expect(Image(width: 2, height: 2, pixels: [0]) == nil)
    #expect(Image(width: Int.max, height: Int.max, pixels: []) == nil)
  }

  /// 16 by 16 pixels: red, green, blue and white quarters. The GIF has a second frame, all blue.
  private static let samples = [
    "JPEG": """
    /9j/4AAQSkZJRgABAQAAAQABAAD/2wBDAAIBAQEBAQIBAQECAgICAgQDAgICAgUEBAMEBgUGBgYFBgYGBwkIBgcJBwYGCAsICQoK
    CgoKBggLDAsKDAkKCgr/2wBDAQICAgICAgUDAwUKBwYHCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoK
    CgoKCgoKCgr/wAARCAAQABADASIAAhEBAxEB/8QAHwAAAQUBAQEBAQEAAAAAAAAAAAECAwQFBgcICQoL/8QAtRAAAgEDAwIEAwUF
    BAQAAAF9AQIDAAQRBRIhMUEGE1FhByJxFDKBkaEII0KxwRVS0fAkM2JyggkKFhcYGRolJicoKSo0NTY3ODk6Q0RFRkdISUpTVFVW
    V1hZWmNkZWZnaGlqc3R1dnd4eXqDhIWGh4iJipKTlJWWl5iZmqKjpKWmp6ipqrKztLW2t7i5usLDxMXGx8jJytLT1NXW19jZ2uHi
    4+Tl5ufo6erx8vP09fb3+Pn6/8QAHwEAAwEBAQEBAQEBAQAAAAAAAAECAwQFBgcICQoL/8QAtREAAgECBAQDBAcFBAQAAQJ3AAEC
    AxEEBSExBhJBUQdhcRMiMoEIFEKRobHBCSMzUvAVYnLRChYkNOEl8RcYGRomJygpKjU2Nzg5OkNERUZHSElKU1RVVldYWVpjZGVm
    Z2hpanN0dXZ3eHl6goOEhYaHiImKkpOUlZaXmJmaoqOkpaanqKmqsrO0tba3uLm6wsPExcbHyMnK0tPU1dbX2Nna4uPk5ebn6Onq
    8vP09fb3+Pn6/9oADAMBAAIRAxEAPwD4vr9KK/Buv7iKPpMfQZ/4hx/ZX/GQe39v7f8A5hOTl5PY/wDUTO9+fytbrfRfTB4l/wCJ
    0f7E/df2V/ZX1n7X1r2v1r6v5Yfk5Pq/9/m5/s8vvf/Z
    """,
    "GIF": """
    R0lGODlhEAAQAJEAAP8AAAD/AAAA/////yH/C05FVFNDQVBFMi4wAwEAAAAh+QQECgAAACwAAAAAEAAQAAACkQQIECDAhAkTJgQI
    ECDAhAkTJgQIECDAhAkTJgQIECDAhAkTJgQIECDAhAkTJgQIECDAhAkTJgQIECDAhAkTJgQIECDAhAkTJpQoUaLEjRs3bpQoUaLE
    jRs3bpQoUaLEjRs3bpQoUaLEjRs3bpQoUaLEjRs3bpQoUaLEjRs3bpQoUaLEjRs3bpQoUaLEjRs3bgUAIfkEBAoAAAAsAAAAABAA
    EAAAApGUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkS
    JUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUqUKFGiRIkSJUoF
    ADs=
    """,
    "WebP": """
    UklGRjYAAABXRUJQVlA4TCoAAAAvD8ADAB8gEEjeHzqN+RcQFPwf3fxHZA+AMNtokpOc5L3PIKL/UfrB9gE=
    """,
  ]

  private static func sample(_ format: String) throws -> [UInt8] {
    let text = try #require(samples[format])
    return Array(try #require(Data(base64Encoded: text, options: .ignoreUnknownCharacters)))
  }

  @Test("each format is decoded, of an animation the first frame", arguments: ["JPEG", "GIF", "WebP"])
  func formats(_ format: String) throws {
    let image = try Image(decoding: Self.sample(format))
    #expect(image.width == 16 && image.height == 16)
    for (x, y, color) in [
      (3, 3, [255, 0, 0]), (12, 3, [0, 255, 0]), (3, 12, [0, 0, 255]), (12, 12, [255, 255, 255]),
    ] {
      let place = (y * 16 + x) * 4
      let pixel = image.pixels[place..<place + 4].map(Int.init)
      #expect(zip(pixel, color + [255]).allSatisfy { abs($0 - $1) < 6 }, "\(pixel)")
    }
  }

  @Test("a truncated or damaged picture of any format is an error, and damage never terminates this process")
  func truncated() throws {
    for format in ["JPEG", "GIF", "WebP"] {
      let bytes = try Self.sample(format)
      // The last byte of a GIF only ends the file.
      for count in stride(from: 0, to: bytes.count - 1, by: 7) {
        #expect(throws: ImageError.self, "\(format), \(count) bytes") {
          try Image(decoding: Array(bytes.prefix(count)))
        }
      }
      for place in stride(from: 4, to: bytes.count, by: 5) {
        var damaged = bytes
        damaged[place] ^= 0x5a
        do {
          let image = try Image(decoding: damaged)
          #expect(image.pixels.count == image.width * image.height * 4)
        } catch {
          #expect(error is ImageError)
        }
      }
    }
  }

  @Test("an image of too many pixels is rejected by its header")
  func huge() throws {
    var gif = try Self.sample("GIF")
    gif.replaceSubrange(6..<10, with: [255, 255, 255, 255])
    var jpeg = try Self.sample("JPEG")
    let header = try #require(jpeg.indices.dropLast().first { jpeg[$0] == 0xff && jpeg[$0 + 1] == 0xc0 })
    jpeg.replaceSubrange(header + 5..<header + 9, with: [0xf0, 0, 0xf0, 0])
    for bytes in [gif, jpeg] {
      let error = #expect(throws: ImageError.self) { try Image(decoding: bytes) }
      guard case .tooLarge? = error else {
        Issue.record("\(String(describing: error))")
        continue
      }
    }
  }

  @Test("room is made for the pixels before they are allocated, and its error is passed on")
  func room() throws {
    struct NoRoom: Error {}
    var wanted = 0
    #expect(throws: NoRoom.self) {
      try Image(decoding: Self.sample("GIF")) { count in
        wanted = count
        throw NoRoom()
      }
    }
    #expect(wanted == 16 * 16 * 4)
  }

  @Test("an image's cells have a tag, empty ones only where pictures can be shown, and lose it when drawn over")
  func tags() throws {
    let image = try #require(quarters)
    for cellSize in [nil, Size(width: 10, height: 20)] {
      let canvas = Canvas(grid: Grid(size: Size(width: 6, height: 4)), pictureCellSize: cellSize)
      canvas.draw(image, in: Rect(x: 1, y: 1, width: 4, height: 2), contentMode: .scaleToFill)
      canvas.put("x", x: 2, y: 1)
      let tagged = (0..<24).filter { canvas.grid[$0 % 6, $0 / 6].style.picture != .none }
      #expect(tagged == (cellSize == nil ? [7, 9, 10, 13, 14] : [7, 9, 10, 13, 14, 15, 16]))
      #expect(canvas.grid.pictures.count == (cellSize == nil ? 0 : 1))
      #expect(canvas.grid[1, 1].text == "█" || canvas.grid[1, 1].text == "▀", "block characters are drawn in any case")
    }
    #expect(MemoryLayout<Cell>.stride == 32, "cells do not become larger")
  }

  @Test("a picture that is hidden or removed is forgotten, and pictures are drawn when the front end can show them")
  func frames() throws {
    let view = ImageView()
    view.image = quarters
    let shown = TestApplication(view: view, width: 8, height: 4)
    #expect(shown.application.render().pictures.isEmpty)
    shown.application.pictureCellSize = Size(width: 10, height: 20)
    #expect(shown.application.render().pictures.count == 1)
    view.isHidden = true
    #expect(shown.application.render().pictures.isEmpty)
    view.isHidden = false
    #expect(shown.application.render().pictures.count == 1)
    view.image = nil
    let empty = shown.application.render()
    #expect(empty.pictures.isEmpty && empty.cells.allSatisfy { $0.style.picture == .none })
  }

  @Test("in place of a picture that cannot be shown, its text for screen readers is shown")
  func alternative() {
    let view = ImageView()
    view.accessibilityLabel = "A cat on a mat"
    view.showAlternativeText()
    let shown = TestApplication(view: view, width: 10, height: 2)
    #expect(shown.application.render().lines.first == "A cat on …")
    view.image = quarters
    #expect(shown.application.render().text.contains("cat") == false)
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
