/// A text broken into lines of a given width, ready to be drawn.
struct TextLayout {
  /// A part of a line with the same attributes.
  struct Piece: Equatable {
    var text: String
    var attributes: AttributedString.Attributes
    /// The first column in the line.
    var x: Int
    var width: Int
    /// The index of the link among the text's links, from 0; nil outside links.
    var link: Int?
    /// The byte offset in the text; nil for inserted text such as an indentation.
    var start: Int?
    /// The embedding level of the characters.
    var level: Int8 = 0
    /// Whether the characters are displayed from right to left, beginning at the last column.
    var isRightToLeft: Bool { level % 2 != 0 }
  }

  struct Line: Equatable {
    var pieces: [Piece] = []
    var width = 0
    /// The byte offset of the line in the text.
    var start = 0

    mutating func add(
      _ text: String, _ attributes: AttributedString.Attributes, link: Int? = nil, start: Int? = nil
    ) {
      let cells = text.cellWidth
      pieces.append(Piece(text: text, attributes: attributes, x: width, width: cells, link: link, start: start))
      width += cells
    }
  }

  private(set) var lines: [Line] = []
  /// The maximum number of characters of an attributed text that are laid out.
  private static let maximumCharacters = 1 << 20
  /// The approximate memory use of a line, in bytes, without its text.
  static let bytesPerLine = 256

  /// Breaks a text into lines of at most `width` cells. A width of 0 gives no lines.
  ///
  /// - Parameter continued: the paragraph that the first line continues; nil if the text begins a paragraph.
  init(_ text: Text, width: Int, continuing continued: AttributedString.Paragraph? = nil) {
    guard width > 0 else { return }
    guard let attributed = text.attributed else {
      // Lines may be separated by a newline, which `wrapped(to:)` omits.
      var rest = text.string[...]
      for (line, _) in text.string.wrapped(to: width) {
        let start = text.string.utf8.distance(from: text.string.startIndex, to: rest.startIndex)
        var made = Line(start: start)
        made.add(line, .init(), start: start)
        lines.append(made)
        rest = rest[rest.utf8.index(rest.startIndex, offsetBy: line.utf8.count)...]
        if rest.first?.breaksLine == true { rest.removeFirst() }
      }
      return
    }
    var cursor = RunCursor(attributed)
    let characters = Array(attributed.string.prefix(Self.maximumCharacters))
    var start = 0
    repeat {
      let end = characters[start...].firstIndex(where: \.breaksLine) ?? characters.count
      add(characters, start..<end, width, &cursor, continuing: start == 0 ? continued : nil)
      if end < characters.count { cursor.skip(characters[end]) }
      start = end + 1
    } while start <= characters.count && lines.count < String.maximumWrappedLines
  }

  /// Omits the blanks at which lines are broken, and lines of nothing else.
  mutating func omitBlanksAtBreaks() {
    var shown: [Line] = []
    var isContinued = false
    for (index, line) in lines.enumerated() {
      let isBroken = index + 1 < lines.count && lines[index + 1].start == line.end
      var line = line
      if isContinued { line.omitFirstBlanks() }
      if isBroken { line.omitLastBlanks() }
      if !isContinued || line.end > line.start { shown.append(line) }
      isContinued = isBroken
    }
    lines = shown
  }

  /// Adds the lines of a paragraph.
  private mutating func add(
    _ characters: [Character], _ range: Range<Int>, _ width: Int, _ cursor: inout RunCursor,
    continuing continued: AttributedString.Paragraph?
  ) {
    let paragraph = continued ?? (range.isEmpty ? nil : cursor.attributes.paragraph)
    switch paragraph?.breaking ?? .wrapping {
    case .wrapping: break
    case .clipping, .filling:
      var line = Line(start: cursor.offset)
      cursor.take(characters[range], into: &line)
      line.clip(to: width, fills: paragraph?.breaking == .filling)
      lines.append(line)
      return
    }
    // Limit the indentation to half of the width.
    let continuation = paragraph?.continuation?.prefix(cells: width / 2)
    let continuedWidth = width - (continuation?.string.cellWidth ?? 0)
    let wrapped = WrappedText.lines(
      of: characters, in: range, width: continued == nil ? width : continuedWidth, continuedWidth: continuedWidth)
    for (number, place) in wrapped.enumerated() {
      var line = Line(start: cursor.offset)
      if number > 0 || continued != nil, let continuation {
        for part in continuation.parts { line.add(part.text, part.attributes) }
      }
      cursor.take(characters[place.range], into: &line)
      lines.append(line)
    }
  }
}

