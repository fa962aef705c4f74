/// The lines of a long text that is read: it grows at its end and goes at its start, and costs the same however long it is.
///
/// A line has its newline at its end; the last one has none, and may be empty. Lines are numbered from the first that ever
/// was, so that a number means the same line as long as that is there.
struct TextLines {
  private struct Chunk {
    var lines: [Line] = []
    var linkCount = 0
    /// How many rows its lines take in a width, if that was counted.
    var rows: (width: Int, count: Int)?
    /// How many characters its lines have, if that was counted.
    var characters: Int?
  }

  private static let chunkSize = 512
  /// A line that is longer goes on in another, so that nothing costs more for a text without newlines.
  static let longestLine = 16_384

  private var chunks = [Chunk(lines: [Line()])]
  /// The number of the first line of the first chunk, which may be gone.
  private var base = 0
  /// The number of the first line.
  private(set) var first = 0
  /// About how many bytes it takes.
  private(set) var heldBytes = 64
  /// Whether any part of it was given with looks or links.
  private(set) var isStyled = false

  /// How many rows the chunks take that come after the first one, in a width: of none of them, of one, of two, as far as they
  /// were counted. They are full, and stay as they are.
  private var counted: (width: Int, sums: [Int]) = (0, [0])

  /// In how many runs each link stands.
  private var linkUses: [TextLink: Int] = [:]
  private var gainedLinks: [TextLink] = []
  private var lostLinks: [TextLink] = []

  init() {}

  init(_ text: Text) {
    append(text)
  }

  /// The number behind the last line.
  private var endOfAll: Int { base + (chunks.count - 1) * Self.chunkSize + (chunks.last?.lines.count ?? 0) }

  /// The number behind the last line that is shown: nothing stands behind a newline at the end.
  var end: Int { endOfAll - (endOfAll - first > 1 && last.isEmpty ? 1 : 0) }

  /// How many lines are shown.
  var count: Int { end - first }

  var isEmpty: Bool { endOfAll - first == 1 && last.isEmpty }

  private var last: Line { chunks.last?.lines.last ?? Line() }

  subscript(number: Int) -> Line {
    let place = number - base
    guard number >= first, chunks.indices.contains(place / Self.chunkSize) else { return Line() }
    let lines = chunks[place / Self.chunkSize].lines
    return lines.indices.contains(place % Self.chunkSize) ? lines[place % Self.chunkSize] : Line()
  }

  // MARK: Changing

  mutating func append(_ text: Text) {
    if text.attributed != nil { isStyled = true }
    for part in text.parts { append(part.text, part.attributes) }
  }

  private mutating func append(_ text: String, _ attributes: AttributedString.Attributes) {
    var text = text
    var ends = text.withUTF8(Self.newlineEnds)
    if text.utf8.first == 0x0a, last.isEmpty, endOfAll - first > 1, endsWithReturn(endOfAll - 2) {
      // The newline came in two pieces.
      change(endOfAll - 2) { $0.append("\n", attributes) }
      text.removeFirst()
      ends = text.withUTF8(Self.newlineEnds)
    }
    var start = 0
    let utf8 = text.utf8
    var index = utf8.startIndex
    for end in ends {
      let next = utf8.index(index, offsetBy: end - start)
      appendToLast(String(text[index..<next]), attributes)
      addLine(Line())
      (start, index) = (end, next)
    }
    if index < utf8.endIndex { appendToLast(start == 0 ? text : String(text[index...]), attributes) }
  }

  private func endsWithReturn(_ number: Int) -> Bool { self[number].string.utf8.last == 0x0d }

  private mutating func appendToLast(_ text: String, _ attributes: AttributedString.Attributes) {
    change(endOfAll - 1) { $0.append(text, attributes) }
    while last.contentCount > Self.longestLine {
      let string = last.string
      var cut = string.utf8.index(string.startIndex, offsetBy: Self.longestLine)
      // Where a character is not torn.
      while cut < string.endIndex, !string.isCharacterBoundary(cut) { string.utf8.formIndex(after: &cut) }
      let count = string.utf8.distance(from: string.startIndex, to: cut)
      guard count < last.contentCount else { return }
      var rest = Line()
      change(endOfAll - 1) { rest = $0.cut(after: count) }
      addLine(rest)
    }
  }

