/// The colours that represent those of a picture best: its colours are divided at the median of their widest component,
/// again and again (median cut).
struct ColorPalette {
  /// The colours.
  private(set) var colors: [(UInt8, UInt8, UInt8)] = []
  /// The number of the colour for each group of similar colours, the ones with equal upper five bits.
  private var numbers = [UInt8](repeating: 0, count: 1 << 15)

  /// A group of similar colours in the picture.
  private struct Group {
    let number: Int
    /// The number of pixels, and the sums of their components.
    var count = 0
    var sums = SIMD3<Int>.zero

    /// A component of the mean colour.
    func component(_ index: Int) -> Int { sums[index] / count }
  }

  /// Chooses colours for a picture; transparent pixels do not count.
  ///
  /// - Parameter limit: the maximum number of colours, up to 255.
  init(_ raster: PictureRaster, limit: Int) {
    var groups = (0..<1 << 15).map { Group(number: $0) }
    raster.pixels.withUnsafeBufferPointer { pixels in
      for place in stride(from: 0, to: pixels.count, by: 4) where pixels[place + 3] >= 128 {
        let group = Self.group(pixels[place], pixels[place + 1], pixels[place + 2])
        groups[group].count += 1
        groups[group].sums &+= SIMD3(Int(pixels[place]), Int(pixels[place + 1]), Int(pixels[place + 2]))
      }
    }
    var boxes = [groups.filter { $0.count > 0 }].filter { !$0.isEmpty }
    var spreads = boxes.map(Self.spread)
    while boxes.count < limit {
      guard let widest = spreads.indices.max(by: { spreads[$0].weight < spreads[$1].weight }),
        spreads[widest].weight > 0
      else { break }
      let (lower, upper) = Self.halves(of: boxes[widest], component: spreads[widest].component)
      (boxes[widest], spreads[widest]) = (lower, Self.spread(of: lower))
      boxes.append(upper)
      spreads.append(Self.spread(of: upper))
    }
    for box in boxes {
      let count = box.reduce(0) { $0 + $1.count }
      let sums = box.reduce(SIMD3<Int>.zero) { $0 &+ $1.sums }
      for group in box { numbers[group.number] = UInt8(colors.count) }
      colors.append((UInt8(sums[0] / count), UInt8(sums[1] / count), UInt8(sums[2] / count)))
    }
  }

  /// Returns the number of the colour for one that is in the picture.
  func color(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> UInt8 { numbers[Self.group(red, green, blue)] }

  private static func group(_ red: UInt8, _ green: UInt8, _ blue: UInt8) -> Int {
    Int(red >> 3) << 10 | Int(green >> 3) << 5 | Int(blue >> 3)
  }

  /// Returns the component with the largest range, and that range weighted by the number of pixels.
  private static func spread(of box: [Group]) -> (component: Int, weight: Double) {
    var (least, most) = (SIMD3<Int>(repeating: 255), SIMD3<Int>.zero)
    for group in box {
      let mean = group.sums / SIMD3(repeating: group.count)
      (least, most) = (pointwiseMin(least, mean), pointwiseMax(most, mean))
    }
    let ranges = most &- least
    let component = (0..<3).max { ranges[$0] < ranges[$1] } ?? 0
    let count = box.reduce(0) { $0 + $1.count }
    return (component, box.count < 2 ? 0 : Double(ranges[component]) * Double(count).squareRoot())
  }

  /// Divides a box of at least two groups so that both halves have about as many pixels.
  private static func halves(of box: [Group], component: Int) -> ([Group], [Group]) {
    let sorted = box.sorted { $0.component(component) < $1.component(component) }
    let half = sorted.reduce(0) { $0 + $1.count } / 2
    var count = 0
    let middle = sorted.firstIndex { group in
      count += group.count
      return count > half
    }
    let split = min(max(1, middle ?? 1), sorted.count - 1)
    return (Array(sorted[..<split]), Array(sorted[split...]))
  }
}
