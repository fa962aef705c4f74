import SystemCalls

/// The directions of the parts of a text, by Unicode's bidirectional algorithm: its paragraphs, and the embedding level
/// of each character. The text itself stays in logical order; ``BidirectionalLine`` orders a line of it for display.
///
/// A paragraph has the direction of its first strong character. Characters that draw lines (`│`, `─`, ...) keep their
/// place, and the text between two of them is ordered by itself, so that tables keep their columns. Invisible
/// directional controls are drawn as visible characters, and do not reorder anything.
struct BidirectionalText {
  /// The start of a level or paragraph, in bytes.
  private struct Run {
    var start: Int
    var level: Int8
  }

  private var runs: [Run] = []
  private var paragraphs: [Run] = []
  /// The number of bytes before the text's first one in the coordinates of the queries.
  private let origin: Int

  /// Resolves a text; nil if it has no right-to-left characters, or the algorithm is not available.
  ///
  /// - Parameter origin: the byte with which the text begins.
  init?(_ text: String, origin: Int = 0) {
    guard text.hasRightToLeft, let algorithm = BidirectionalAlgorithm.shared else { return nil }
    self.origin = origin
    var text = text
    let ends = text.withUTF8 { bytes in
      let ends = Array(LineEnds(in: bytes))
      return ends.last == bytes.count ? ends : ends + [bytes.count]
    }
    var start = 0
    for end in ends {
      let utf8 = text.utf8
      let from = utf8.index(utf8.startIndex, offsetBy: start)
      addParagraph(text.unicodeScalars[from..<utf8.index(from, offsetBy: end - start)], at: start, algorithm)
      start = end
    }
  }

  private mutating func addParagraph(
    _ scalars: Substring.UnicodeScalarView, at start: Int, _ algorithm: BidirectionalAlgorithm
  ) {
    var byte = start
    func length(_ scalar: Unicode.Scalar) -> Int { UTF8.width(scalar) }
    guard scalars.contains(where: \.drawsLines) else {
      let resolved = algorithm.levels(of: scalars.map(\.asDrawn))
      paragraphs.append(Run(start: start, level: resolved?.isRightToLeft == true ? 1 : 0))
      for (scalar, level) in zip(scalars, resolved?.levels ?? []) {
        begin(level, at: byte)
        byte += length(scalar)
      }
      return
    }
    paragraphs.append(Run(start: start, level: 0))
    var place = scalars.startIndex
    for cell in scalars.split(whereSeparator: \.drawsLines) {
      byte += scalars[place..<cell.startIndex].reduce(0) { $0 + length($1) }
      place = cell.startIndex
      guard let first = cell.firstIndex(where: { $0 != " " }), let last = cell.lastIndex(where: { $0 != " " }) else {
        continue
      }
      byte += cell[..<first].count
      let text = cell[first...last]
      for (scalar, level) in zip(text, algorithm.levels(of: text.map(\.asDrawn))?.levels ?? []) {
        begin(level, at: byte)
        byte += length(scalar)
      }
      place = cell.index(after: last)
      begin(0, at: byte)
    }
  }

  private mutating func begin(_ level: Int8, at byte: Int) {
    if runs.last?.level != level { runs.append(Run(start: byte, level: level)) }
  }

  /// Returns the last run that begins at a byte or before.
  private static func run(in runs: [Run], at byte: Int) -> Run? {
    let next = runs.firstSortedIndex { $0.start > byte }
    return next > 0 ? runs[next - 1] : nil
  }

  /// Returns the embedding level of the character at a byte; text at an odd level is displayed from right to left.
  func level(at byte: Int) -> Int8 { Self.run(in: runs, at: byte - origin)?.level ?? 0 }

  /// Returns whether the paragraph of a byte runs from right to left.
  func isRightToLeft(at byte: Int) -> Bool { Self.run(in: paragraphs, at: byte - origin)?.level == 1 }
}

extension Unicode.Scalar {
  /// Whether the character is one of those that draw lines and boxes.
  fileprivate var drawsLines: Bool { (0x2500...0x257f).contains(value) }

  /// The scalar that determines the direction of the character that is drawn: controls are drawn as neutral symbols.
  fileprivate var asDrawn: UInt32 {
    let isControl = visible_text_is_control(value) != 0 && value != 9
    return isControl || value == 0x2028 || value == 0x2029 ? 0xfffd : value
  }
}

extension String {
  /// Whether the text, or the first of its paragraphs, runs from right to left.
  var isRightToLeft: Bool { BidirectionalText(self)?.isRightToLeft(at: 0) ?? false }
}
