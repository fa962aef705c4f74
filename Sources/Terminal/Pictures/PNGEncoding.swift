import CPng

extension PictureRaster {
  /// The picture in PNG; empty if memory is exhausted.
  var png: [UInt8] {
    let most = picture_encode(nil, UInt32(width), UInt32(height), nil, 0)
    return [UInt8](unsafeUninitializedCapacity: most) { buffer, count in
      count = picture_encode(pixels, UInt32(width), UInt32(height), buffer.baseAddress, most)
    }
  }
}
