import Foundation
import Seeded
import Testing

@testable import Interface
@testable import Terminal

@Suite("Pictures in terminals")
@MainActor
struct TerminalPictureTests {
  /// A multiple of six pixels, so that sixels fill whole cells.
  private static let cellSize = Size(width: 6, height: 12)
  private static let size = Size(width: 20, height: 8)

  /// Returns an image whose pixels fill an area exactly, so that no scaling changes them. Its colours are exact in sixels.
  private static func image(_ area: Size, _ random: inout SeededGenerator) -> Image {
    let (width, height) = (area.width * cellSize.width, area.height * cellSize.height)
    var pixels: [UInt8] = []
    for _ in 0..<width * height {
      let bits = UInt8.random(in: 0..<16, using: &random)
      pixels += [bits & 1, bits >> 1 & 1, bits >> 2 & 1].map { $0 * 255 } + [bits >> 3 == 1 ? 255 : 0]
    }
    return Image(width: width, height: height, pixels: pixels)!
  }

  /// Draws a random screen: text, pictures that may exceed it, and boxes over them.
  private static func screen(_ images: [Image], _ random: inout SeededGenerator) -> Grid {
    let canvas = Canvas(grid: Grid(size: size), pictureCellSize: cellSize)
    for y in 0..<size.height where Bool.random(using: &random) {
      canvas.put(String(repeating: "text ", count: 4), x: 0, y: y)
    }
    for _ in 0..<Int.random(in: 0...2, using: &random) {
      let image = images.randomElement(using: &random)!
      let place = Point(
        x: Int.random(in: -3..<size.width, using: &random), y: Int.random(in: -2..<size.height, using: &random))
      canvas.draw(
        image,
        in: Rect(
          x: place.x, y: place.y, width: image.width / cellSize.width, height: image.height / cellSize.height),
        contentMode: .scaleToFill)
    }
    for _ in 0..<Int.random(in: 0...1, using: &random) {
      canvas.fill(
        Rect(
          x: Int.random(in: 0..<size.width, using: &random), y: Int.random(in: 0..<size.height, using: &random),
          width: 5, height: 2), with: "#")
    }
    return canvas.grid
  }

  /// The pixels of a cell as the grid has them; nil if it shows text.
  private func expected(_ grid: Grid, _ x: Int, _ y: Int, _ form: PictureForm) -> [UInt8]? {
    guard form.isLayer || y < grid.size.height - 1, let picture = grid.pictures[grid[x, y].style.picture] else {
      return nil
    }
    let cell = Self.cellSize
    let image = PictureRaster(width: picture.image.width, height: picture.image.height, pixels: picture.image.pixels)
    return image.cropped(
      to: Rect(
        x: (x - picture.area.minX) * cell.width, y: (y - picture.area.minY) * cell.height, width: cell.width,
        height: cell.height)
    ).pixels
  }

  /// Transparent pixels have no colour.
  private func cleared(_ pixels: [UInt8]) -> [UInt8] {
    stride(from: 0, to: pixels.count, by: 4).flatMap {
      pixels[$0 + 3] == 0 ? [0, 0, 0, 0] : Array(pixels[$0..<$0 + 4])
    }
  }

