extension TextLines {
  /// Divides the lines of a text into chunks. The bytes of a chunk are copied at once, when it is complete.
  struct ChunkBuilder {
    /// The last chunk. It lacks the bytes and lines that were added to it.
    var chunk: Chunk
    private let bytes: UnsafeBufferPointer<UInt8>
    private var complete: [Chunk] = []
    /// The bytes before are in a chunk.
    private var copied = 0
    /// The ends of the lines that the last chunk lacks, in the chunk.
    private let ends: UnsafeMutableBufferPointer<Int32>
    private var endCount = 0
    /// The difference of an offset in the last chunk to that in ``bytes``.
    private var shift: Int

    /// Passes a builder that continues a chunk to a closure, and returns the chunks.
    static func chunks(
      of bytes: UnsafeBufferPointer<UInt8>, after chunk: Chunk, _ body: (inout ChunkBuilder) -> Void
    ) -> [Chunk] {
      withUnsafeTemporaryAllocation(of: Int32.self, capacity: chunkLines) { ends in
        var builder = ChunkBuilder(of: bytes, after: chunk, ends: ends)
        body(&builder)
        builder.endChunk()
        return builder.complete
      }
    }

    private init(
      of bytes: UnsafeBufferPointer<UInt8>, after chunk: Chunk, ends: UnsafeMutableBufferPointer<Int32>
    ) {
      (self.chunk, self.bytes, self.ends, shift) = (chunk, bytes, ends, chunk.bytes.count)
    }

    /// The number of lines of the last chunk.
    var lineCount: Int { chunk.ends.count + endCount }

    /// Adds the line that follows the one added before.
    mutating func addLine(endingAt end: Int) {
      if lineCount > 0, end + shift > TextLines.chunkBytes || lineCount >= TextLines.chunkLines {
        endChunk()
        chunk = Chunk(firstLine: chunk.firstLine + chunk.ends.count, firstByte: chunk.firstByte + chunk.bytes.count)
        shift = -copied
      }
      ends[endCount] = Int32(truncatingIfNeeded: end + shift)
      endCount += 1
    }

    private mutating func endChunk() {
      let end = endCount > 0 ? Int(ends[endCount - 1]) - shift : copied
      let isNew = chunk.bytes.isEmpty
      chunk.changed()
      chunk.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[copied..<end]))
      chunk.ends.append(contentsOf: UnsafeBufferPointer(rebasing: ends[..<endCount]))
      // Counted while the bytes are in the processor's cache.
      if isNew, chunk.bytes.withUnsafeBufferPointer(\.isOneCharacterPerByte) { chunk.characters = chunk.bytes.count }
      complete.append(chunk)
      (copied, endCount) = (end, 0)
    }
  }

  /// Passes each line of a text to a closure, a long one in parts.
  static func forEachLine(of bytes: UnsafeBufferPointer<UInt8>, _ body: (Range<Int>) -> Void) {
    var start = 0
    func add(_ line: Range<Int>) {
      if line.count <= longestLine { body(line) } else { cut(line, of: bytes).forEach(body) }
    }
    for end in LineEnds(in: bytes) {
      add(start..<end)
      start = end
    }
    add(start..<bytes.count)
  }
}
