// Wrapping of lines into rows, and row counts.
//
// A line that continues in other chunks wraps as one paragraph: each part begins with the row that the previous part
// left open.
extension TextLines {
  /// A row that begins in a line and ends in the line that continues it.
  struct OpenRow: Equatable {
    /// The text of the row so far, and its attributes.
    var bytes: [UInt8]
    var runs: [AttributedString.Run]?
    /// The paragraph whose first row precedes this row; nil if this is the first row.
    var paragraph: AttributedString.Paragraph?
    /// Whether the paragraph has no further rows because it is clipped.
    var isClosed = false
  }

  /// The inputs that determine the rows of a line.
  struct Wrap: Equatable {
    var line: Line
    /// The open row of the previous line.
    var before: OpenRow?
    /// Whether the next line continues this one.
    var isContinued: Bool
    var width: Int
  }

  /// The rows of a line.
  struct Rows {
    let wrap: Wrap
    /// The start of each row in bytes of the line. A negative start is in the previous line.
    let starts: [Int]
    /// The end of the last row. The rest belongs to the first row of the next line.
    let end: Int
    /// The open row at the end of the line.
    fileprivate let open: OpenRow?
    fileprivate var layout: [TextLayout.Line] = []
  }

  // MARK: Wrapping

  mutating func wrap(ofLine number: Int, width: Int) -> Wrap {
    guard number >= first, number < endOfAll else {
      return Wrap(line: Line(), before: nil, isContinued: false, width: width)
    }
    let index = chunkIndex(ofLine: number)
    return wrap(ofLine: number - chunks[index].firstLine, ofChunk: index, width: width)
  }

  private mutating func wrap(ofLine line: Int, ofChunk index: Int, width: Int) -> Wrap {
    Wrap(
      line: self[chunks[index].firstLine + line], before: line == 0 ? openRow(beforeChunk: index, width: width) : nil,
      isContinued: line == chunks[index].ends.count - 1 && isContinued(index), width: width)
  }

  /// Whether the last line of a chunk continues in the next one.
  func isContinued(_ index: Int) -> Bool {
    guard index < chunks.count - 1, let last = chunks[index].bytes.last, last != 0x0a else { return false }
    return chunks[index].bytes.withUnsafeBufferPointer { Self.newlineLength(of: $0) == 0 }
  }

  private mutating func openRow(beforeChunk index: Int, width: Int) -> OpenRow? {
    guard index > 0, isContinued(index - 1) else { return nil }
    var start = index
    while start > 0, isContinued(start - 1), chunks[start].open?.width != width { start -= 1 }
    while start < index {
      let row = Rows(wrap(ofLine: chunks[start].ends.count - 1, ofChunk: start, width: width)).open
      start += 1
      chunks[start].open = row.map { (width, $0) }
    }
    return chunks[index].open?.row
  }

  /// Discards the open rows of chunks, as far as the same line continues from one to the next.
  mutating func forgetOpenRows(fromChunk index: Int) {
    var index = index
    while index < chunks.count, chunks[index].open != nil || index > 0 && isContinued(index - 1) {
      (chunks[index].open, chunks[index].rows) = (nil, nil)
      index += 1
    }
  }

  mutating func forgetRows(fromChunk index: Int) {
    counted.sums.removeLast(max(0, counted.sums.count - max(1, index)))
  }

  // MARK: Counting

  /// The maximum number of bytes for which rows are counted before the next frame. Texts that are not ASCII take
  /// longer.
  private static let bytesPerCount = 128 << 10
  private static let characterCost = 2

  /// Returns the number of rows of a line at a width; 0 for a short line that continues another.
  mutating func rowCount(ofLine number: Int, width: Int) -> Int {
    guard number >= first, number < endOfAll else { return 1 }
    let index = chunkIndex(ofLine: number)
    return rowCount(ofLine: number - chunks[index].firstLine, ofChunk: index, width: width)
  }

  private mutating func rowCount(ofLine line: Int, ofChunk index: Int, width: Int) -> Int {
    // The rows of a line that is neither a continuation nor continued depend on its text only.
    let isWhole = line > 0 && line < chunks[index].ends.count - 1
    guard isWhole, chunks[index].runs.isEmpty || chunks[index].runs[line] == nil else {
      let rows = Rows(wrap(ofLine: line, ofChunk: index, width: width))
      if rows.wrap.isContinued { chunks[index + 1].open = rows.open.map { (width, $0) } }
      return rows.count
    }
    let range = chunks[index].range(ofLine: line)
    if range.count <= width { return 1 }
    return chunks[index].bytes.withUnsafeBufferPointer { bytes in
      let line = UnsafeBufferPointer(rebasing: bytes[range])
      let content = UnsafeBufferPointer(rebasing: line[..<(line.count - Self.newlineLength(of: line))])
      return Rows.starts(of: content, width: width).count
    }
  }