  @Test(
    "after any sequence of frames, each cell shows its text or its part of a picture, and an equal frame is 0 bytes",
    arguments: [PictureForm.kitty, .iterm, .sixel], 0..<8)
  func frames(form: PictureForm, seed: Int) {
    var random = SeededGenerator(state: UInt64(seed))
    let images = (0..<3).map { _ in
      Self.image(
        Size(width: Int.random(in: 1...6, using: &random), height: Int.random(in: 1...5, using: &random)), &random)
    }
    let layer = PictureLayer()
    let encoder = FrameEncoder(colors: .full)
    var terminal = PictureTerminal(size: Self.size, cellSize: Self.cellSize)
    var shown: Grid?
    for step in 0..<40 {
      let grid = Self.screen(images, &random)
      for isRepeated in [false, true] {
        let previous = isRepeated || step % 13 != 5 ? shown : nil
        let change = layer.change(to: grid, from: previous, form: form, cellSize: Self.cellSize)
        let bytes = encoder.encode(change.grid, after: change.previous, pictures: change.commands)
        if isRepeated { #expect(bytes.isEmpty) }
        terminal.receive(bytes)
        shown = change.grid
      }
      for y in 0..<Self.size.height {
        for x in 0..<Self.size.width {
          let pixels = terminal.pixels(x, y)
          if let expected = expected(grid, x, y, form) {
            let isRight = cleared(pixels ?? [UInt8](repeating: 0, count: expected.count)) == cleared(expected)
            #expect(isRight, "step \(step), cell \(x) \(y)")
          } else {
            #expect(pixels == nil, "step \(step), a trace in cell \(x) \(y)")
            #expect(terminal.text[y][x] == grid[x, y].text, "step \(step), cell \(x) \(y)")
          }
        }
      }
      #expect(terminal.faults.isEmpty)
      if !terminal.faults.isEmpty { return }
    }
  }

  @Test("a picture that moves is stored once and placed again")
  func moved() {
    var random = SeededGenerator(state: 1)
    let image = Self.image(Size(width: 4, height: 3), &random)
    let layer = PictureLayer()
    var sizes: [Int] = []
    var shown: Grid?
    for y in 0..<3 {
      let canvas = Canvas(grid: Grid(size: Self.size), pictureCellSize: Self.cellSize)
      canvas.draw(image, in: Rect(x: 2, y: y, width: 4, height: 3), contentMode: .scaleToFill)
      let change = layer.change(to: canvas.grid, from: shown, form: .kitty, cellSize: Self.cellSize)
      sizes.append(change.commands.reduce(0) { $0 + $1.bytes.count })
      shown = change.grid
    }
    #expect(sizes[0] > 500 && sizes[1] < 150 && sizes[2] < 150)
  }

  @Test("a fitted picture keeps its proportions in pixels, with transparent edges")
  func proportions() throws {
    let red = try #require(Image(width: 2, height: 2, pixels: [UInt8](repeating: 255, count: 16)))
    let picture = PlacedPicture(
      red, area: Rect(x: 0, y: 0, width: 8, height: 2), contentMode: .scaleAspectFit, background: .default)
    let raster = try #require(PictureRaster(picture, cellSize: Size(width: 9, height: 18)))
    #expect(raster.width == 72 && raster.height == 36)
    let opaque = (0..<72).filter { raster.pixels[(20 * 72 + $0) * 4 + 3] == 255 }
    #expect(opaque == Array(18..<54))
  }

  @Test("a smaller picture has mean colours, a larger one steps between colours")
  func scaling() throws {
    func raster(_ pixels: [UInt8], _ count: Int, to width: Int) throws -> [UInt8] {
      let row = pixels.flatMap { [$0, $0, $0, 255] as [UInt8] }
      let image = try #require(Image(width: count, height: 1, pixels: row))
      let picture = PlacedPicture(
        image, area: Rect(x: 0, y: 0, width: width, height: 1), contentMode: .scaleToFill, background: .default)
      let raster = try #require(PictureRaster(picture, cellSize: Size(width: 1, height: 1)))
      return stride(from: 0, to: raster.pixels.count, by: 4).map { raster.pixels[$0] }
    }
    let small = try raster((0..<100).map { UInt8($0 % 2 * 200) }, 100, to: 10)
    #expect(small.allSatisfy { abs(Int($0) - 100) < 12 })
    let large = try raster([0, 200], 2, to: 8)
    #expect(large == large.sorted() && large.first == 0 && large.last == 200 && Set(large).count > 4)
  }

  @Test("sixels of a photo differ little from its pixels")
  func photo() throws {
    let size = Size(width: 60, height: 60)
    var pixels: [UInt8] = []
    for y in 0..<size.height {
      for x in 0..<size.width { pixels += [UInt8(x * 4), UInt8(y * 4), UInt8((x + y) * 2), 255] }
    }
    var terminal = PictureTerminal(size: Size(width: 10, height: 6), cellSize: Self.cellSize)
    let raster = PictureRaster(width: 60, height: 60, pixels: pixels)
    terminal.receive(SixelPicture(raster).encoded(Rect(x: 0, y: 0, width: 60, height: 60)))
    #expect(terminal.faults.isEmpty)
    var difference = 0
    for y in 0..<5 {
      for x in 0..<10 {
        let shown = try #require(terminal.pixels(x, y))
        let wanted = raster.cropped(to: Rect(x: x * 6, y: y * 12, width: 6, height: 12)).pixels
        difference += zip(shown, wanted).reduce(0) { $0 + abs(Int($1.0) - Int($1.1)) }
      }
    }
    #expect(Double(difference) / Double(60 * 60 * 3) < 8)
  }

  @Test("Base64 is decoded as Foundation does, and other characters are rejected")
  func base64() {
    var random = SeededGenerator(state: 3)
    for count in 0..<40 {
      let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &random) }
      let text = Data(bytes).base64EncodedString()
      #expect(Base64.encode(bytes) == text)
      #expect(Base64.decode(text.utf8) == bytes)
    }
    #expect(Base64.decode("ab*d".utf8) == nil)
  }

  @Test("pictures are shown in the best way that the terminal answers")
  func forms() {
    func form(_ replies: [TerminalReply], isInline: Bool = false) -> PictureForm? {
      let capabilities = TerminalCapabilities()
      for reply in replies { _ = capabilities.receive(reply) }
      return capabilities.pictureForm(isInline: isInline)
    }
    let sixel = TerminalReply.deviceAttributes([62, 4, 22])
    #expect(form([]) == nil)
    #expect(form([.deviceAttributes([4, 22])]) == nil, "the first number is the terminal's level")
    #expect(form([sixel]) == .sixel)
    #expect(form([.version(TerminalVersion("iTerm2 3.5.0")), sixel]) == .iterm)
    #expect(form([.kittyGraphics(true), sixel]) == .kitty)
    #expect(form([.kittyGraphics(false), sixel]) == .sixel)
    #expect(form([sixel], isInline: true) == nil && form([.kittyGraphics(true)], isInline: true) == .kitty)
  }
}
