// Where characters, bytes and rows stand in a text.
extension TextLines {
  // MARK: Bytes

  /// The line that a byte is in, and how many bytes are before it there. The end of the text is in the last line.
  func place(ofOffset offset: Int) -> (line: Int, byte: Int) {
    let byte = min(max(0, offset), utf8Count) + firstByte
    let chunk = chunks[lastChunk { $0.firstByte <= byte }]
    let inside = Int32(byte - chunk.firstByte)
    var (low, high) = (0, chunk.ends.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if chunk.ends[middle] <= inside { low = middle + 1 } else { high = middle }
    }
    return (chunk.firstLine + low, Int(inside) - chunk.range(ofLine: low).lowerBound)
  }

  /// Where a line begins.
  func offset(ofLine number: Int) -> Int {
    guard number < endOfAll else { return utf8Count }
    let chunk = chunks[chunkIndex(ofLine: max(first, number))]
    return chunk.firstByte + chunk.range(ofLine: max(first, number) - chunk.firstLine).lowerBound - firstByte
  }

  /// Where a line ends, without its newline. What goes on in another line ends there.
  func end(ofLine number: Int) -> Int { offset(ofLine: number) + self[number].contentCount }

  /// Whether a line ends with a newline.
  func endsWithNewline(_ number: Int) -> Bool {
    let line = self[number]
    return line.contentCount < line.string.utf8.count
  }

  private func byte(at offset: Int) -> UInt8? {
    guard offset >= 0, offset < utf8Count else { return nil }
    let place = offset + firstByte
    let chunk = chunks[lastChunk { $0.firstByte <= place }]
    return chunk.bytes[place - chunk.firstByte]
  }

  /// The letters.
  var string: String { string(in: 0..<utf8Count) }

