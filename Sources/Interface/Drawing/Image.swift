import CPng
import StateRestoration

/// A bitmap image (UIKit's `UIImage`).
public final class Image: Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Red, green, blue and alpha of every pixel, row by row.
  let pixels: [UInt8]

  /// The maximum number of pixels of an image.
  public static let maximumPixels = 16 << 20

  /// Creates an image from pixels of four bytes each; nil if their number does not match the size.
  public init?(width: Int, height: Int, pixels: [UInt8]) {
    guard width > 0, height > 0, width <= Self.maximumPixels / height, pixels.count == width * height * 4 else {
      return nil
    }
    self.width = width
    self.height = height
    self.pixels = pixels
  }

  /// Returns the number of bytes that a PNG image takes once decoded. Reads only the file's header.
  ///
  /// - Throws: ``ImageError``.
  public static func byteCount(ofPNG bytes: [UInt8]) throws(ImageError) -> Int {
    let (width, height, _) = try read(bytes) { _, _ in nil }
    return width * height * 4
  }

  /// Decodes a PNG image.
  ///
  /// - Throws: ``ImageError``.
  public convenience init(png bytes: [UInt8]) throws(ImageError) {
    let (width, height, pixels) = try Self.read(bytes) { [UInt8](repeating: 0, count: $0 * $1 * 4) }
    self.init(known: width, height, pixels ?? [])
  }

  /// Reads the size of a PNG image, and its pixels if `makePixels` returns an array for them.
  private static func read(_ bytes: [UInt8], into makePixels: (Int, Int) -> [UInt8]?) throws(ImageError) -> (
    Int, Int, [UInt8]?
  ) {
    var reader = png_image()
    // The library keeps pointers into the bytes, so they must not move until reading has finished.
    let result: Result<(Int, Int, [UInt8]?), ImageError> = bytes.withUnsafeBytes { bytes in
      guard picture_begin(&reader, bytes.baseAddress, bytes.count) != 0 else {
        return .failure(.notPNG(reason: message(&reader)))
      }
      let width = Int(reader.width)
      let height = Int(reader.height)
      guard width > 0, height > 0, width <= maximumPixels / height else {
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

  /// Returns the mean colour and opacity (0 to 1) of a region, given in pixels. The region covers at least the pixel in
  /// which it begins.
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

/// A reason why an image cannot be shown.
public enum ImageError: Error, CustomStringConvertible {
  /// The bytes are not a PNG image, or the image is damaged.
  case notPNG(reason: String)
  /// The image has too many pixels.
  case tooLarge(width: Int, height: Int)

  public var description: String {
    switch self {
    case .notPNG(let reason): "not a readable PNG picture: \(reason)"
    case .tooLarge(let width, let height):
      "a picture of \(width) by \(height) pixels is too large; the limit is \(Image.maximumPixels) pixels"
    }
  }
}
