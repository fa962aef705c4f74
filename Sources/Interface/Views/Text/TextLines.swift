import StateRestoration

/// The lines of a text, for all that shows or edits one: text fields, edited text views, pagers, the console.
///
/// The text is UTF-8 in *chunks* of whole lines, about 8 kB each. A chunk knows where its lines end, and counts its characters
/// and rows when somebody asks. So an edit costs a chunk, a line is found by binary search, and what is appended costs the same
/// however long the text is. Nothing is laid out before it is visible.
///
/// A line has its newline at its end; the last one has none, and may be empty. Lines are numbered from the first that ever was,
/// so that a number means the same line after the first lines were dropped. A line without a newline that would not fit into a
/// chunk continues in another one, and its rows there. Offsets count the bytes of UTF-8 from the first line that is there; no character is
/// divided between two lines.
///
/// The chunks of an edited text are also the pieces in which its view saves it (see ``statePieces()``): a save writes those that an
/// edit has changed, also of a restored text.
struct TextLines {
  struct Chunk {
    /// The letters, with newlines.
    var bytes: [UInt8] = []
    /// Where the lines end, their newlines included.
    var ends: [Int32] = []
    /// What the letters of each line have; empty if no line has looks or links.
    var runs: [[AttributedString.Run]?] = []
    /// The number of its first line.
    var firstLine = 0
    /// How many bytes there ever were before it.
    var firstByte = 0
    var linkCount = 0
    /// How many rows its lines take in a width, if that was counted.
    var rows: (width: Int, count: Int)?
    /// What the line before left open that continues here, in a width; nil if that is not known, or nothing continues here.
    var open: (width: Int, row: OpenRow)?
    /// How many characters its lines have, if that was counted.
    var characters: Int?
    /// Its letters, as they are saved.
    var piece: StatePiece?

    /// The bytes of a line.
    func range(ofLine index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

    mutating func changed() {
      (rows, characters, piece) = (nil, nil, nil)
    }
  }

  /// As many bytes and lines are put into a chunk when a text is set.
  static let chunkBytes = 8_192
  static let chunkLines = 512
  /// A line that is longer continues in another one, so that nothing costs more for a text without newlines. A chunk that an edit
  /// makes longer is divided.
  static let longestLine = 16_384

  /// At least one. The last line of the last one is open.
  var chunks: [Chunk]
  /// The number of the first line.
  private(set) var first = 0
  /// How many bytes there ever were before the first line.
  private(set) var firstByte = 0
  /// Whether any part of it was given with looks or links.
  private(set) var isStyled = false
  private var runCount = 0

  /// How many rows the chunks take before the second one, the third one and so on, as far as they were counted, without those
  /// of the first one.
  var counted: (width: Int, sums: [Int]) = (0, [0])

  /// In how many runs each link stands.
  private var linkUses: [TextLink: Int] = [:]
  /// The links that came (1) or went (-1) since somebody asked.
  private var linkChanges: [TextLink: Int] = [:]

  init() { chunks = [Chunk(ends: [0])] }

  init(_ text: Text) {
    self.init()
    append(text)
  }

  /// About how many bytes it takes.
  var heldBytes: Int { 64 + utf8Count + (endOfAll - first) * 8 + runCount * 80 }

  /// How many bytes the text has.
  var utf8Count: Int { chunks[chunks.count - 1].firstByte + chunks[chunks.count - 1].bytes.count - firstByte }

  /// The number behind the last line.
  var endOfAll: Int { chunks[chunks.count - 1].firstLine + chunks[chunks.count - 1].ends.count }

  /// The number behind the last line that is shown: nothing stands behind a newline at the end.
  var end: Int { endOfAll - (endOfAll - first > 1 && isLastEmpty ? 1 : 0) }

  /// How many lines are shown.
  var count: Int { end - first }

  var isEmpty: Bool { endOfAll - first == 1 && isLastEmpty }

  private var isLastEmpty: Bool {
    let chunk = chunks[chunks.count - 1]
    return chunk.range(ofLine: chunk.ends.count - 1).isEmpty
  }