  /// The letters of some bytes, which begin and end at characters.
  func string(in range: Range<Int>) -> String {
    let (start, end) = (range.lowerBound + firstByte, range.upperBound + firstByte)
    var index = lastChunk { $0.firstByte <= start }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(range.count)
    while index < chunks.count, chunks[index].firstByte < end {
      let chunk = chunks[index]
      bytes += chunk.bytes[max(0, start - chunk.firstByte)..<min(chunk.bytes.count, end - chunk.firstByte)]
      index += 1
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Whether these are the letters.
  func isEqual(to text: String) -> Bool {
    guard text.utf8.count == utf8Count else { return false }
    var text = text
    return text.withUTF8 { bytes in
      var place = 0
      for chunk in chunks {
        let part = chunk.bytes[max(0, firstByte - chunk.firstByte)...]
        guard part.elementsEqual(bytes[place..<(place + part.count)]) else { return false }
        place += part.count
      }
      return true
    }
  }

  /// The text, as it would be given: with looks if any part of it was.
  var text: Text {
    guard isStyled else { return Text(string) }
    return Text(
      AttributedString(
        parts: (first..<endOfAll).flatMap { number -> [(text: String, attributes: AttributedString.Attributes)] in
          let line = self[number]
          return line.runs == nil
            ? [(text: line.string, attributes: AttributedString.Attributes())] : AttributedString(line: line).parts
        }))
  }

  // MARK: Characters

  /// The offset behind the character that begins at an offset; the end of the text if there is none.
  func offset(after offset: Int) -> Int {
    guard let byte = byte(at: offset) else { return min(max(0, offset), utf8Count) }
    // Most letters are alone.
    if byte < 0x80, byte != 0x0d, self.byte(at: offset + 1).map({ $0 < 0x80 }) ?? true { return offset + 1 }
    let (line, start) = place(ofOffset: offset)
    let string = self[line].string
    let index = string.utf8.index(string.startIndex, offsetBy: start)
    return offset + string[index].utf8.count
  }

  /// The offset of the character that ends at an offset; 0 if there is none.
  func offset(before offset: Int) -> Int {
    guard offset > 0, let byte = byte(at: offset - 1) else { return 0 }
    if byte < 0x80, byte != 0x0a, self.byte(at: offset - 2).map({ $0 < 0x80 }) ?? true { return offset - 1 }
    // It may be in the line before.
    let (line, start) = place(ofOffset: offset - 1)
    let string = self[line].string
    let index = string.utf8.index(string.startIndex, offsetBy: start + 1)
    return offset - string[string.index(before: index)].utf8.count
  }

  /// The first offset from one on where a character begins, or the text ends.
  func boundary(atOrAfter offset: Int) -> Int {
    let (line, byte) = place(ofOffset: offset)
    guard byte > 0 else { return min(max(0, offset), utf8Count) }
    return self.offset(ofLine: line) + self[line].string.characterBoundary(atOrAfter: byte)
  }

  /// The character that begins at an offset.
  func character(at offset: Int) -> Character? {
    guard offset >= 0, offset < utf8Count else { return nil }
    return string(in: offset..<self.offset(after: offset)).first
  }

  /// The offset behind all characters from one on that are of a kind.
  func end(ofCharactersFrom offset: Int, where isOfKind: (Character) -> Bool) -> Int {
    var offset = offset
    var (line, byte) = place(ofOffset: offset)
    while line < endOfAll {
      let string = self[line].string
      for character in string[string.utf8.index(string.startIndex, offsetBy: byte)...] {
        guard isOfKind(character) else { return offset }
        offset += character.utf8.count
      }
      (line, byte) = (line + 1, 0)
    }
    return offset
  }

  /// The offset before all characters up to one that are of a kind.
  func start(ofCharactersBefore offset: Int, where isOfKind: (Character) -> Bool) -> Int {
    var offset = offset
    var (line, byte) = place(ofOffset: offset)
    while line >= first {
      let string = self[line].string
      for character in string[..<string.utf8.index(string.startIndex, offsetBy: byte)].reversed() {
        guard isOfKind(character) else { return offset }
        offset -= character.utf8.count
      }
      line -= 1
      byte = self[line].string.utf8.count
    }
    return offset
  }

  /// Where the paragraph of an offset begins: behind the newline before it.
  func paragraphStart(before offset: Int) -> Int {
    var line = place(ofOffset: offset).line
    while line > first, !endsWithNewline(line - 1) { line -= 1 }
    return self.offset(ofLine: line)
  }

  /// Where the paragraph of an offset ends: before the newline behind it.
  func paragraphEnd(after offset: Int) -> Int {
    var line = place(ofOffset: offset).line
    while line < endOfAll - 1, !endsWithNewline(line) { line += 1 }
    return end(ofLine: line)
  }

  private func characterCount(ofChunk index: Int) -> Int {
    let chunk = chunks[index]
    if let known = chunk.characters { return known }
    return Self.characterCount(chunk.bytes[max(0, firstByte - chunk.firstByte)...])
  }

  private static func characterCount(_ bytes: ArraySlice<UInt8>) -> Int {
    let ascii = bytes.withUnsafeBufferPointer { bytes -> Int? in
      var all: UInt8 = 0
      for byte in bytes { all |= byte }
      guard all < 0x80 else { return nil }
      var count = bytes.count
      for place in bytes.indices.dropFirst() where bytes[place] == 0x0a && bytes[place - 1] == 0x0d { count -= 1 }
      return count
    }
    return ascii ?? String(decoding: bytes, as: UTF8.self).count
  }

  /// How many characters stand before an offset.
  mutating func characterCount(before offset: Int) -> Int {
    let byte = min(max(0, offset), utf8Count) + firstByte
    let index = lastChunk { $0.firstByte <= byte }
    var sum = 0
    for index in 0..<index { sum += countCharacters(ofChunk: index) }
    let chunk = chunks[index]
    return sum + Self.characterCount(chunk.bytes[max(0, firstByte - chunk.firstByte)..<(byte - chunk.firstByte)])
  }

  /// How many characters there are.
  mutating func characterCount() -> Int { chunks.indices.reduce(0) { $0 + countCharacters(ofChunk: $1) } }

  private mutating func countCharacters(ofChunk index: Int) -> Int {
    let count = characterCount(ofChunk: index)
    chunks[index].characters = count
    return count
  }

  /// Where a character begins; the end of the text, if there are not so many.
  mutating func offset(ofCharacter number: Int) -> Int {
    var left = max(0, number)
    for index in chunks.indices {
      let count = countCharacters(ofChunk: index)
      if left < count {
        let chunk = chunks[index]
        let hidden = max(0, firstByte - chunk.firstByte)
        let start = chunk.firstByte + hidden - firstByte
        if chunk.bytes.count - hidden == count { return start + left }
        let string = String(decoding: chunk.bytes[hidden...], as: UTF8.self)
        return start
          + string.utf8.distance(from: string.startIndex, to: string.index(string.startIndex, offsetBy: left))
      }
      left -= count
    }
    return utf8Count
  }

  // MARK: Links

  /// The first line with a link, from one on in either direction; nil if there is none.
  func lineWithLink(from number: Int, step: Int) -> Int? {
    var number = number
    while number >= first, number < endOfAll {
      let chunk = chunks[chunkIndex(ofLine: number)]
      if chunk.linkCount == 0 {
        number = step > 0 ? chunk.firstLine + chunk.ends.count : chunk.firstLine - 1
        continue
      }
      if !self[number].links.isEmpty { return number }
      number += step
    }
    return nil
  }

  // MARK: Rows

  /// So many bytes are looked at when rows are counted, before the screen has its turn.
  private static let bytesPerCount = 128 << 10

  /// How many rows a line takes in a width.
  func rowCount(ofLine number: Int, width: Int) -> Int {
    guard number >= first, number < endOfAll else { return 1 }
    let chunk = chunks[chunkIndex(ofLine: number)]
    return Self.rowCount(ofLine: number - chunk.firstLine, of: chunk, width: width)
  }

  private static func rowCount(ofLine index: Int, of chunk: Chunk, width: Int) -> Int {
    let range = chunk.range(ofLine: index)
    let runs = chunk.runs.isEmpty ? nil : chunk.runs[index]
    if runs == nil {
      // No character takes more cells than bytes.
      if range.count <= width { return 1 }
      let ascii = chunk.bytes.withUnsafeBufferPointer { bytes -> Int? in
        let line = UnsafeBufferPointer(rebasing: bytes[range])
        guard line.allSatisfy({ $0 < 0x80 }) else { return nil }
        return WrappedText.rowCount(
          ofASCII: UnsafeBufferPointer(rebasing: line[..<(line.count - newlineLength(of: line))]), width: width)
      }
      if let ascii { return ascii }
    }
    let line = Line(string: String(decoding: chunk.bytes[range], as: UTF8.self), runs: runs)
    return max(1, TextLayout(line.content, width: width).lines.count)
  }

  /// How many lines of a chunk are not shown any more.
  private func hiddenLines(ofChunk index: Int) -> Int { index == 0 ? first - chunks[0].firstLine : 0 }

  /// Counts the rows of a chunk. Nothing stands behind a newline at the end.
  private func rowCount(ofChunk index: Int, width: Int) -> Int {
    let chunk = chunks[index]
    let shown = hiddenLines(ofChunk: index)..<(min(end, chunk.firstLine + chunk.ends.count) - chunk.firstLine)
    return shown.reduce(0) { $0 + Self.rowCount(ofLine: $1, of: chunk, width: width) }
  }

  /// How many rows a chunk takes; an estimate, as long as nobody has counted.
  private func knownRows(ofChunk index: Int, width: Int) -> (count: Int, isExact: Bool) {
    let chunk = chunks[index]
    if let known = chunk.rows, known.width == width { return (known.count, true) }
    return (max(chunk.ends.count - hiddenLines(ofChunk: index), chunk.bytes.count / max(1, width)), false)
  }

  /// About how many rows all lines take: exactly, as far as there is time to count.
  mutating func rowCount(width: Int) -> Int {
    var budget = Self.bytesPerCount
    func count(_ index: Int, _ lines: inout TextLines) -> Int {
      let known = lines.knownRows(ofChunk: index, width: width)
      guard !known.isExact, budget > 0 else { return known.count }
      budget -= lines.chunks[index].bytes.count + 16 * lines.chunks[index].ends.count
      let count = lines.rowCount(ofChunk: index, width: width)
      if lines.hiddenLines(ofChunk: index) == 0 { lines.chunks[index].rows = (width, count) }
      return count
    }
    let ends = count(0, &self) + (chunks.count > 1 ? count(chunks.count - 1, &self) : 0)
    if counted.width != width { counted = (width, [0]) }
    while counted.sums.count < chunks.count - 1, budget > 0 {
      counted.sums.append(counted.sums[counted.sums.count - 1] + count(counted.sums.count, &self))
    }
    return ends + innerRows(beforeChunk: chunks.count - 1, width: width)
  }

  /// How many rows the chunks take that are neither the first nor from a place on; an estimate, where nobody has counted.
  private func innerRows(beforeChunk end: Int, width: Int) -> Int {
    guard end > 1 else { return 0 }
    let isKnown = counted.width == width
    let last = isKnown ? min(end, counted.sums.count) - 1 : 0
    let (from, to) = (chunks[last + 1], chunks[end])
    let estimate = max(to.firstLine - from.firstLine, (to.firstByte - from.firstByte) / max(1, width))
    return (isKnown ? counted.sums[last] : 0) + (last + 1 < end ? estimate : 0)
  }

  /// About how many rows stand before a line.
  func rowCount(before number: Int, width: Int) -> Int {
    let index = chunkIndex(ofLine: min(max(first, number), endOfAll - 1))
    var whole = 0
    if index > 0 {
      // Of the first chunk a part may be gone.
      let known = knownRows(ofChunk: 0, width: width)
      whole =
        (known.isExact ? known.count : rowCount(ofChunk: 0, width: width)) + innerRows(beforeChunk: index, width: width)
    }
    let chunk = chunks[index]
    let start = hiddenLines(ofChunk: index)
    return whole
      + (start..<max(start, number - chunk.firstLine)).reduce(0) {
        $0 + Self.rowCount(ofLine: $1, of: chunk, width: width)
      }
  }

  /// The line in which a row stands, so that so many rows are before it.
  func line(atRow row: Int, width: Int) -> (line: Int, row: Int) {
    var left = max(0, row)
    for index in chunks.indices {
      let start = chunks[index].firstLine + hiddenLines(ofChunk: index)
      let (count, isExact) = knownRows(ofChunk: index, width: width)
      guard left >= count, index < chunks.count - 1 else {
        let lines = chunks[index].ends.count - hiddenLines(ofChunk: index)
        if !isExact, index < chunks.count - 1, lines > 1 {
          return (min(start + left * lines / max(1, count), end - 1), 0)
        }
        var number = start
        while number < end - 1 {
          let here = rowCount(ofLine: number, width: width)
          if left < here { break }
          left -= here
          number += 1
        }
        return (number, left)
      }
      left -= count
    }
    return (first, 0)
  }
}
