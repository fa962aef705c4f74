import StateRestoration
import Synchronization

/// The lines of a text, shared by all views that show or edit text: text fields, text views, pagers, the console.
///
/// The text is stored as UTF-8 in *chunks* of whole lines, about 8 kB each. A chunk knows where its lines end, and
/// counts its characters and rows on demand. An edit therefore costs one chunk, a line is found by binary search, and
/// appending costs the same whatever the length of the text. Nothing is laid out before it is visible.
///
/// A line includes its newline; the last one has none, and may be empty. Line numbers count removed lines, so that a
/// number keeps its meaning after the first lines were removed. A line that does not fit into a chunk continues in the
/// next one, and its rows continue as well. Offsets are bytes of UTF-8 from the first remaining line; no character is
/// divided between two lines.
///
/// The chunks of an edited text are also the pieces in which its view saves it (see ``statePieces()``): a save writes
/// only the chunks that an edit has changed, also for a restored text.
struct TextLines {
  struct Chunk {
    /// The UTF-8 of the lines, including newlines.
    var bytes: [UInt8] = []
    /// The ends of the lines in ``bytes``, after their newlines.
    var ends: [Int32] = []
    /// The attribute runs of each line; empty if no line has styles or links.
    var runs: [[AttributedString.Run]?] = []
    /// The number of its first line.
    var firstLine = 0
    /// The number of bytes before the chunk, including removed ones.
    var firstByte = 0
    var linkCount = 0
    /// The number of rows at a width, if it was counted.
    var rows: (width: Int, count: Int)?
    /// The open row of the previous chunk that continues in this one, at a width; nil if it is unknown or there is
    /// none.
    var open: (width: Int, row: OpenRow)?
    /// The number of characters, if it was counted.
    var characters: Int?
    /// The chunk's bytes as they are saved.
    var piece: StatePiece?

    /// Returns the bytes of a line.
    func range(ofLine index: Int) -> Range<Int> { (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index]) }

