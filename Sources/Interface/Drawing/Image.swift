import ImageDecoding
import StateRestoration
import Synchronization

/// A bitmap image (UIKit's `UIImage`).
public final class Image: Sendable {
  /// The width in pixels.
  public let width: Int
  /// The height in pixels.
  public let height: Int
  /// Red, green, blue and alpha of every pixel, row by row.
  public let pixels: [UInt8]
  /// The last drawings in block characters, the most recent first.
  let blocks = Mutex<[ImageBlocks]>([])

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

  /// Decodes a PNG, JPEG, WebP or GIF picture; of an animation, the first frame.
  ///
  /// A child process decodes it, which may take 256 MiB and 5 seconds. This call waits for it.
  ///
  /// - Parameter makeRoom: called with the size of the pixels in bytes before they are allocated.
  /// - Throws: ``ImageError``, or the error of `makeRoom`.
  public init(decoding bytes: [UInt8], makeRoom: (Int) throws -> Void = { _ in }) throws {
    var decoding = image_decoding()
    image_decoding_begin(&decoding, bytes, bytes.count, Self.maximumPixels)
    defer { image_decoding_end(&decoding) }
    if let error = ImageError(decoding.header) { throw error }
    let count = Int(decoding.header.width) * Int(decoding.header.height) * 4
    try makeRoom(count)
    pixels = [UInt8](unsafeUninitializedCapacity: count) { buffer, initializedCount in
      let isRead = image_decoding_finish(&decoding, buffer.baseAddress, count) == 1
      initializedCount = isRead ? count : 0
    }
    (width, height) = (Int(decoding.header.width), Int(decoding.header.height))
    if let error = ImageError(decoding.header) { throw error }
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
  /// The bytes are not a picture of a supported format.
  case unknownFormat
  /// The picture is damaged.
  case damaged(format: String, reason: String)
  /// The picture has too many pixels.
  case tooLarge(width: Int, height: Int)
  /// A library that decodes this format is not installed.
  case missingLibrary(format: String, package: String)
  /// Decoding took too much memory or time, or crashed.
  case overLimits(format: String)
  /// No child process can be created.
  case noProcess(reason: String)

  /// The error in a header; nil if there is none.
  init?(_ header: image_decoding_header) {
    let (format, message) = (Self.text(header.format), Self.text(header.message))
    switch header.status {
    case IMAGE_DECODED: return nil
    case IMAGE_UNKNOWN: self = .unknownFormat
    case IMAGE_DAMAGED: self = .damaged(format: format, reason: message.isEmpty ? "it cannot be decoded" : message)
    case IMAGE_TOO_LARGE: self = .tooLarge(width: Int(header.width), height: Int(header.height))
    case IMAGE_WITHOUT_LIBRARY: self = .missingLibrary(format: format, package: message)
    case IMAGE_WITHOUT_CHILD: self = .noProcess(reason: message)
    default: self = .overLimits(format: format)
    }
  }

  /// Reads a C array of characters.
  private static func text<Characters>(_ characters: Characters) -> String {
    withUnsafeBytes(of: characters) { String(decoding: $0.prefix { $0 != 0 }, as: UTF8.self) }
  }

  public var description: String {
    switch self {
    case .unknownFormat: return "not a PNG, JPEG, WebP or GIF picture"
    case .damaged(let format, let reason): return "not a readable \(format) picture: \(reason)"
    case .tooLarge(let width, let height):
      return "a picture of \(width) by \(height) pixels is too large; the limit is \(Image.maximumPixels) pixels"
    case .missingLibrary(let format, let package):
      return "\(format) pictures require the package \(package), which is not installed"
    case .overLimits(let format):
      let limits = "\(IMAGE_DECODING_MEMORY >> 20) MiB and \(IMAGE_DECODING_SECONDS) s"
      return "this \(format.isEmpty ? "" : format + " ")picture cannot be decoded with \(limits)"
    case .noProcess(let reason): return "no process can be started to decode the picture: \(reason)"
    }
  }
}
