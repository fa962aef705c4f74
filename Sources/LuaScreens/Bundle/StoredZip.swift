import CZlib

/// Zip files (PKWARE's APPNOTE.TXT) with uncompressed entries. Any tool can list and extract them, and they can be read
/// in place. They may follow other bytes, such as a first line or a program.
struct StoredZip {
  /// A file in the archive.
  struct Entry: Equatable {
    var name: String
    var bytes: ArraySlice<UInt8>
  }

  /// The record at the end of the archive, after all entries.
  struct End: Equatable {
    /// The start of the record.
    var position: Int
    var comment: ArraySlice<UInt8>
    fileprivate var count: Int
    fileprivate var directorySize: Int
    fileprivate var directoryOffset: Int
  }

  private static let localHeader: UInt32 = 0x0403_4b50
  private static let directoryHeader: UInt32 = 0x0201_4b50
  private static let endHeader: UInt32 = 0x0605_4b50
  private static let endSize = 22
  /// The maximum length of the end record, given by that of its comment.
  static let longestEnd = endSize + 0xffff
  /// The first bytes of an archive with entries.
  static let signature: [UInt8] = [0x50, 0x4b, 0x03, 0x04]

  // MARK: Writing

  /// Returns the bytes of an archive. Equal entries yield equal bytes, as no times are stored.
  ///
  /// - Parameters:
  ///   - offset: the number of bytes before the archive.
  ///   - comment: returns the archive's comment, always of `commentLength`, from all bytes before it.
  static func encoded(
    _ entries: [Entry], offset: Int, commentLength: Int, comment: (_ before: [UInt8]) -> [UInt8]
  ) -> [UInt8] {
    var bytes: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let position = UInt32(offset + bytes.count)
      let checksum = CRC32.of(entry.bytes)
      // Version 2.0, names in UTF-8, stored, with the earliest date possible: 1980-01-01.
      var common: [UInt8] = []
      for word in [20, 0x0800, 0, 0, 0x21] as [UInt16] { append(word, to: &common) }
      for word in [checksum, UInt32(entry.bytes.count), UInt32(entry.bytes.count)] { append(word, to: &common) }
      for word in [UInt16(entry.name.utf8.count), 0] { append(word, to: &common) }
      append(localHeader, to: &bytes)
      bytes += common + Array(entry.name.utf8)
      bytes += entry.bytes
      append(directoryHeader, to: &directory)
      // Made on Unix, as a regular file readable by all.
      append(UInt16(3 << 8 | 20), to: &directory)
      directory += common
      for word in [0, 0, 0] as [UInt16] { append(word, to: &directory) }
      append(UInt32(0o100644) << 16, to: &directory)
      append(position, to: &directory)
      directory += Array(entry.name.utf8)
    }
    let directoryOffset = UInt32(offset + bytes.count)
    bytes += directory
    append(endHeader, to: &bytes)
    for word in [0, 0, UInt16(entries.count), UInt16(entries.count)] as [UInt16] { append(word, to: &bytes) }
    for word in [UInt32(directory.count), directoryOffset] { append(word, to: &bytes) }
    append(UInt16(commentLength), to: &bytes)
    return bytes + comment(bytes)
  }

  private static func append(_ number: some FixedWidthInteger, to bytes: inout [UInt8]) {
    withUnsafeBytes(of: number.littleEndian) { bytes += $0 }
  }

  // MARK: Reading

  /// Finds the end record of the archive; nil if it is missing, as the archive is truncated.
  static func end(of bytes: ArraySlice<UInt8>) -> End? {
    var position = bytes.endIndex - endSize
    let first = max(bytes.startIndex, bytes.endIndex - longestEnd)
    while position >= first {
      if number(bytes, position, UInt32.self) == endHeader,
        let length = number(bytes, position + 20, UInt16.self), position + endSize + Int(length) == bytes.endIndex,
        let count = number(bytes, position + 10, UInt16.self),
        let size = number(bytes, position + 12, UInt32.self),
        let offset = number(bytes, position + 16, UInt32.self)
      {
        return End(
          position: position, comment: bytes[(position + endSize)...], count: Int(count), directorySize: Int(size),
          directoryOffset: Int(offset))
      }
      position -= 1
    }
    return nil
  }

  /// Returns the entries of the archive, in order; nil if a part is out of range, or does not match its checksum.
  static func entries(of bytes: ArraySlice<UInt8>, _ end: End) -> [Entry]? {
    var position = end.position - end.directorySize
    // The bytes before the archive may have another length than when it was written.
    let shift = position - end.directoryOffset
    guard position >= bytes.startIndex else { return nil }
    var entries: [Entry] = []
    for _ in 0..<end.count {
      guard number(bytes, position, UInt32.self) == directoryHeader, position < end.position,
        number(bytes, position + 10, UInt16.self) == 0,
        let checksum = number(bytes, position + 16, UInt32.self),
        let size = number(bytes, position + 24, UInt32.self),
        let nameLength = number(bytes, position + 28, UInt16.self),
        let extraLength = number(bytes, position + 30, UInt16.self),
        let commentLength = number(bytes, position + 32, UInt16.self),
        let offset = number(bytes, position + 42, UInt32.self),
        let name = slice(bytes, position + 46, Int(nameLength)),
        let text = String(validating: name, as: UTF8.self)
      else { return nil }
      let local = Int(offset) + shift
      guard local >= bytes.startIndex, number(bytes, local, UInt32.self) == localHeader,
        let localNameLength = number(bytes, local + 26, UInt16.self),
        let localExtraLength = number(bytes, local + 28, UInt16.self),
        let contents = slice(bytes, local + 30 + Int(localNameLength) + Int(localExtraLength), Int(size)),
        CRC32.of(contents) == checksum
      else { return nil }
      entries.append(Entry(name: text, bytes: contents))
      position += 46 + Int(nameLength) + Int(extraLength) + Int(commentLength)
    }
    guard position == end.position else { return nil }
    return entries
  }

  private static func slice(_ bytes: ArraySlice<UInt8>, _ position: Int, _ count: Int) -> ArraySlice<UInt8>? {
    guard position >= bytes.startIndex, position <= bytes.endIndex, count <= bytes.endIndex - position else {
      return nil
    }
    return bytes[position..<(position + count)]
  }

  private static func number<Number: FixedWidthInteger>(
    _ bytes: ArraySlice<UInt8>, _ position: Int, _: Number.Type
  ) -> Number? {
    slice(bytes, position, MemoryLayout<Number>.size)?.reversed().reduce(0) { $0 << 8 | Number($1) }
  }
}

/// The checksum of zip files (ISO 3309), which detects every error burst of up to 32 bits.
enum CRC32 {
  static func of(_ bytes: ArraySlice<UInt8>) -> UInt32 {
    bytes.withUnsafeBufferPointer { UInt32(truncatingIfNeeded: crc32_z(0, $0.baseAddress, $0.count)) }
  }
}