  subscript(number: Int) -> Line {
    guard number >= first, number < endOfAll else { return Line() }
    let chunk = chunks[chunkIndex(ofLine: number)]
    let index = number - chunk.firstLine
    return Line(
      string: String(decoding: chunk.bytes[chunk.range(ofLine: index)], as: UTF8.self),
      runs: chunk.runs.isEmpty ? nil : chunk.runs[index])
  }

  /// The chunk that a line is in.
  func chunkIndex(ofLine number: Int) -> Int { lastChunk { $0.firstLine <= number } }

  /// The last chunk for which something is true that is true of the first ones.
  func lastChunk(_ condition: (Chunk) -> Bool) -> Int {
    var (low, high) = (0, chunks.count)
    while high - low > 1 {
      let middle = (low + high) / 2
      if condition(chunks[middle]) { low = middle } else { high = middle }
    }
    return low
  }

  // MARK: Adding

  mutating func append(_ text: Text) {
    if text.attributed != nil { isStyled = true }
    for part in text.parts { append(part.text, part.attributes) }
  }

  private mutating func append(_ text: String, _ attributes: AttributedString.Attributes) {
    guard !text.isEmpty else { return }
    var text = text
    forgetRows(fromChunk: chunks.count - 1)
    // The open line goes on.
    var open = removeLast()
    if open.bytes.isEmpty, text.utf8.first == 0x0a, endOfAll > first, let last = chunks.last?.bytes.last, last == 0x0d {
      // The newline came in two pieces.
      open = removeLast()
    }
    var runs: [AttributedString.Run]?
    if open.runs != nil || attributes != .init() {
      var all = open.runs ?? (open.bytes.isEmpty ? [] : [.init(byteCount: open.bytes.count, attributes: .init())])
      if let last = all.indices.last, all[last].attributes == attributes {
        all[last].byteCount += text.utf8.count
      } else {
        all.append(.init(byteCount: text.utf8.count, attributes: attributes))
      }
      runs = all
    }
    if open.bytes.isEmpty {
      text.withUTF8 { addLines($0, runs) }
    } else {
      var bytes = open.bytes
      bytes.append(contentsOf: text.utf8)
      bytes.withUnsafeBufferPointer { addLines($0, runs) }
    }
  }

  /// Takes out the last line. The lines have no last one until others are added.
  private mutating func removeLast() -> (bytes: [UInt8], runs: [AttributedString.Run]?) {
    var chunk = chunks.removeLast()
    let range = chunk.range(ofLine: chunk.ends.count - 1)
    let bytes = Array(chunk.bytes[range])
    let runs = chunk.runs.popLast() ?? nil
    chunk.bytes.removeLast(range.count)
    chunk.ends.removeLast()
    count([], inPlaceOf: runs ?? [], of: &chunk)
    if chunk.ends.isEmpty, !chunks.isEmpty { return (bytes, runs) }
    chunk.changed()
    chunks.append(chunk)
    return (bytes, runs)
  }

  /// Adds lines, of which the last one is open.
  private mutating func addLines(_ bytes: UnsafeBufferPointer<UInt8>, _ runs: [AttributedString.Run]?) {
    var slices = runs.map { RunSlices($0) }
    var chunk = chunks.removeLast()
    func makeRoom(for count: Int) -> Chunk? {
      guard !chunk.ends.isEmpty, chunk.bytes.count + count > Self.chunkBytes || chunk.ends.count >= Self.chunkLines
      else { return nil }
      return Chunk(firstLine: chunk.firstLine + chunk.ends.count, firstByte: chunk.firstByte + chunk.bytes.count)
    }
    func add(_ range: Range<Int>) {
      if let next = makeRoom(for: range.count) {
        chunk.changed()
        chunks.append(chunk)
        chunk = next
      }
      chunk.bytes.append(contentsOf: UnsafeBufferPointer(rebasing: bytes[range]))
      chunk.ends.append(Int32(chunk.bytes.count))
      let lineRuns = slices?.take(range.count)
      guard lineRuns != nil || !chunk.runs.isEmpty else { return }
      while chunk.runs.count < chunk.ends.count - 1 { chunk.runs.append(nil) }
      chunk.runs.append(lineRuns)
      if let lineRuns { count(lineRuns, inPlaceOf: [], of: &chunk) }
    }
    var start = 0
    while true {
      let end = Self.lineEnd(after: start, in: bytes)
      let line = start..<(end ?? bytes.count)
      if line.count <= Self.longestLine {
        add(line)
      } else {
        for range in Self.cut(line, of: bytes) { add(range) }
      }
      guard let end else { break }
      start = end
    }
    chunk.changed()
    chunks.append(chunk)
  }