extension TextLayout.Line {
  /// Returns the line filled with the beginning of the next line, with an ellipsis at the end.
  func cut(before next: TextLayout.Line, to limit: Int) -> TextLayout.Line {
    var line = self
    let attributes = pieces.last?.attributes ?? .init()
    let word = next.pieces.map(\.text).joined().prefix { $0 != " " }
    // The line may already end with the blank.
    let blank = pieces.last?.text.last == " " ? "" : " "
    // A word that would fit here begins a new paragraph, which is not appended.
    if width + blank.cellWidth + String(word).cellWidth > limit {
      if !blank.isEmpty { line.add(blank, attributes) }
      for piece in next.pieces { line.add(piece.text, piece.attributes, link: piece.link, start: piece.start) }
    }
    line.clip(to: limit - 1, fills: false)
    line.omitLastBlanks()
    line.add("…", attributes)
    return line
  }

  /// The byte offset after the line in the text.
  fileprivate var end: Int { pieces.reduce(start) { $1.start == nil ? $0 : $0 + $1.text.utf8.count } }

  fileprivate mutating func omitFirstBlanks() {
    while let index = pieces.firstIndex(where: { $0.start != nil }), pieces[index].text.first == " " {
      pieces[index].text.removeFirst()
      pieces[index].start? += 1
      pieces[index].width -= 1
      for next in pieces[(index + 1)...].indices { pieces[next].x -= 1 }
      if pieces[index].text.isEmpty { pieces.remove(at: index) }
      start += 1
      width -= 1
    }
  }

  fileprivate mutating func omitLastBlanks() {
    while let last = pieces.indices.last, pieces[last].text.last == " " {
      pieces[last].text.removeLast()
      pieces[last].width -= 1
      if pieces[last].text.isEmpty { pieces.removeLast() }
      width -= 1
    }
  }

  fileprivate mutating func clip(to limit: Int, fills: Bool) {
    while width > limit, var last = pieces.popLast() {
      width -= last.width
      guard width < limit else { continue }
      last.text = last.text.prefix(cells: limit - width)
      last.width = last.text.cellWidth
      pieces.append(last)
      width += last.width
      break
    }
    guard fills, let last = pieces.last, let character = last.text.last, character.drawable.cellWidth == 1 else {
      return
    }
    add(String(repeating: character, count: limit - width), last.attributes, link: last.link)
  }
}

/// Iterates over the characters of an attributed string, with the attributes of each.
private struct RunCursor {
  private let runs: [AttributedString.Run]
  private var index = 0
  /// The number of bytes left in the run.
  private var left: Int
  private var link = -1
  /// The byte offset of the next character.
  private(set) var offset = 0

  init(_ text: AttributedString) {
    runs = text.runs
    left = runs.first?.byteCount ?? 0
    if runs.first?.attributes.link != nil { link = 0 }
  }

  var attributes: AttributedString.Attributes { runs.indices.contains(index) ? runs[index].attributes : .init() }

  private var currentLink: Int? { attributes.link == nil ? nil : link }

  mutating func skip(_ character: Character) {
    left -= character.utf8.count
    offset += character.utf8.count
    // A character can span several runs.
    while left <= 0, index < runs.count {
      let last = runs[index].attributes.link
      index += 1
      if index < runs.count {
        left += runs[index].byteCount
        if let next = runs[index].attributes.link, next !== last { link += 1 }
      }
    }
  }

  /// Appends characters to a line, one piece for each run.
  mutating func take(_ characters: ArraySlice<Character>, into line: inout TextLayout.Line) {
    var text = ""
    var run = index
    var (had, number) = (attributes, currentLink)
    var start = offset
    for character in characters {
      if index != run, !text.isEmpty {
        line.add(text, had, link: number, start: start)
        text = ""
      }
      if index != run { (run, had, number, start) = (index, attributes, currentLink, offset) }
      text.append(character)
      skip(character)
    }
    if !text.isEmpty { line.add(text, had, link: number, start: start) }
  }
}
