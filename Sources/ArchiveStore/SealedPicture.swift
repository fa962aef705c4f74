/// The stored form of a snapshot: preceded by its checksum. A damaged snapshot is not shown.
enum SealedPicture {
  /// Returns the stored form of a snapshot.
  static func seal(_ picture: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(picture)
    return withUnsafeBytes(of: checksum.value.bigEndian) { Array($0) } + picture
  }

  /// Returns the snapshot in its stored form; nil if it is damaged.
  static func unseal(_ bytes: [UInt8]) -> [UInt8]? {
    let picture = Array(bytes.dropFirst(MemoryLayout<UInt64>.size))
    return seal(picture) == bytes ? picture : nil
  }
}
