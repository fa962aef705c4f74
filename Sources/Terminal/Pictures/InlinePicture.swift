import Interface

/// A picture in place of characters, as iTerm2 shows it (OSC 1337).
enum InlinePicture {
  /// Returns the bytes that show a picture in an area of cells, from the cursor on.
  static func encoded(_ raster: PictureRaster, cells: Size) -> [UInt8] {
    let png = raster.png
    let options =
      "inline=1;size=\(png.count);width=\(cells.width);height=\(cells.height);preserveAspectRatio=0;doNotMoveCursor=1"
    return Array("\u{1b}]1337;File=\(options):\(Base64.encode(png))\u{7}".utf8)
  }
}