  /// Returns the number of removed lines in a chunk.
  private func hiddenLines(ofChunk index: Int) -> Int { index == 0 ? first - chunks[0].firstLine : 0 }

  /// Counts the rows of a chunk. There is no row after a newline at the end.
  private mutating func rowCount(ofChunk index: Int, width: Int) -> Int {
    let start = chunks[index].firstLine
    let shown = hiddenLines(ofChunk: index)..<(min(end, start + chunks[index].ends.count) - start)
    return shown.reduce(0) { $0 + rowCount(ofLine: $1, ofChunk: index, width: width) }
  }

  /// Returns the number of rows of a chunk, or an estimate if it has not been counted.
  private func knownRows(ofChunk index: Int, width: Int) -> (count: Int, isExact: Bool) {
    let chunk = chunks[index]
    if let known = chunk.rows, known.width == width { return (known.count, true) }
    return (max(chunk.ends.count - hiddenLines(ofChunk: index), chunk.bytes.count / max(1, width)), false)
  }

  /// Returns the number of rows of all lines: exact as far as the time allows, otherwise an estimate.
  mutating func rowCount(width: Int) -> Int {
    var budget = Self.bytesPerCount
    func count(_ index: Int, _ lines: inout TextLines) -> Int {
      let known = lines.knownRows(ofChunk: index, width: width)
      guard !known.isExact, budget > 0 else { return known.count }
      let bytes = lines.chunks[index].bytes
      let isASCII = bytes.withUnsafeBufferPointer(\.isASCII)
      budget -= bytes.count * (isASCII ? 1 : Self.characterCost) + 16 * lines.chunks[index].ends.count
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

  /// Returns the number of rows of the chunks after the first one and before another one, with estimates for uncounted
  /// chunks.
  private func innerRows(beforeChunk end: Int, width: Int) -> Int {
    guard end > 1 else { return 0 }
    let isKnown = counted.width == width
    let last = isKnown ? min(end, counted.sums.count) - 1 : 0
    let (from, to) = (chunks[last + 1], chunks[end])
    let estimate = max(to.firstLine - from.firstLine, (to.firstByte - from.firstByte) / max(1, width))
    return (isKnown ? counted.sums[last] : 0) + (last + 1 < end ? estimate : 0)
  }

  /// Returns the approximate number of rows before a line.
  mutating func rowCount(before number: Int, width: Int) -> Int {
    let index = chunkIndex(ofLine: min(max(first, number), endOfAll - 1))
    var whole = 0
    if index > 0 {
      // Some lines of the first chunk may have been removed.
      let known = knownRows(ofChunk: 0, width: width)
      whole =
        (known.isExact ? known.count : rowCount(ofChunk: 0, width: width)) + innerRows(beforeChunk: index, width: width)
    }
    let start = hiddenLines(ofChunk: index)
    return whole
      + (start..<max(start, number - chunks[index].firstLine)).reduce(0) {
        $0 + rowCount(ofLine: $1, ofChunk: index, width: width)
      }
  }

  /// Returns the line that contains a row of the text, and the row's index in it.
  mutating func line(atRow row: Int, width: Int) -> (line: Int, row: Int) {
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

extension TextLines.Rows {
  /// Wraps a line.
  init(_ wrap: TextLines.Wrap) {
    self.wrap = wrap
    let content = wrap.line.contentCount
    if let before = wrap.before, before.isClosed {
      (starts, end, open) = ([], content, wrap.isContinued ? before : nil)
      return
    }
    if wrap.line.runs != nil || wrap.before?.isStyled == true {
      (starts, end, open, layout) = Self.styled(wrap, content)
      return
    }
    let carried = wrap.before?.bytes ?? []
    var letters = wrap.line.string
    var starts = letters.withUTF8 { line -> [Int] in
      let line = UnsafeBufferPointer(rebasing: line[..<content])
      if carried.isEmpty { return Self.starts(of: line, width: wrap.width) }
      return (carried + line).withUnsafeBufferPointer { Self.starts(of: $0, width: wrap.width) }
    }
    let isOpen = wrap.isContinued && (starts.count > 1 || carried.count + content < 4 * TextLines.longestLine)
    let last = isOpen ? starts.removeLast() : carried.count + content
    self.starts = carried.isEmpty ? starts : starts.map { $0 - carried.count }
    end = last - carried.count
    open =
      wrap.isContinued
      ? .init(
        bytes: Array(carried.dropFirst(last)) + Array(wrap.line.string.utf8.prefix(content).dropFirst(max(0, end))),
        paragraph: last > 0 ? .init() : wrap.before?.paragraph) : nil
  }

  fileprivate static func starts(of bytes: UnsafeBufferPointer<UInt8>, width: Int) -> [Int] {
    // No character is wider in cells than in bytes.
    if bytes.count <= width { return [0] }
    if bytes.isASCII { return WrappedText.starts(ofASCII: bytes, width: width) }
    let characters = Array(String(decoding: bytes, as: UTF8.self))
    var (byte, place) = (0, 0)
    return WrappedText.lines(of: characters, width: width).map { line in
      while place < line.start {
        byte += characters[place].utf8.count
        place += 1
      }
      return byte
    }
  }

  private static func styled(
    _ wrap: TextLines.Wrap, _ content: Int
  ) -> (starts: [Int], end: Int, open: TextLines.OpenRow?, layout: [TextLayout.Line]) {
    let line = wrap.line.content.styled
    let carried = wrap.before.map {
      TextLines.Line(string: String(decoding: $0.bytes, as: UTF8.self), runs: $0.runs).content.styled
    }
    let text = carried.map { $0 + line } ?? line
    var lines = TextLayout(Text(text), width: wrap.width, continuing: wrap.before?.paragraph).lines
    let shift = carried?.string.utf8.count ?? 0
    let paragraph = wrap.before?.paragraph ?? text.runs.first?.attributes.paragraph ?? .init()
    let isOpen = wrap.isContinued && paragraph.breaking == .wrapping
    let last = isOpen ? lines.popLast()?.start ?? 0 : shift + content
    // Number the links within the line.
    let link = carried?.runs.last?.attributes.link
    let isLinkDivided = link != nil && link === line.runs.first?.attributes.link
    let linksBefore = (carried?.linkParts.count ?? 0) - (isLinkDivided ? 1 : 0)
    for line in lines.indices {
      lines[line].start -= shift
      for piece in lines[line].pieces.indices {
        lines[line].pieces[piece].start = lines[line].pieces[piece].start.map { $0 - shift }
        let link = lines[line].pieces[piece].link.map { $0 - linksBefore }
        lines[line].pieces[piece].link = link.flatMap { $0 < 0 ? nil : $0 }
      }
    }
    var open: TextLines.OpenRow?
    if wrap.isContinued {
      let rest = text.suffix(fromByte: last)
      open = .init(
        bytes: Array(rest.string.utf8), runs: rest.runs, paragraph: last > 0 ? paragraph : wrap.before?.paragraph,
        isClosed: !isOpen)
    }
    return (lines.map(\.start), last - shift, open, lines)
  }

  var count: Int { starts.count }

  /// The directions of the text of the rows; nil without right-to-left characters.
  var directions: BidirectionalText? {
    let carried = wrap.before?.bytes ?? []
    guard !carried.isEmpty else { return BidirectionalText(wrap.line.string) }
    return BidirectionalText(String(decoding: carried, as: UTF8.self) + wrap.line.string, origin: -carried.count)
  }

  /// Returns the row that contains a byte of the line; nil if it is the first row of the next line, or there is none.
  func row(at byte: Int) -> Int? {
    guard !starts.isEmpty, !wrap.isContinued || byte < end else { return nil }
    return max(0, starts.firstSortedIndex { $0 > byte } - 1)
  }

  /// Returns the bytes of a row, without a newline.
  func bytes(ofRow row: Int) -> Range<Int> {
    guard starts.indices.contains(row) else { return 0..<0 }
    return starts[row]..<max(starts[row], row + 1 < starts.count ? starts[row + 1] : end)
  }

  /// Returns whether a row is the last one of its paragraph.
  func isLast(_ row: Int) -> Bool { row == starts.count - 1 && !wrap.isContinued }

  /// Returns the pieces of a row. Their bytes are relative to the start of the line.
  func pieces(ofRow row: Int) -> [TextLayout.Piece] {
    if layout.indices.contains(row) { return layout[row].pieces }
    let range = bytes(ofRow: row)
    let carried = (wrap.before?.bytes ?? []).suffix(max(0, -range.lowerBound)).dropLast(max(0, -range.upperBound))
    let own = wrap.line.string.utf8.prefix(max(0, range.upperBound)).dropFirst(max(0, range.lowerBound))
    let letters = carried.isEmpty ? String(Substring(own)) : String(decoding: carried + own, as: UTF8.self)
    var line = TextLayout.Line()
    line.add(letters, .init(), start: range.lowerBound)
    return line.pieces
  }
}

extension TextLines.OpenRow {
  fileprivate var isStyled: Bool { runs != nil || paragraph.map { $0 != .init() } ?? false }
}
