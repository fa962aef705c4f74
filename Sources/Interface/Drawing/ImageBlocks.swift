/// An image in block characters, with two or four pixels per cell.
struct ImageBlocks: Sendable {
  /// The properties on which a drawing depends.
  struct Look: Equatable, Sendable {
    var size: Size
    var contentMode: ImageView.ContentMode
    var pixels: ImageView.Pixels
    var isMonochrome: Bool
    /// The height of a cell divided by its width.
    var cellAspect: Double
  }

  let look: Look
  /// The cells row by row; nil where there is no part of the image.
  private let cells: [BlockCell?]
  /// The cells of which the image covers a part.
  let covered: Rect

  /// The cell at a place; nil where there is no part of the image.
  subscript(_ place: Point) -> BlockCell? {
    let index = place.y * look.size.width + place.x
    return cells.indices.contains(index) ? cells[index] : nil
  }

  init(_ image: Image, _ look: Look) {
    self.look = look
    let size = look.size
    var place = look.contentMode.place(
      width: Double(image.width), height: Double(image.height) / look.cellAspect,
      inWidth: Double(size.width), height: Double(size.height))
    guard place.width > 0, place.height > 0 else {
      (cells, covered) = ([], .zero)
      return
    }
    // Even the thinnest image covers one pixel.
    let pixel = (width: look.isMonochrome || look.pixels == .half ? 1 : 0.5, height: look.isMonochrome ? 1 : 0.5)
    if place.width < pixel.width {
      (place.x, place.width) = ((Double(size.width) - pixel.width) / 2, pixel.width)
    }
    if place.height < pixel.height {
      (place.y, place.height) = ((Double(size.height) - pixel.height) / 2, pixel.height)
    }
    let (left, top) = (max(0, Int(place.x)), max(0, Int(place.y)))
    covered = Rect(
      x: left, y: top, width: min(size.width, Int((place.x + place.width).rounded(.up))) - left,
      height: min(size.height, Int((place.y + place.height).rounded(.up))) - top)
    let across = Double(image.width) / place.width
    let down = Double(image.height) / place.height
    /// Returns the mean colour of a part of a cell, given in fractions of its width and height.
    func sample(_ x: Int, _ y: Int, _ left: Double, _ top: Double, _ width: Double, _ height: Double) -> BlockPixel {
      let startX = (Double(x) + left - place.x) * across
      let startY = (Double(y) + top - place.y) * down
      let middle = (startX + width * across / 2, startY + height * down / 2)
      guard middle.0 >= 0, middle.1 >= 0, middle.0 < Double(image.width), middle.1 < Double(image.height) else {
        return .clear
      }
      return BlockPixel(
        image.color(x: max(0, startX)..<(startX + width * across), y: max(0, startY)..<(startY + height * down)))
    }
    func cell(_ x: Int, _ y: Int) -> BlockCell? {
      if look.isMonochrome { return BlockPixel.shade(sample(x, y, 0, 0, 1, 1)) }
      if look.pixels == .half {
        return BlockPixel.halves(upper: sample(x, y, 0, 0, 1, 0.5), lower: sample(x, y, 0, 0.5, 1, 0.5))
      }
      return BlockPixel.quadrants([
        sample(x, y, 0, 0, 0.5, 0.5), sample(x, y, 0.5, 0, 0.5, 0.5), sample(x, y, 0, 0.5, 0.5, 0.5),
        sample(x, y, 0.5, 0.5, 0.5, 0.5),
      ])
    }
    cells = (0..<size.height).flatMap { y in (0..<size.width).map { x in cell(x, y) } }
  }
}

extension Image {
  /// The number of drawings that are kept.
  private static let keptBlocks = 2

  /// Returns the drawing with a look, which is kept for later frames.
  func blocks(_ look: ImageBlocks.Look) -> ImageBlocks {
    if let known = blocks.withLock({ $0.first { $0.look == look } }) { return known }
    let new = ImageBlocks(self, look)
    blocks.withLock { $0 = [new] + $0.prefix(Self.keptBlocks - 1) }
    return new
  }
}

