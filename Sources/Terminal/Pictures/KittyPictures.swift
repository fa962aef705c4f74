import Interface

/// Commands of kitty's graphics protocol. The terminal is asked not to answer them (`q=2`).
enum KittyPictures {
  /// Returns the bytes that store a picture in the terminal.
  ///
  /// - Parameter number: the picture's number.
  static func storing(_ raster: PictureRaster, as number: UInt32) -> [UInt8] {
    let text = Array(Base64.encode(raster.png).utf8)
    var bytes: [UInt8] = []
    var start = 0
    // The data are sent in parts of at most 4,096 bytes.
    while start < text.count {
      let end = min(text.count, start + 4096)
      let keys = start == 0 ? "a=t,f=100,i=\(number),q=2," : "q=2,"
      bytes += "\u{1b}_G\(keys)m=\(end < text.count ? 1 : 0);".utf8
      bytes += text[start..<end]
      bytes += "\u{1b}\\".utf8
      start = end
    }
    return bytes
  }

  /// Returns the bytes that show a part of a stored picture from the cursor on.
  ///
  /// - Parameters:
  ///   - placement: names this use of the picture.
  ///   - pixels: the part of the picture.
  ///   - cells: the size on the screen.
  static func placing(_ number: UInt32, as placement: UInt32, pixels: Rect, cells: Size) -> [UInt8] {
    let part = "x=\(pixels.minX),y=\(pixels.minY),w=\(pixels.width),h=\(pixels.height)"
    return Array(
      "\u{1b}_Ga=p,i=\(number),p=\(placement),\(part),c=\(cells.width),r=\(cells.height),C=1,q=2\u{1b}\\".utf8)
  }

  /// Returns the bytes that remove a use of a picture.
  static func removing(_ number: UInt32, placement: UInt32) -> [UInt8] {
    Array("\u{1b}_Ga=d,d=i,i=\(number),p=\(placement),q=2\u{1b}\\".utf8)
  }

  /// Returns the bytes that make the terminal forget a picture.
  static func forgetting(_ number: UInt32) -> [UInt8] { Array("\u{1b}_Ga=d,d=I,i=\(number),q=2\u{1b}\\".utf8) }

  /// Removes all pictures of the screen, and makes the terminal forget them.
  static let forgettingAll = Array("\u{1b}_Ga=d,d=A,q=2\u{1b}\\".utf8)
}