  private mutating func change(_ number: Int, _ body: (inout Line) -> Void) {
    let place = number - base
    let (chunk, index) = (place / Self.chunkSize, place % Self.chunkSize)
    let (bytes, links) = (chunks[chunk].lines[index].heldBytes, chunks[chunk].lines[index].links)
    body(&chunks[chunk].lines[index])
    heldBytes += chunks[chunk].lines[index].heldBytes - bytes
    count(chunks[chunk].lines[index].links, inPlaceOf: links, ofChunk: chunk)
    chunks[chunk].rows = nil
    chunks[chunk].characters = nil
  }

  private mutating func addLine(_ line: Line) {
    if chunks[chunks.count - 1].lines.count == Self.chunkSize {
      chunks.append(Chunk())
      chunks[chunks.count - 1].lines.reserveCapacity(Self.chunkSize)
    }
    let chunk = chunks.count - 1
    chunks[chunk].lines.append(line)
    count(line.links, inPlaceOf: [], ofChunk: chunk)
    chunks[chunk].rows = nil
    chunks[chunk].characters = nil
    heldBytes += line.heldBytes
  }

  private mutating func count(_ new: [TextLink], inPlaceOf old: [TextLink], ofChunk chunk: Int) {
    guard !(new.isEmpty && old.isEmpty) else { return }
    chunks[chunk].linkCount += new.count - old.count
    for link in new {
      linkUses[link, default: 0] += 1
      if linkUses[link] == 1 { gainedLinks.append(link) }
    }
    for link in old {
      linkUses[link, default: 0] -= 1
      if linkUses[link] == 0 {
        linkUses[link] = nil
        lostLinks.append(link)
      }
    }
  }

  /// The links that came and those that went since the last time.
  mutating func takeLinkChanges() -> (gained: [TextLink], lost: [TextLink]) {
    defer { (gainedLinks, lostLinks) = ([], []) }
    return (gainedLinks, lostLinks)
  }

  /// Lets the first lines go until no more than so many are shown.
  mutating func keepLast(_ count: Int) {
    while self.count > max(1, count) {
      // The place is kept until its whole chunk can go.
      change(first) { $0 = Line() }
      heldBytes -= Line().heldBytes
      first += 1
      if first - base == Self.chunkSize {
        chunks.removeFirst()
        counted.sums = [0]
        base = first
      }
    }
  }

  // MARK: Counting

  /// About how many rows all lines take: exactly, as far as there is time to count.
  mutating func rowCount(width: Int, of rows: (Line) -> Int) -> Int {
    var budget = 16
    func count(_ index: Int) -> Int {
      if let known = chunks[index].rows, known.width == width { return known.count }
      let shown = index == 0 ? first - base : 0
      guard budget > 0 else { return chunks[index].lines.count - shown }
      budget -= 1
      var count = chunks[index].lines.dropFirst(shown).reduce(0) { $0 + rows($1) }
      if index == chunks.count - 1, endOfAll != end { count -= 1 }
      if shown == 0 { chunks[index].rows = (width, count) }
      return count
    }
    let ends = count(0) + (chunks.count > 1 ? count(chunks.count - 1) : 0)
    if counted.width != width { counted = (width, [0]) }
    while counted.sums.count < chunks.count - 1, budget > 0 {
      counted.sums.append(counted.sums[counted.sums.count - 1] + count(counted.sums.count))
    }
    return ends + innerRows(beforeChunk: chunks.count - 1, width: width)
  }

  /// How many rows the chunks take that are neither the first nor from a place on; as many as lines, where nobody has
  /// counted.
  private func innerRows(beforeChunk end: Int, width: Int) -> Int {
    guard end > 1 else { return 0 }
    guard counted.width == width else { return (end - 1) * Self.chunkSize }
    let last = min(end, counted.sums.count) - 1
    return counted.sums[last] + (end - 1 - last) * Self.chunkSize
  }

  /// How many rows a chunk takes; as many as lines, as long as nobody has counted.
  private func knownRows(ofChunk index: Int, width: Int) -> (count: Int, isExact: Bool) {
    if let known = chunks[index].rows, known.width == width { return (known.count, true) }
    return (chunks[index].lines.count - (index == 0 ? first - base : 0), false)
  }

  /// About how many rows stand before a line.
  func rowCount(before number: Int, width: Int, of rows: (Line) -> Int) -> Int {
    let chunk = min(max(0, (number - base) / Self.chunkSize), chunks.count - 1)
    var whole = 0
    if chunk > 0 {
      // Of the first chunk a part may be gone.
      let known = knownRows(ofChunk: 0, width: width)
      let rowsOfFirst =
        known.isExact ? known.count : chunks[0].lines.dropFirst(first - base).reduce(0) { $0 + rows($1) }
      whole = rowsOfFirst + innerRows(beforeChunk: chunk, width: width)
    }
    let start = max(first, base + chunk * Self.chunkSize)
    return whole + (start..<max(start, number)).reduce(0) { $0 + rows(self[$1]) }
  }

