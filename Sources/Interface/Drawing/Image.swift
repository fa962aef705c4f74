import CPng
import StateRestoration

/// A picture of pixels (UIKit's `UIImage`).
public final class Image: Sendable {
  /// Columns of pixels.
  public let width: Int
  /// Rows of pixels.
  public let height: Int
  /// Red, green, blue and opacity of every pixel, row by row.
  let pixels: [UInt8]

  /// The largest number of pixels that is read.
  public static let mostPixels = 16 << 20

  /// A picture of these pixels, four bytes each; nil if their number does not fit.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= Self.mostPixels / height, pixels.count == width * height * 4 else {
      return nil
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// How many bytes the picture in a PNG file's bytes takes when it is read. Only the file's header is looked at.
  ///
  /// - Throws: ``ImageError``.
  public static func byteCount(ofPNG bytes: [UInt8]) throws(ImageError) -> Int {
    let (width, height, _) = try read(bytes) { _, _ in nil }
    return width * height * 4
  }

  /// The picture in a PNG file's bytes.
  ///
  /// - Throws: ``ImageError``.
  public convenience init(png bytes: [UInt8]) throws(ImageError) {
    let (width, height, pixels) = try Self.read(bytes) { [UInt8](repeating: 0, count: $0 * $1 * 4) }
    self.init(known: width, height, pixels ?? [])
  }

  /// Reads the size of a picture, and its pixels into an array that is made for them, if it is.
  private static func read(_ bytes: [UInt8], into makePixels: (Int, Int) -> [UInt8]?) throws(ImageError) -> (
    Int, Int, [UInt8]?
  ) {
    var reader = png_image()
    // What the library keeps must stay where it is until reading has ended.
    let result: Result<(Int, Int, [UInt8]?), ImageError> = bytes.withUnsafeBytes { bytes in
      guard picture_begin(&reader, bytes.baseAddress, bytes.count) != 0 else {
        return .failure(.notPNG(reason: message(&reader)))
      }
      let width = Int(reader.width)
      let height = Int(reader.height)
      guard width > 0, height > 0, width <= mostPixels / height else {
        png_image_free(&reader)
        return .failure(.tooLarge(width: width, height: height))
      }
      guard var pixels = makePixels(width, height) else {
        png_image_free(&reader)
        return .success((width, height, nil))
      }
      guard picture_finish(&reader, &pixels) != 0 else { return .failure(.notPNG(reason: message(&reader))) }
      return .success((width, height, pixels))
    }
    return try result.get()
  }

  private init(known width: Int, _ height: Int, _ pixels: [UInt8]) {
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  private static func message(_ reader: inout png_image) -> String {
    picture_message(&reader).map { String(cString: $0) } ?? ""
  }

  /// The mean colour of a part of the picture, given in pixels, and how opaque it is, from 0 to 1. The part is at least
  /// the pixel that it begins in.
  func color(x: Range<Double>, y: Range<Double>) -> (red: Double, green: Double, blue: Double, opacity: Double) {
    func cells(_ range: Range<Double>, _ count: Int) -> ClosedRange<Int> {
      let first = min(max(0, Int(range.lowerBound)), count - 1)
      return first...min(max(first, Int(range.upperBound.rounded(.up)) - 1), count - 1)
    }
    var sum = (red: 0.0, green: 0.0, blue: 0.0, opacity: 0.0)
    let columns = cells(x, width)
    let rows = cells(y, height)
    for row in rows {
      for column in columns {
        let place = (row * width + column) * 4
        let opacity = Double(pixels[place + 3]) / 255
        sum.red += Double(pixels[place]) * opacity
        sum.green += Double(pixels[place + 1]) * opacity
        sum.blue += Double(pixels[place + 2]) * opacity
        sum.opacity += opacity
      }
    }
    let count = Double(columns.count * rows.count)
    guard sum.opacity > 0 else { return (0, 0, 0, 0) }
    return (sum.red / sum.opacity, sum.green / sum.opacity, sum.blue / sum.opacity, sum.opacity / count)
  }
}

/// Why a picture cannot be shown.
public enum ImageError: Error, CustomStringConvertible {
  /// The bytes are no PNG picture, or a damaged one.
  case notPNG(reason: String)
  /// It has more pixels than are read.
  case tooLarge(width: Int, height: Int)

  public var description: String {
    switch self {
    case .notPNG(let reason): "this is no PNG picture that can be read: \(reason)"
    case .tooLarge(let width, let height):
      "a picture of \(width) by \(height) pixels is too large; at most \(Image.mostPixels) pixels are read"
    }
  }
}
