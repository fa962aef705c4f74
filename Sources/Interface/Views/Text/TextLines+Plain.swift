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

  /// Adds lines without styles that end with LF, the last of which is open.
  mutating func addPlainLines(_ bytes: UnsafeBufferPointer<UInt8>) {
    var builder = PlainChunks(of: bytes, after: chunks.removeLast())
    var start = 0
    while let end = Self.newline(in: bytes, from: start) {
      builder.addLine(start..<(end + 1))
      start = end + 1
    }
    builder.addLine(start..<bytes.count)
    chunks += builder.made()
  }

  /// Returns the offset of the next LF; nil if there is none.
  private static func newline(in bytes: UnsafeBufferPointer<UInt8>, from start: Int) -> Int? {
    guard let base = bytes.baseAddress, let found = memchr(base + start, 0x0a, bytes.count - start) else { return nil }
    return UnsafeRawPointer(base).distance(to: UnsafeRawPointer(found))
  }

  /// Divides lines into chunks.
  private struct PlainChunks {
    private let bytes: UnsafeBufferPointer<UInt8>
    private var complete: [Chunk] = []
    private var chunk: Chunk
    /// The ends of the lines of the last chunk.
    private var ends: [Int32]
    /// The size of the last chunk without the bytes that are not copied yet.
    private var size: Int
    /// The bytes before are in a chunk.
    private var copied = 0

    init(of bytes: UnsafeBufferPointer<UInt8>, after chunk: Chunk) {
      self.bytes = bytes
      (self.chunk, ends, size) = (chunk, chunk.ends, chunk.bytes.count)
      self.chunk.ends = []
    }

    /// Adds a line, or the parts of a long one.
    mutating func addLine(_ line: Range<Int>) {
      if line.count <= TextLines.longestLine { return add(line) }
      for part in TextLines.cut(line, of: bytes) { add(part) }
    }

    private mutating func add(_ line: Range<Int>) {
      if !ends.isEmpty, size + line.upperBound - copied > TextLines.chunkBytes || ends.count >= TextLines.chunkLines {
        beginChunk(at: line.lowerBound)
      }
      ends.append(Int32(truncatingIfNeeded: size + line.upperBound - copied))
    }

    private mutating func beginChunk(at start: Int) {
      let next = Chunk(firstLine: chunk.firstLine + ends.count, firstByte: chunk.firstByte + size + start - copied)
      endChunk(at: start)
      chunk = next
      ends.removeAll(keepingCapacity: true)
      (size, copied) = (0, start)
    }

    private mutating func endChunk(at end: Int) {
      chunk.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied..<end]))
      chunk.ends = Array(ends)
      chunk.changed()
      // Counted while the bytes are in the processor's cache. There is no CR, which would combine with LF.
      if !complete.isEmpty, chunk.bytes.withUnsafeBufferPointer(\.isASCII) { chunk.characters = chunk.bytes.count }
      complete.append(chunk)
    }

    /// Returns the chunks, the last of which has the rest of the bytes.
    mutating func made() -> [Chunk] {
      endChunk(at: bytes.count)
      return complete
    }
  }
}