  /// Cuts a long line, where no character is torn.
  private static func cut(_ line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
    let string = String(decoding: UnsafeBufferPointer(rebasing: bytes[line]), as: UTF8.self)
    let contentCount = line.count - newlineLength(of: UnsafeBufferPointer(rebasing: bytes[line]))
    var ranges: [Range<Int>] = []
    var start = 0
    while contentCount - start > longestLine {
      let cut = string.characterBoundary(atOrAfter: start + longestLine)
      guard cut < contentCount else { break }
      ranges.append((line.lowerBound + start)..<(line.lowerBound + cut))
      start = cut
    }
    return ranges + [(line.lowerBound + start)..<line.upperBound]
  }

  // MARK: Links

  private mutating func count(
    _ new: [AttributedString.Run], inPlaceOf old: [AttributedString.Run], of chunk: inout Chunk
  ) {
    runCount += new.count - old.count
    for link in new.compactMap(\.attributes.link) {
      chunk.linkCount += 1
      linkUses[link, default: 0] += 1
      if linkUses[link] == 1 { linkChanges[link, default: 0] += 1 }
    }
    for link in old.compactMap(\.attributes.link) {
      chunk.linkCount -= 1
      linkUses[link, default: 0] -= 1
      if linkUses[link] == 0 {
        linkUses[link] = nil
        linkChanges[link, default: 0] -= 1
      }
    }
  }

  /// The links that came and those that went since the last time.
  mutating func takeLinkChanges() -> (gained: [TextLink], lost: [TextLink]) {
    defer { linkChanges = [:] }
    return (linkChanges.filter { $0.value > 0 }.map(\.key), linkChanges.filter { $0.value < 0 }.map(\.key))
  }

  /// The links of all lines, each once.
  var links: [TextLink] { Array(linkUses.keys) }

  // MARK: Dropping the first lines

  /// Lets the first lines go until no more than so many are shown.
  mutating func keepLast(_ count: Int) {
    let newFirst = end - max(1, count)
    guard newFirst > first else { return }
    let gone = chunkIndex(ofLine: newFirst)
    for index in 0...gone where !chunks[index].runs.isEmpty {
      var chunk = chunks[index]
      for line in chunk.runs.indices where chunk.firstLine + line < newFirst {
        self.count([], inPlaceOf: chunk.runs[line] ?? [], of: &chunk)
        chunk.runs[line] = nil
      }
      chunks[index] = chunk
    }
    if gone > 0 {
      chunks.removeFirst(gone)
      counted.sums = [0]
      forgetOpenRows(fromChunk: 0)
    }
    (chunks[0].rows, chunks[0].characters) = (nil, nil)
    first = newFirst
    firstByte = chunks[0].firstByte + chunks[0].range(ofLine: first - chunks[0].firstLine).lowerBound
  }
}

extension String {
  /// Whether a character begins or ends at a place.
  func isCharacterBoundary(_ place: Index) -> Bool { Index(place, within: self) != nil }

  /// The first place from so many bytes on where a character begins or ends, in bytes.
  func characterBoundary(atOrAfter byte: Int) -> Int {
    var place = utf8.index(startIndex, offsetBy: min(max(0, byte), utf8.count))
    while place < endIndex, !isCharacterBoundary(place) { utf8.formIndex(after: &place) }
    return utf8.distance(from: startIndex, to: place)
  }
}
