import Glibc

// Positions of lines, bytes and characters.
extension TextLines {
  // MARK: Bytes

  /// Returns the line that contains a byte, and the byte's offset in it. The end of the text is in the last line.
  func place(ofOffset offset: Int) -> (line: Int, byte: Int) {
    let byte = min(max(0, offset), utf8Count) + firstByte
    let chunk = chunks[lastChunk { $0.firstByte <= byte }]
    let inside = Int32(byte - chunk.firstByte)
    let line = min(chunk.ends.firstSortedIndex { $0 > inside }, chunk.ends.count - 1)
    return (chunk.firstLine + line, Int(inside) - chunk.range(ofLine: line).lowerBound)
  }

  /// Returns the offset at which a line begins.
  func offset(ofLine number: Int) -> Int {
    guard number < endOfAll else { return utf8Count }
    let chunk = chunks[chunkIndex(ofLine: max(first, number))]
    return chunk.firstByte + chunk.range(ofLine: max(first, number) - chunk.firstLine).lowerBound - firstByte
  }

  /// Returns the offset at which a line ends, before its newline or its continuation.
  func end(ofLine number: Int) -> Int { offset(ofLine: number) + self[number].contentCount }

  /// Returns whether a line ends with a newline.
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

  /// The text without attributes.
  var string: String { string(in: 0..<utf8Count) }

  /// Returns the text of a range of bytes, which must begin and end at character boundaries.
  func string(in range: Range<Int>) -> String {
    let (start, end) = (range.lowerBound + firstByte, range.upperBound + firstByte)
    var index = lastChunk { $0.firstByte <= start }
    return String(unsafeUninitializedCapacity: range.count) { buffer in
      var filled = 0
      while index < chunks.count, chunks[index].firstByte < end {
        let chunk = chunks[index]
        let part = chunk.bytes[max(0, start - chunk.firstByte)..<min(chunk.bytes.count, end - chunk.firstByte)]
        _ = UnsafeMutableBufferPointer(rebasing: buffer[filled...]).initialize(fromContentsOf: part)
        filled += part.count
        index += 1
      }
      return filled
    }
  }

  /// Returns whether the text has these characters, in UTF-8.
  func isEqual(to bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    guard bytes.count == utf8Count else { return false }
    var place = 0
    return chunks.allSatisfy { chunk in
      chunk.bytes[max(0, firstByte - chunk.firstByte)...].withUnsafeBytes { part in
        defer { place += part.count }
        guard let start = part.baseAddress, let other = bytes.baseAddress else { return part.isEmpty }
        return memcmp(start, other + place, part.count) == 0
      }
    }
  }

  /// The text with its attributes, if any part of it was set with attributes.
  var text: Text {
    guard isStyled else { return Text(string) }
    return Text(
      AttributedString(
        parts: (first..<endOfAll).flatMap { number -> [(text: String, attributes: AttributedString.Attributes)] in
          let line = self[number]
          return line.runs.map { AttributedString.parts(of: line.string, $0, in: 0..<line.string.utf8.count) }
            ?? [(text: line.string, attributes: AttributedString.Attributes())]
        }))
  }

  // MARK: Characters

  /// Returns the offset after the character at an offset, or the end of the text.
  func offset(after offset: Int) -> Int {
    guard offset >= 0, offset < utf8Count else { return min(max(0, offset), utf8Count) }
    if let scalar = separateScalar(at: offset) { return offset + UTF8.width(scalar) }
    let (line, start) = place(ofOffset: offset)
    let string = self[line].string
    let index = string.utf8.index(string.startIndex, offsetBy: start)
    return offset + string[index].utf8.count
  }

  /// Returns the offset of the character before an offset, or 0.
  func offset(before offset: Int) -> Int {
    guard offset > 0, offset <= utf8Count else { return 0 }
    let place = offset - 1 + firstByte
    let chunk = lastChunk { $0.firstByte <= place }
    if let start = chunks[chunk].separateScalarStart(before: place + 1 - chunks[chunk].firstByte) {
      return chunks[chunk].firstByte + start - firstByte
    }
    // The character may be in the previous line.
    let (line, start) = self.place(ofOffset: offset - 1)
    let string = self[line].string
    let index = string.utf8.index(string.startIndex, offsetBy: start + 1)
    return offset - string[string.index(before: index)].utf8.count
  }

  /// Returns the first character boundary at or after an offset.
  func boundary(atOrAfter offset: Int) -> Int {
    let (line, byte) = place(ofOffset: offset)
    guard byte > 0 else { return min(max(0, offset), utf8Count) }
    return self.offset(ofLine: line) + self[line].string.characterBoundary(atOrAfter: byte)
  }

  /// Returns whether the character at an offset is a single printable ASCII character.
  func isPrintableASCII(at offset: Int) -> Bool {
    guard let byte = byte(at: offset), (0x20...0x7e).contains(byte) else { return false }
    // The next scalar may combine with it.
    return self.byte(at: offset + 1).map { $0 < 0x80 } ?? true
  }

  /// Returns the character at an offset; nil at the end of the text.
  func character(at offset: Int) -> Character? {
    guard offset >= 0, offset < utf8Count else { return nil }
    if let scalar = separateScalar(at: offset) { return Character(scalar) }
    return string(in: offset..<self.offset(after: offset)).first
  }

  private func separateScalar(at offset: Int) -> Unicode.Scalar? {
    let place = offset + firstByte
    let chunk = lastChunk { $0.firstByte <= place }
    return chunks[chunk].separateScalar(at: place - chunks[chunk].firstByte)
  }

  /// Returns the end of the longest run of characters of a kind that begins at an offset.
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

  /// Returns the start of the longest run of characters of a kind that ends at an offset.
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

  /// Returns the start of the paragraph that contains an offset, after the previous newline.
  func paragraphStart(before offset: Int) -> Int {
    var line = place(ofOffset: offset).line
    while line > first, !endsWithNewline(line - 1) { line -= 1 }
    return self.offset(ofLine: line)
  }

  /// Returns the end of the paragraph that contains an offset, before the next newline.
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
      guard bytes.isASCII else { return nil }
      // A carriage return and a line feed are one character, but are rare.
      guard bytes.reduce(0, { $0 &+ ($1 == 0x0d ? 1 : 0) }) > 0 else { return bytes.count }
      return bytes.count - zip(bytes, bytes.dropFirst()).count { $0 == 0x0d && $1 == 0x0a }
    }
    return ascii ?? String(decoding: bytes, as: UTF8.self).count
  }

  /// Returns the number of characters before an offset.
  mutating func characterCount(before offset: Int) -> Int {
    let byte = min(max(0, offset), utf8Count) + firstByte
    let index = lastChunk { $0.firstByte <= byte }
    var sum = 0
    for index in 0..<index { sum += countCharacters(ofChunk: index) }
    let chunk = chunks[index]
    return sum + Self.characterCount(chunk.bytes[max(0, firstByte - chunk.firstByte)..<(byte - chunk.firstByte)])
  }

  /// Returns the number of characters of the text.
  mutating func characterCount() -> Int { chunks.indices.reduce(0) { $0 + countCharacters(ofChunk: $1) } }

  private mutating func countCharacters(ofChunk index: Int) -> Int {
    let count = characterCount(ofChunk: index)
    chunks[index].characters = count
    return count
  }

  /// Returns the offset of a character, or the end of the text if there are fewer characters.
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

  /// Returns the nearest line with a link, starting at a line and in the direction of `step`; nil if there is none.
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
}
