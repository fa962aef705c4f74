import Interface

/// The pixels of a picture at the size of its area on the screen.
struct PictureRaster: Equatable {
  /// The size in pixels.
  let width, height: Int
  /// Red, green, blue and alpha of every pixel, row by row.
  let pixels: [UInt8]

  init(width: Int, height: Int, pixels: [UInt8]) {
    (self.width, self.height, self.pixels) = (width, height, pixels)
  }

  /// Scales a picture to cells of a size in pixels. What is not covered by the image is transparent. Returns nil if the
  /// result would have too many pixels.
  init?(_ picture: PlacedPicture, cellSize: Size) {
    let (columns, rows) = (picture.area.width, picture.area.height)
    guard columns > 0, rows > 0, cellSize.width > 0, cellSize.height > 0,
      columns * cellSize.width <= Image.maximumPixels / (rows * cellSize.height)
    else { return nil }
    (width, height) = (columns * cellSize.width, rows * cellSize.height)
    let image = picture.image
    let place = picture.contentMode.place(
      width: Double(image.width), height: Double(image.height), inWidth: Double(width), height: Double(height))
    guard place.width > 0, place.height > 0 else { return nil }
    let across = Resampling(count: width, from: image.width, start: place.x, length: place.width)
    let down = Resampling(count: height, from: image.height, start: place.y, length: place.height)
    pixels = Self.resampled(image, across, down)
  }

  /// Returns a part of the pixels.
  func cropped(to part: Rect) -> PictureRaster {
    let part = part.intersection(Rect(x: 0, y: 0, width: width, height: height))
    var result: [UInt8] = []
    result.reserveCapacity(part.width * part.height * 4)
    for y in part.minY..<max(part.minY, part.maxY) {
      let start = (y * width + part.minX) * 4
      result += pixels[start..<start + part.width * 4]
    }
    return PictureRaster(width: part.width, height: part.height, pixels: result)
  }

  /// Returns the bytes that show the picture in an area of cells, from the cursor on, in place of characters (OSC 1337).
  func inlineSequence(cells: Size) -> [UInt8] {
    let png = png
    let options =
      "inline=1;size=\(png.count);width=\(cells.width);height=\(cells.height);preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1b}]1337;File=\(options):\(Base64.encode(png))\u{7}".utf8)
  }

  // MARK: Scaling

  /// The source pixels and their weights, for each pixel of a scaled row or column.
  private struct Resampling {
    /// The first source pixel of each, and the range of its weights; no weights where the image does not reach.
    var sources: [(first: Int, weights: Range<Int>)] = []
    var weights: [Float] = []

    /// Mean values if the image is made smaller, linear interpolation if it is made larger.
    ///
    /// - Parameters:
    ///   - count: the number of scaled pixels.
    ///   - total: the number of source pixels.
    ///   - start: the scaled pixel in which the image begins.
    ///   - length: the number of scaled pixels that the image takes.
    init(count: Int, from total: Int, start: Double, length: Double) {
      let step = Double(total) / length
      let reach = max(1, step)
      for pixel in 0..<count {
        let middle = (Double(pixel) + 0.5 - start) * step
        guard middle >= 0, middle < Double(total) else {
          sources.append((0, weights.count..<weights.count))
          continue
        }
        let first = max(0, Int((middle - reach).rounded(.down)))
        let last = min(total - 1, Int((middle + reach).rounded(.up)))
        let parts = (first...last).map { Float(max(0, 1 - abs(Double($0) + 0.5 - middle) / reach)) }
        let sum = parts.reduce(0, +)
        let begin = weights.count
        weights += parts.map { $0 / sum }
        sources.append((first, begin..<weights.count))
      }
    }
  }

  /// Scales rows and then columns. Colours are weighted by their opacity, so that transparent pixels have no colour.
  private static func resampled(_ image: Image, _ across: Resampling, _ down: Resampling) -> [UInt8] {
    let (width, height) = (across.sources.count, down.sources.count)
    // Only rows that are used are scaled.
    let used = down.sources.filter { !$0.weights.isEmpty }
    guard let top = used.map(\.first).min(), let bottom = used.map({ $0.first + $0.weights.count }).max() else {
      return [UInt8](repeating: 0, count: width * height * 4)
    }
    var rows = [SIMD4<Float>](repeating: .zero, count: width * (bottom - top))
    image.pixels.withUnsafeBufferPointer { pixels in
      for y in top..<bottom {
        for x in 0..<width {
          let (first, weights) = across.sources[x]
          var sum = SIMD4<Float>.zero
          for (offset, index) in weights.enumerated() {
            let place = (y * image.width + first + offset) * 4
            let alpha = Float(pixels[place + 3])
            let color = SIMD4(Float(pixels[place]), Float(pixels[place + 1]), Float(pixels[place + 2]), 1)
            sum += color * (alpha * across.weights[index])
          }
          rows[(y - top) * width + x] = sum
        }
      }
    }
    var result = [UInt8](repeating: 0, count: width * height * 4)
    for y in 0..<height {
      let (first, weights) = down.sources[y]
      for x in 0..<width {
        var sum = SIMD4<Float>.zero
        for (offset, index) in weights.enumerated() {
          sum += rows[(first + offset - top) * width + x] * down.weights[index]
        }
        guard sum.w > 0 else { continue }
        let place = (y * width + x) * 4
        for channel in 0..<3 { result[place + channel] = UInt8(min(255, (sum[channel] / sum.w).rounded())) }
        result[place + 3] = UInt8(min(255, sum.w.rounded()))
      }
    }
    return result
  }
}
