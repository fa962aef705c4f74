import Glibc

// Long plain texts, whose bytes are copied once per chunk instead of once per line.
extension TextLines {
  /// Returns whether LF is the only newline of a text. It reads every byte without branches, so that the loop is
  /// vectorized.
  static func breaksLinesByNewlinesOnly(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    var others: UInt8 = 0
    // VT, FF and CR, and the first byte of U+2028 and U+2029.
    for byte in bytes {
      let isControl: UInt8 = byte &- 0x0b < 3 ? 1 : 0
      let isSeparator: UInt8 = byte == 0xe2 ? 1 : 0
      others |= isControl | isSeparator
    }
    return others == 0
  }

  /// Returns the offset of the next LF; nil if there is none.
  private func newline(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0a, bytes.count - start) else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  /// Adds lines without styles that end with LF, the last of which is open.
  mutating func addPlainLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    var chunk = chunks.removeLast()
    // The bytes before are in a chunk.
    var copied = 0
    func add(_ line: Range<Int>) {
      let size = chunk.bytes.count + line.upperBound - copied
      if !chunk.ends.isEmpty, size > Self.chunkBytes || chunk.ends.count >= Self.chunkLines {
        chunk.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied..<line.lowerBound]))
        copied = line.lowerBound
        chunk.changed()
        chunks.append(chunk)
        chunk = Chunk(firstLine: chunk.firstLine + chunk.ends.count, firstByte: chunk.firstByte + chunk.bytes.count)
      }
      chunk.ends.append(Int32(chunk.bytes.count + line.upperBound - copied))
    }
    var start = 0
    while true {
      let end = newline(in: bytes, from: start).map { $0 + 1 }
      let line = start..<(end ?? bytes.count)
      if line.count <= Self.longestLine { add(line) } else { Self.cut(line, of: bytes).forEach(add) }
      guard let end else { break }
      start = end
    }
    chunk.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied...]))
    chunk.changed()
    chunks.append(chunk)
  }
}
