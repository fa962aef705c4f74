import Interface

extension Surroundings {
  /// Returns the picture formats that require a library, each tried with a picture of one pixel.
  static func pictureFormats() -> [Item] {
    [("JPEG and GIF pictures", smallestGIF), ("WebP pictures", smallestWebP)].map { name, bytes in
      var item = Item(area: "optional parts", name: name, value: "yes")
      do {
        _ = try Image(decoding: bytes)
      } catch ImageError.missingLibrary(_, let package) {
        item = Item(
          area: "optional parts", name: name, value: "not found",
          advice: "image views need it for these formats; Debian: apt install \(package)")
      } catch {
        item = Item(area: "optional parts", name: name, value: "no: \(error)")
      }
      return item
    }
  }

  private static let smallestGIF: [UInt8] = [
    0x47, 0x49, 0x46, 0x38, 0x39, 0x61, 1, 0, 1, 0, 0x80, 0, 0, 0, 0, 0, 0xff, 0xff, 0xff, 0x21, 0xf9, 4, 1, 0, 0, 0, 0,
    0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b,
  ]

  private static let smallestWebP: [UInt8] = [
    0x52, 0x49, 0x46, 0x46, 0x1a, 0, 0, 0, 0x57, 0x45, 0x42, 0x50, 0x56, 0x50, 0x38, 0x4c, 0x0d, 0, 0, 0, 0x2f, 0, 0, 0,
    0x10, 0x07, 0x10, 0x11, 0x11, 0x88, 0x88, 0xfe, 0x07, 0,
  ]
}
