import Interface

/// A picture with at most 256 colours, for terminals with sixels.
struct SixelPicture {
  private let width, height: Int
  private let palette: ColorPalette
  /// The number of each pixel's colour; 255 where it is transparent.
  private let colors: [UInt8]

  private static let transparent: UInt8 = 255

  init(_ raster: PictureRaster) {
    (width, height) = (raster.width, raster.height)
    let palette = ColorPalette(raster, limit: Int(Self.transparent))
    self.palette = palette
    colors = (0..<width * height).map { pixel in
      let place = pixel * 4
      guard raster.pixels[place + 3] >= 128 else { return Self.transparent }
      return palette.color(raster.pixels[place], raster.pixels[place + 1], raster.pixels[place + 2])
    }
  }

  /// Returns the bytes that show a part of the picture from the cursor on. Its height is rounded down to whole rows of six
  /// pixels, so that nothing is drawn below it.
  func encoded(_ part: Rect) -> [UInt8] {
    let part = part.intersection(Rect(x: 0, y: 0, width: width, height: height))
    let bands = part.height / 6
    guard part.width > 0, bands > 0 else { return [] }
    // 1: transparent pixels leave what is there.
    var bytes = Array("\u{1b}P0;1;0q\"1;1;\(part.width);\(bands * 6)".utf8)
    var known = Set<UInt8>()
    for band in 0..<bands {
      if band > 0 { bytes.append(UInt8(ascii: "-")) }
      encode(band: part.minY + band * 6, columns: part.minX..<part.maxX, known: &known, into: &bytes)
    }
    return bytes + Array("\u{1b}\\".utf8)
  }

  /// Encodes six rows of pixels, one colour after the other.
  private func encode(band top: Int, columns: Range<Int>, known: inout Set<UInt8>, into bytes: inout [UInt8]) {
    var masks: [UInt8: [UInt8]] = [:]
    for row in 0..<6 {
      let start = (top + row) * width
      for x in columns {
        let color = colors[start + x]
        guard color != Self.transparent else { continue }
        masks[color, default: [UInt8](repeating: 0, count: columns.count)][x - columns.lowerBound] |= 1 << row
      }
    }
    for (place, color) in masks.keys.sorted().enumerated() {
      if place > 0 { bytes.append(UInt8(ascii: "$")) }
      bytes += "#\(color)".utf8
      if known.insert(color).inserted {
        let (red, green, blue) = palette.colors[Int(color)]
        // In xterm, a definition does not select the colour.
        bytes += ";2;\(Self.percent(red));\(Self.percent(green));\(Self.percent(blue))#\(color)".utf8
      }
      Self.encodeRuns(masks[color] ?? [], into: &bytes)
    }
  }

  private static func percent(_ value: UInt8) -> Int { (Int(value) * 100 + 127) / 255 }

  /// Encodes columns of six pixels each; equal ones as a run. Empty ones at the end are omitted.
  private static func encodeRuns(_ masks: [UInt8], into bytes: inout [UInt8]) {
    let end = (masks.lastIndex { $0 != 0 } ?? -1) + 1
    var x = 0
    while x < end {
      let mask = masks[x]
      let start = x
      while x < end, masks[x] == mask { x += 1 }
      let character = 63 + mask
      if x - start > 3 {
        bytes += "!\(x - start)".utf8
        bytes.append(character)
      } else {
        bytes += Array(repeating: character, count: x - start)
      }
    }
  }
}
