import Interface

/// The last images that were decoded, for runs of one app that are launched again and again: a child process decodes each.
@MainActor
public final class DecodedImages {
  private var images: [(bytes: [UInt8], image: Image)] = []
  private var size = 0

  /// The largest number of images, and of bytes of their pixels.
  private static let (mostImages, mostBytes) = (32, 64 << 20)

  /// Creates an empty collection.
  public init() {}

  /// Returns the image of a picture's bytes, like `Image(decoding:makeRoom:)`.
  func image(decoding bytes: [UInt8], makeRoom: (Int) throws -> Void) throws -> Image {
    if let known = images.first(where: { $0.bytes == bytes })?.image {
      try makeRoom(known.pixels.count)
      return known
    }
    let image = try Image(decoding: bytes, makeRoom: makeRoom)
    images.append((bytes, image))
    size += image.pixels.count
    while images.count > Self.mostImages || size > Self.mostBytes { size -= images.removeFirst().image.pixels.count }
    return image
  }
}