  /// The line in which a row stands, so that so many rows are before it.
  func line(atRow row: Int, width: Int, of rows: (Line) -> Int) -> (line: Int, row: Int) {
    var left = max(0, row)
    for index in chunks.indices {
      let shown = index == 0 ? first - base : 0
      let start = base + index * Self.chunkSize + shown
      let (count, isExact) = knownRows(ofChunk: index, width: width)
      guard left >= count, index < chunks.count - 1 else {
        if !isExact, index < chunks.count - 1 { return (min(start + left, end - 1), 0) }
        var number = start
        while number < end - 1 {
          let here = rows(self[number])
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

  // MARK: Characters and links

  /// How many characters stand before a byte of a line.
  mutating func characterCount(before byte: Int, ofLine number: Int) -> Int {
    let chunk = min(max(0, (number - base) / Self.chunkSize), chunks.count - 1)
    var sum = 0
    for index in 0..<chunk { sum += characterCount(ofChunk: index) }
    for line in max(first, base + chunk * Self.chunkSize)..<max(number, first, base + chunk * Self.chunkSize) {
      sum += self[line].string.count
    }
    return sum + String(decoding: self[number].string.utf8.prefix(byte), as: UTF8.self).count
  }

  private mutating func characterCount(ofChunk index: Int) -> Int {
    if let known = chunks[index].characters { return known }
    let count = chunks[index].lines.reduce(0) { $0 + $1.string.count }
    chunks[index].characters = count
    return count
  }

  /// How many characters there are.
  mutating func characterCount() -> Int { chunks.indices.reduce(0) { $0 + characterCount(ofChunk: $1) } }

  /// Where a character stands: its line, and how many bytes are before it there. The end, if there are not so many.
  mutating func place(ofCharacter offset: Int) -> (line: Int, byte: Int) {
    var left = max(0, offset)
    for index in chunks.indices {
      let count = characterCount(ofChunk: index)
      guard left >= count else {
        for (place, line) in chunks[index].lines.enumerated() {
          let length = line.string.count
          if left < length {
            return (base + index * Self.chunkSize + place, String(line.string.prefix(left)).utf8.count)
          }
          left -= length
        }
        continue
      }
      left -= count
    }
    return (endOfAll - 1, last.string.utf8.count)
  }

  /// The first line with a link, from one on in either direction; nil if there is none.
  func lineWithLink(from number: Int, step: Int) -> Int? {
    var number = number
    while number >= first, number < endOfAll {
      let chunk = (number - base) / Self.chunkSize
      if chunks[chunk].linkCount == 0 {
        number = step > 0 ? base + (chunk + 1) * Self.chunkSize : base + chunk * Self.chunkSize - 1
        continue
      }
      if !self[number].links.isEmpty { return number }
      number += step
    }
    return nil
  }

  /// The links of all lines, each once.
  var links: [TextLink] { Array(linkUses.keys) }

  // MARK: The whole

  private var all: some Sequence<Line> { chunks.lazy.flatMap(\.lines).dropFirst(first - base) }

  /// The text, as it would be given: with looks if any part of it was.
  var text: Text {
    isStyled
      ? Text(
        AttributedString(
          parts: all.flatMap { line in
            line.runs == nil
              ? [(text: line.string, attributes: AttributedString.Attributes())]
              : AttributedString(line: line).parts
          }))
      : Text(string)
  }

  /// The letters.
  var string: String {
    var string = ""
    for line in all { string += line.string }
    return string
  }

  /// The letters between two places.
  func string(from start: (line: Int, byte: Int), to end: (line: Int, byte: Int)) -> String {
    guard start.line <= end.line else { return "" }
    var string = ""
    for number in start.line...end.line {
      var utf8 = self[number].string.utf8[...]
      if number == end.line { utf8 = utf8.prefix(end.byte) }
      if number == start.line { utf8 = utf8.dropFirst(start.byte) }
      string += String(decoding: utf8, as: UTF8.self)
    }
    return string
  }
}

extension String {
  /// Whether a character begins or ends at a place.
  func isCharacterBoundary(_ place: Index) -> Bool {
    // An index inside of a character is taken for the character's.
    place == startIndex || place == endIndex || index(after: index(before: place)) == place
  }
}