    mutating func changed() {
      (rows, characters, piece) = (nil, nil, nil)
    }
  }

  /// The maximum size of a chunk in bytes and lines when a text is set.
  static let chunkBytes = 8_192
  static let chunkLines = 512
  /// The maximum length of a line in bytes. A longer line continues in another one, so that a text without newlines
  /// costs no more. An edit that makes a chunk longer divides it.
  static let longestLine = 16_384

  /// The chunks; at least one. The last line of the last one is open.
  var chunks: [Chunk]
  /// The number of the first remaining line.
  private(set) var first = 0
  /// The number of bytes removed before the first line.
  private(set) var firstByte = 0
  /// Whether any part of it was given with looks or links.
  private(set) var isStyled = false
  private var runCount = 0

  /// Identifies the text: two values with the same revision have the same lines.
  private(set) var revision = TextLines.newRevision()
  private static let lastRevision = Atomic<UInt64>(0)

  private static func newRevision() -> UInt64 { lastRevision.add(1, ordering: .relaxed).newValue }

  /// Called when the lines have changed.
  mutating func linesDidChange() { revision = Self.newRevision() }

  /// The cumulative number of rows of the chunks after the first one, as far as they were counted.
  var counted: (width: Int, sums: [Int]) = (0, [0])

  /// The number of runs that contain each link.
  private var linkUses: [TextLink: Int] = [:]
  /// The links that were added (1) or removed (-1) since ``takeLinkChanges()``.
  private var linkChanges: [TextLink: Int] = [:]

  init() { chunks = [Chunk(ends: [0])] }

  init(_ text: Text) {
    self.init()
    append(text)
  }

  /// Creates the lines of a plain text in UTF-8.
  init(utf8: UnsafeBufferPointer<UInt8>) {
    self.init()
    append(utf8, nil)
  }

  /// The approximate memory use, in bytes.
  var heldBytes: Int { 64 + utf8Count + (endOfAll - first) * 8 + runCount * 80 }

  /// The length of the text in bytes.
  var utf8Count: Int { chunks[chunks.count - 1].firstByte + chunks[chunks.count - 1].bytes.count - firstByte }

  /// The number after the last line.
  var endOfAll: Int { chunks[chunks.count - 1].firstLine + chunks[chunks.count - 1].ends.count }

  /// The number after the last visible line. There is no visible line after a newline at the end.
  var end: Int { endOfAll - (endOfAll - first > 1 && isLastEmpty ? 1 : 0) }

  /// The number of visible lines.
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

  /// Returns the index of the chunk that contains a line.
  func chunkIndex(ofLine number: Int) -> Int { lastChunk { $0.firstLine <= number } }

  /// Returns the index of the last chunk that fulfills a condition, which must hold for a prefix of the chunks.
  func lastChunk(_ condition: (Chunk) -> Bool) -> Int {
    max(0, chunks.indices.firstSortedIndex { !condition(chunks[$0]) } - 1)
  }

  // MARK: Adding

  mutating func append(_ text: Text) {
    if text.attributed != nil { isStyled = true }
    var string = text.string
    string.withUTF8 { append($0, text.attributed?.runs) }
    linesDidChange()
  }

  /// - Parameter newRuns: the runs of the text; nil if it is plain.
  private mutating func append(_ text: UnsafeBufferPointer<UInt8>, _ newRuns: [AttributedString.Run]?) {
    guard !text.isEmpty else { return }
    forgetRows(fromChunk: chunks.count - 1)
    // The open line continues.
    var open = removeLast()
    if open.bytes.isEmpty, text.first == 0x0a, endOfAll > first, let last = chunks.last?.bytes.last, last == 0x0d {
      // The CR and LF of a newline were appended separately.
      open = removeLast()
    }
    var runs: [AttributedString.Run]?
    if open.runs != nil || newRuns != nil {
      var all = open.runs ?? (open.bytes.isEmpty ? [] : [.init(byteCount: open.bytes.count, attributes: .init())])
      for run in newRuns ?? [.init(byteCount: text.count, attributes: .init())] {
        AttributedString.append(run, to: &all)
      }
      runs = all
    }
    if open.bytes.isEmpty {
      addLines(text, runs)
    } else {
      var bytes = open.bytes
      bytes.append(contentsOf: text)
      bytes.withUnsafeBufferPointer { addLines($0, runs) }
    }
  }

  /// Removes the last line. The text has no last line until others are added.
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

  /// Adds lines, the last of which is open.
  private mutating func addLines(_ bytes: UnsafeBufferPointer<UInt8>, _ runs: [AttributedString.Run]?) {
    var slices = runs.map { RunSlices($0) }
    chunks += ChunkBuilder.chunks(of: bytes, after: chunks.removeLast()) { builder in
      Self.forEachLine(of: bytes) { line in
        builder.addLine(endingAt: line.upperBound)
        let lineRuns = slices?.take(line.count)
        guard lineRuns != nil || !builder.chunk.runs.isEmpty else { return }
        while builder.chunk.runs.count < builder.lineCount - 1 { builder.chunk.runs.append(nil) }
        builder.chunk.runs.append(lineRuns)
        if let lineRuns { count(lineRuns, inPlaceOf: [], of: &builder.chunk) }
      }
    }
  }

  /// Divides a long line at character boundaries.
  static func cut(_ line: Range<Int>, of bytes: UnsafeBufferPointer<UInt8>) -> [Range<Int>] {
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

  /// Returns the links added and removed since the last call.
  mutating func takeLinkChanges() -> (gained: [TextLink], lost: [TextLink]) {
    defer { linkChanges = [:] }
    return (linkChanges.filter { $0.value > 0 }.map(\.key), linkChanges.filter { $0.value < 0 }.map(\.key))
  }

  /// The links of all lines, each once.
  var links: [TextLink] { Array(linkUses.keys) }

  // MARK: Dropping the first lines

  /// Removes the first lines until at most `count` visible lines remain.
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
    linesDidChange()
    first = newFirst
    firstByte = chunks[0].firstByte + chunks[0].range(ofLine: first - chunks[0].firstLine).lowerBound
  }
}

extension String {
  /// Returns whether an index is a character boundary.
  func isCharacterBoundary(_ place: Index) -> Bool { Index(place, within: self) != nil }

  /// Returns the first character boundary at or after a byte offset.
  func characterBoundary(atOrAfter byte: Int) -> Int {
    let byte = min(max(0, byte), utf8.count)
    let place = utf8.index(startIndex, offsetBy: byte)
    if place == endIndex || isCharacterBoundary(place) { return byte }
    // An index inside a character is rounded down first.
    return utf8.distance(from: startIndex, to: index(after: place))
  }
}
