/// Shows an image in block characters, with two or four pixels per cell.
@MainActor
open class ImageView: View {
  /// The way an image is scaled to the view (UIKit's `UIView.ContentMode`).
  public enum ContentMode: String, Sendable, CaseIterable {
    /// Scales the whole image to fit, keeping its proportions.
    case scaleAspectFit
    /// Scales the image to fill the view, keeping its proportions; the rest is cut off.
    case scaleAspectFill
    /// Scales the image to the size of the view, changing its proportions.
    case scaleToFill
  }

  /// The division of a cell into pixels.
  public enum Pixels: String, Sendable, CaseIterable {
    /// Upper and lower half: two pixels, each with its own colour.
    case half
    /// Four quarters: twice the horizontal resolution, but only two colours per cell.
    case quadrant
  }

  /// The image.
  public var image: Image? { didSet { contentSizeDidChange() } }
  /// The way the image is scaled.
  public var contentMode = ContentMode.scaleAspectFit { didSet { setNeedsDisplay() } }
  /// The division of cells into pixels.
  public var pixels = Pixels.half { didSet { setNeedsDisplay() } }

  /// A cell is about twice as high as wide.
  private static let cellAspect = 2.0

  open override func sizeThatFits(_ proposal: Size) -> Size {
    guard let image, proposal.width > 0, proposal.height > 0 else { return .zero }
    let columns = Double(image.width)
    let rows = Double(image.height) / Self.cellAspect
    let scale = min(1, Double(proposal.width) / columns, Double(proposal.height) / rows)
    return Size(width: max(1, Int((columns * scale).rounded())), height: max(1, Int((rows * scale).rounded())))
  }

  /// Returns the rectangle of the image in cells, which may exceed the view.
  private func place(of image: Image) -> (x: Double, y: Double, width: Double, height: Double) {
    let width = Double(bounds.width)
    let height = Double(bounds.height)
    guard contentMode != .scaleToFill else { return (0, 0, width, height) }
    let rows = Double(image.height) / Self.cellAspect
    let across = width / Double(image.width)
    let down = height / rows
    let scale = contentMode == .scaleAspectFit ? min(across, down) : max(across, down)
    let size = (width: Double(image.width) * scale, height: rows * scale)
    return ((width - size.width) / 2, (height - size.height) / 2, size.width, size.height)
  }

  /// The drawn cells, cached for an image and a size.
  private var drawn: (key: DrawingKey, cells: [BlockCell?])?

  private struct DrawingKey: Equatable {
    var image: ObjectIdentifier
    var size: Size
    var contentMode: ContentMode
    var pixels: Pixels
    var isMonochrome: Bool
  }

  open override func draw(in canvas: Canvas) {
    guard let image, !bounds.isEmpty else { return }
    let key = DrawingKey(
      image: ObjectIdentifier(image), size: bounds.size, contentMode: contentMode, pixels: pixels,
      isMonochrome: theme.name == Theme.monochrome.name)
    let cells = drawn?.key == key ? drawn?.cells ?? [] : cells(of: image, isMonochrome: key.isMonochrome)
    drawn = (key, cells)
    for (index, cell) in cells.enumerated() {
      guard let cell else { continue }
      canvas.put(cell.text, x: index % bounds.width, y: index / bounds.width, style: cell.style)
    }
  }

  /// Returns the cells of the view, row by row; nil where there is no part of the image.
  private func cells(of image: Image, isMonochrome: Bool) -> [BlockCell?] {
    let place = place(of: image)
    guard place.width > 0, place.height > 0 else { return [] }
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
      if isMonochrome { return BlockPixel.shade(sample(x, y, 0, 0, 1, 1)) }
      if pixels == .half {
        return BlockPixel.halves(upper: sample(x, y, 0, 0, 1, 0.5), lower: sample(x, y, 0, 0.5, 1, 0.5))
      }
      return BlockPixel.quadrants([
        sample(x, y, 0, 0, 0.5, 0.5), sample(x, y, 0.5, 0, 0.5, 0.5), sample(x, y, 0, 0.5, 0.5, 0.5),
        sample(x, y, 0.5, 0.5, 0.5, 0.5),
      ])
    }
    return (0..<bounds.height).flatMap { y in (0..<bounds.width).map { x in cell(x, y) } }
  }

  open override var accessibilityRole: AccessibilityRole? { image == nil ? nil : .image }
  open override var accessibilityText: String {
    accessibilityLabel ?? (borderTitle.isEmpty ? "picture" : borderTitle.string)
  }
}

/// A cell of the drawn image.
private typealias BlockCell = (text: String, style: Style)

/// The colour of a part of a cell.
private struct BlockPixel {
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
    case (false, true): ("▀", Style(foreground: upper.color))
    case (true, false): ("▄", Style(foreground: lower.color))
    case (false, false): ("▀", Style(foreground: upper.color, background: lower.color))
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
      return (blocks[mask], Style(foreground: mean(visible).color))
    }
    let middle = quarters.reduce(0) { $0 + $1.brightness } / 4
    let light = quarters.indices.filter { quarters[$0].brightness > middle }
    guard !light.isEmpty, light.count < 4 else { return ("█", Style(foreground: mean(quarters).color)) }
    let dark = quarters.indices.filter { !light.contains($0) }
    return (
      blocks[light.reduce(0) { $0 | 1 << $1 }],
      Style(foreground: mean(light.map { quarters[$0] }).color, background: mean(dark.map { quarters[$0] }).color)
    )
  }

  /// Returns a cell shaded by brightness, without colour.
  static func shade(_ pixel: BlockPixel) -> BlockCell? {
    guard !pixel.isClear else { return nil }
    let shades: [String] = [" ", "░", "▒", "▓", "█"]
    return (shades[min(4, Int(pixel.brightness / 51.2))], .plain)
  }
}