extension ImageView.ContentMode {
  /// Returns the rectangle of an image in a box, which may exceed the box. The units of all lengths are the same.
  public func place(
    width: Double, height: Double, inWidth boxWidth: Double, height boxHeight: Double
  ) -> (x: Double, y: Double, width: Double, height: Double) {
    guard self != .scaleToFill else { return (0, 0, boxWidth, boxHeight) }
    let across = boxWidth / width
    let down = boxHeight / height
    let scale = self == .scaleAspectFit ? min(across, down) : max(across, down)
    let size = (width: width * scale, height: height * scale)
    return ((boxWidth - size.width) / 2, (boxHeight - size.height) / 2, size.width, size.height)
  }
}

/// A cell of the drawn image.
struct BlockCell: Sendable {
  let text: String
  let style: Style

  init(_ text: String, _ style: Style) { (self.text, self.style) = (text, style) }
}

/// The colour of a part of a cell.
struct BlockPixel {
  var red = 0.0
  var green = 0.0
  var blue = 0.0
  var isClear = true

  static let clear = BlockPixel()

  init() {}

  init(_ color: (red: Double, green: Double, blue: Double, opacity: Double)) {
    red = color.red
    green = color.green
    blue = color.blue
    isClear = color.opacity < 0.5
  }

  var color: Color { .rgb(UInt8(min(255, red)), UInt8(min(255, green)), UInt8(min(255, blue))) }
  var brightness: Double { 0.299 * red + 0.587 * green + 0.114 * blue }

  private static func mean(_ pixels: [BlockPixel]) -> BlockPixel {
    let count = Double(max(1, pixels.count))
    var mean = BlockPixel()
    mean.red = pixels.reduce(0) { $0 + $1.red } / count
    mean.green = pixels.reduce(0) { $0 + $1.green } / count
    mean.blue = pixels.reduce(0) { $0 + $1.blue } / count
    mean.isClear = false
    return mean
  }

  static func halves(upper: BlockPixel, lower: BlockPixel) -> BlockCell? {
    switch (upper.isClear, lower.isClear) {
    case (true, true): nil
    case (false, true): BlockCell("▀", Style(foreground: upper.color))
    case (true, false): BlockCell("▄", Style(foreground: lower.color))
    case (false, false): BlockCell("▀", Style(foreground: upper.color, background: lower.color))
    }
  }

  /// The index's bits 1, 2, 4 and 8 are upper left, upper right, lower left and lower right.
  private static let blocks: [String] = [
    " ", "▘", "▝", "▀", "▖", "▌", "▞", "▛", "▗", "▚", "▐", "▜", "▄", "▙", "▟", "█",
  ]

  /// Returns a cell with four quarters in two colours, one for the lighter and one for the darker quarters.
  static func quadrants(_ quarters: [BlockPixel]) -> BlockCell? {
    let visible = quarters.filter { !$0.isClear }
    guard !visible.isEmpty else { return nil }
    if visible.count < 4 {
      // Transparent quarters show the background, which leaves only one colour for the others.
      let mask = quarters.indices.reduce(0) { $0 | (quarters[$1].isClear ? 0 : 1 << $1) }
      return BlockCell(blocks[mask], Style(foreground: mean(visible).color))
    }
    let middle = quarters.reduce(0) { $0 + $1.brightness } / 4
    let light = quarters.indices.filter { quarters[$0].brightness > middle }
    guard !light.isEmpty, light.count < 4 else { return BlockCell("█", Style(foreground: mean(quarters).color)) }
    let dark = quarters.indices.filter { !light.contains($0) }
    return BlockCell(
      blocks[light.reduce(0) { $0 | 1 << $1 }],
      Style(foreground: mean(light.map { quarters[$0] }).color, background: mean(dark.map { quarters[$0] }).color)
    )
  }

  /// Returns a cell shaded by brightness, without colour.
  static func shade(_ pixel: BlockPixel) -> BlockCell? {
    guard !pixel.isClear else { return nil }
    let shades: [String] = [" ", "░", "▒", "▓", "█"]
    return BlockCell(shades[min(4, Int(pixel.brightness / 51.2))], .plain)
  }
}
