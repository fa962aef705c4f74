// Editing. The cost of a replacement is that of the chunks it affects.
extension TextLines {
  /// Replaces a range of bytes, which must begin and end at character boundaries, by a text without attributes.
  mutating func replace(_ range: Range<Int>, with new: String) {
    let (start, end) = (range.lowerBound + firstByte, range.upperBound + firstByte)
    var low = lastChunk { $0.firstByte <= start }
    var high = lastChunk { $0.firstByte <= end }
    var bytes = Array(chunks[low].bytes[..<(start - chunks[low].firstByte)])
    bytes.append(contentsOf: new.utf8)
    bytes.append(contentsOf: chunks[high].bytes[(end - chunks[high].firstByte)...])
    func includeNext() {
      high += 1
      bytes.append(contentsOf: chunks[high].bytes)
    }
    // Adjacent characters may combine now, and the rest of a chunk may be too short for a chunk.
    if bytes.isEmpty, high < chunks.count - 1 { includeNext() }
    let isLittle = bytes.count < Self.chunkBytes / 4
    func isOneChunk(with other: Chunk) -> Bool { isLittle && bytes.count + other.bytes.count <= Self.chunkBytes }
    if low > 0, Self.joins(chunks[low - 1].bytes, bytes) || isOneChunk(with: chunks[low - 1]) {
      low -= 1
      bytes.insert(contentsOf: chunks[low].bytes, at: 0)
    }
    if high < chunks.count - 1, Self.joins(bytes, chunks[high + 1].bytes) || isOneChunk(with: chunks[high + 1]) {
      includeNext()
    }
    let isEnd = high == chunks.count - 1
    let made = Self.placed(
      Self.chunks(of: bytes, isEnd: isEnd), line: chunks[low].firstLine, byte: chunks[low].firstByte)
    let line = made.last.map { $0.firstLine + $0.ends.count } ?? chunks[low].firstLine
    let lineShift = line - (isEnd ? endOfAll : chunks[high + 1].firstLine)
    let byteShift = new.utf8.count - range.count
    if lineShift != 0 || byteShift != 0 {
      for index in (high + 1)..<max(high + 1, chunks.count) {
        chunks[index].firstLine += lineShift
        chunks[index].firstByte += byteShift
      }
    }
    chunks.replaceSubrange(low...high, with: made)
    linesDidChange()
    forgetRows(fromChunk: low)
    forgetOpenRows(fromChunk: low + made.count)
  }

  /// Assigns the numbers of the first lines and bytes to consecutive chunks.
  static func placed(_ chunks: [Chunk], line: Int, byte: Int) -> [Chunk] {
    var (chunks, line, byte) = (chunks, line, byte)
    for index in chunks.indices {
      (chunks[index].firstLine, chunks[index].firstByte) = (line, byte)
      line += chunks[index].ends.count
      byte += chunks[index].bytes.count
    }
    return chunks
  }

  /// Returns whether the last character of a text and the first of another combine into one.
  static func joins(_ before: [UInt8], _ after: [UInt8]) -> Bool {
    guard let last = before.last, let next = after.first, last != 0x0a else { return false }
    if last < 0x80, next < 0x80 { return last == 0x0d && next == 0x0a }
    // More than the length of any realistic character.
    let start = before.count - min(before.count, 256)
    let end = min(after.count, 256)
    guard let left = String(decoding: before[start...], as: UTF8.self).last,
      let right = String(decoding: after[..<end], as: UTF8.self).first
    else { return false }
    return (String(left) + String(right)).count == 1
  }

  /// Divides lines into chunks: a single one if they fit, otherwise several smaller ones.
  ///
  /// - Parameter isEnd: whether the text ends with these lines, so that the last one is open.
  static func chunks(of bytes: [UInt8], isEnd: Bool) -> [Chunk] {
    var made: [Chunk] = []
    let limit = bytes.count <= longestLine ? longestLine : chunkBytes
    bytes.withUnsafeBufferPointer { all in
      var chunk = Chunk()
      func close() {
        guard !chunk.ends.isEmpty else { return }
        made.append(chunk)
        chunk = Chunk()
      }
      func add(_ range: Range<Int>) {
        if chunk.bytes.count + range.count > limit || chunk.ends.count >= 2 * chunkLines { close() }
        chunk.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: all[range]))
        chunk.ends.append(Int32(chunk.bytes.count))
      }
      func addLine(_ line: Range<Int>) {
        if line.count > longestLine { halve(line, of: all).forEach(add) } else { add(line) }
      }
      var start = 0
      for end in LineEnds(in: all) {
        addLine(start..<end)
        start = end
      }
      if start < all.count || isEnd { addLine(start..<all.count) }
      close()
    }
    return made
  }

  /// Divides a long line into parts of about equal length, which leaves room in each for further typing.
  private static func halve(_ line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    let string = String(decoding: UnsafeBufferPointer(rebasing: bytes[line]), as: UTF8.self)
    let parts = (line.count + chunkBytes - 1) / chunkBytes
    var cuts = [0]
    for part in 1..<parts {
      let cut = string.characterBoundary(atOrAfter: max(cuts[cuts.count - 1] + 1, line.count * part / parts))
      // Keep a newline with the text before it.
      if cut < line.count - 3 { cuts.append(cut) }
    }
    return zip(cuts, cuts.dropFirst() + [line.count]).map { (line.lowerBound + $0)..<(line.lowerBound + $1) }
  }
}
