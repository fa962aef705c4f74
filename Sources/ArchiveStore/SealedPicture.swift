/// How the picture of the screen stands in the database: behind its checksum. One that is not what was shown is better not
/// shown at all.
enum SealedPicture {
  /// What is written for a picture.
  static func seal(_ picture: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(picture)
    return withUnsafeBytes(of: checksum.value.bigEndian) { Array($0) } + picture
  }

  /// The picture in what was written; nil if it is something else.
  static func unseal(_ bytes: [UInt8]) -> [UInt8]? {
    let picture = Array(bytes.dropFirst(MemoryLayout<UInt64>.size))
    return seal(picture) == bytes ? picture : nil
  }
}
