/// An image on the screen, for front ends that can show its pixels.
///
/// The cells that it takes have its ``PictureTag`` in their style, and its drawing in block characters. Whatever is drawn
/// over it replaces both, so that the cells say which part of it is visible.
public struct PlacedPicture: Hashable, Sendable {
  /// The image.
  public let image: Image
  /// Its area on the screen, in cells; parts may be outside of the screen.
  public var area: Rect
  /// The way it is scaled to the area.
  public let contentMode: ImageView.ContentMode
  /// The colour behind it.
  public let background: Color

  /// Creates a picture.
  public init(_ image: Image, area: Rect, contentMode: ImageView.ContentMode, background: Color) {
    self.image = image
    self.area = area
    self.contentMode = contentMode
    self.background = background
  }

  public static func == (one: Self, other: Self) -> Bool {
    one.image === other.image && one.area == other.area && one.contentMode == other.contentMode
      && one.background == other.background
  }

  public func hash(into hasher: inout Hasher) {
    hasher.combine(ObjectIdentifier(image))
    hasher.combine(area)
    hasher.combine(contentMode)
    hasher.combine(background)
  }
}

/// Names the picture in ``Grid/pictures`` that takes a cell.
public struct PictureTag: Hashable, Sendable {
  fileprivate let number: UInt16

  /// No picture.
  public static let none = PictureTag(number: 0)
  /// An image that is drawn in block characters only.
  static let blocks = PictureTag(number: .max)
}

extension Grid {
  /// Adds a picture. Returns the tag for its cells; the same picture has the same tag in the next frame.
  mutating func add(_ picture: PlacedPicture) -> PictureTag {
    var number = UInt16(truncatingIfNeeded: picture.hashValue)
    // Another picture may have this number. There are never as many as numbers.
    while true {
      let tag = PictureTag(number: number)
      if tag != .none, tag != .blocks, pictures[tag] == nil || pictures[tag] == picture {
        pictures[tag] = picture
        return tag
      }
      number &+= 1
    }
  }

  /// Removes the pictures that take no cell.
  mutating func forgetHiddenPictures() {
    guard !pictures.isEmpty else { return }
    var visible: Set<PictureTag> = []
    for row in rows {
      for cell in row where cell.style.picture != .none { visible.insert(cell.style.picture) }
    }
    if visible.count < pictures.count { pictures = pictures.filter { visible.contains($0.key) } }
  }
}

extension Image {
  /// The height of a cell divided by its width, where the terminal has not reported it.
  static let cellAspect = 2.0
  /// The maximum number of cells of a drawing.
  static let maximumCells = 1 << 20
}

extension Canvas {
  /// Draws an image: in block characters, and as a picture if the front end can show pictures.
  ///
  /// - Parameters:
  ///   - rect: the area to which the image is scaled.
  ///   - isMonochrome: whether characters show its brightness instead of colours.
  public func draw(
    _ image: Image, in rect: Rect, contentMode: ImageView.ContentMode = .scaleAspectFit,
    pixels: ImageView.Pixels = .half, isMonochrome: Bool = false
  ) {
    guard !rect.isEmpty, shows(rect), rect.width * rect.height <= Image.maximumCells else { return }
    let aspect = pictureCellSize.map { Double($0.height) / Double($0.width) } ?? Image.cellAspect
    let look = ImageBlocks.Look(
      size: rect.size, contentMode: contentMode, pixels: pixels, isMonochrome: isMonochrome, cellAspect: aspect)
    let blocks = image.blocks(look)
    let tag = isMonochrome ? .none : place(image, in: rect, contentMode)
    for y in visibleRows.clamped(to: rect.minY..<rect.maxY) {
      for x in rect.minX..<rect.maxX {
        let place = Point(x: x - rect.minX, y: y - rect.minY)
        let cell = blocks[place]
        guard cell != nil || (pictureCellSize != nil && blocks.covered.contains(place)) else { continue }
        var style = cell?.style ?? .plain
        style.picture = tag
        put(cell?.text ?? " ", x: x, y: y, style: style)
      }
    }
  }
}
