/// One line of text as it is displayed, from left to right (rules L1 and L2 of UAX #9). The single place that relates
/// positions in the text and columns of the screen, for all views.
///
/// A cursor is drawn on the character that follows it in the text, and the cursor after the last character beside the
/// line: right of a paragraph that runs from left to right, left of one that runs from right to left. So each position
/// has one column, and moving through the columns passes every position once.
struct BidirectionalLine {
  /// The parts of the line from left to right, each of one direction.
  private(set) var pieces: [TextLayout.Piece]
  /// Whether the paragraph runs from right to left.
  let isRightToLeft: Bool
  /// Whether the order of the parts may differ from that of the text.
  let isReordered: Bool
  /// The offset after the last character of the line, in bytes.
  let end: Int

  /// Orders the pieces of a line.
  ///
  /// - Parameters:
  ///   - start: a byte of the paragraph.
  ///   - end: the byte after the last character.
  ///   - text: the directions in the text; nil for a text without right-to-left characters.
  ///   - width: the width in which a line from right to left is aligned to the right.
  init(_ logical: [TextLayout.Piece], start: Int, end: Int, in text: BidirectionalText?, width: Int? = nil) {
    self.end = end
    guard let text else {
      (pieces, isRightToLeft, isReordered) = (logical, false, false)
      return
    }
    isReordered = true
    isRightToLeft = text.isRightToLeft(at: start)
    let base: Int8 = isRightToLeft ? 1 : 0
    pieces = []
    var parts = Self.parts(of: logical, in: text, base: base)
    parts.reorder { $0.level }
    let free = width.map { $0 - parts.reduce(0) { $0 + $1.piece.width } } ?? 0
    var x = isRightToLeft ? max(0, free) : 0
    for (piece, level) in parts {
      var piece = piece
      (piece.x, piece.level) = (x, level)
      x += piece.width
      pieces.append(piece)
    }
  }

  /// Orders a text on one line; nil if it has no right-to-left characters.
  init?(_ parts: [(text: String, attributes: AttributedString.Attributes)]) {
    guard let text = BidirectionalText(parts.reduce("") { $0 + $1.text }) else { return nil }
    var line = TextLayout.Line()
    var start = 0
    for part in parts {
      line.add(part.text, part.attributes, start: start)
      start += part.text.utf8.count
    }
    self.init(line.pieces, start: 0, end: start, in: text)
  }

  /// Orders a text on one line; nil if it has no right-to-left characters.
  init?(_ text: String) {
    self.init([(text, AttributedString.Attributes())])
  }

  // MARK: Ordering

  private typealias Part = (piece: TextLayout.Piece, level: Int8)

  /// Divides pieces into parts of one level. Inserted text has the level of what is around it.
  private static func parts(of pieces: [TextLayout.Piece], in text: BidirectionalText, base: Int8) -> [Part] {
    var parts: [Part] = []
    /// The number of parts of inserted text at the end.
    var inserted = 0
    for piece in pieces {
      guard let start = piece.start else {
        parts.append((piece, base))
        inserted += 1
        continue
      }
      var byte = start
      let before = parts.count
      for character in piece.text {
        let level = text.level(at: byte)
        if parts.count > before, parts[parts.count - 1].level == level {
          parts[parts.count - 1].piece.text.append(character)
        } else {
          var part = piece
          (part.text, part.start) = (String(character), byte)
          parts.append((part, level))
        }
        byte += character.utf8.count
      }
      guard parts.count > before else { continue }
      if inserted > 0, inserted < before {
        let level = min(parts[before - inserted - 1].level, parts[before].level)
        for index in (before - inserted)..<before { parts[index].level = level }
      }
      inserted = 0
    }
    resetTrailingBlanks(of: &parts, to: base)
    for index in parts.indices { parts[index].piece.width = parts[index].piece.text.cellWidth }
    return parts
  }

  /// Gives blanks at the end of the line the paragraph's level (rule L1).
  private static func resetTrailingBlanks(of parts: inout [Part], to base: Int8) {
    for index in parts.indices.reversed() {
      guard parts[index].level != base else {
        if parts[index].piece.text.allSatisfy(\.isBlank) { continue }
        return
      }
      let text = parts[index].piece.text
      let kept = text.prefix(upTo: text.lastIndex { !$0.isBlank }.map(text.index(after:)) ?? text.startIndex)
      if kept.isEmpty {
        parts[index].level = base
        continue
      }
      guard kept.endIndex < text.endIndex else { return }
      var blanks = parts[index].piece
      blanks.text = String(text[kept.endIndex...])
      blanks.start = blanks.start.map { $0 + kept.utf8.count }
      parts[index].piece.text = String(kept)
      parts.insert((blanks, base), at: index + 1)
      return
    }
  }

  // MARK: Columns

  /// A character of the text and its cells.
  struct Cluster {
    var byte: Int
    var x: Int
    var width: Int
    /// The character as it is drawn.
    var character: Character
    /// The embedding level of the character.
    var level: Int8
  }

  /// The characters of the text from left to right, without inserted ones.
  var clusters: [Cluster] {
    pieces.flatMap { piece -> [Cluster] in
      guard var byte = piece.start else { return [] }
      var used = 0
      let clusters = piece.text.map { character in
        let width = character.drawable.cellWidth
        defer {
          byte += character.utf8.count
          used += width
        }
        let x = piece.isRightToLeft ? piece.x + piece.width - used - width : piece.x + used
        return Cluster(
          byte: byte, x: x, width: width, character: piece.isRightToLeft ? character.mirrored : character,
          level: piece.level)
      }
      return piece.isRightToLeft ? clusters.reversed() : clusters
    }
  }

  /// The columns of the line.
  var columns: Range<Int> {
    guard let first = pieces.first, let last = pieces.last else { return 0..<0 }
    return first.x..<(last.x + last.width)
  }

  /// Returns the column at which the cursor before the character at a byte is drawn. It may be -1 for the end of a line
  /// from right to left that leaves no room for it.
  func column(of byte: Int) -> Int {
    guard isReordered else {
      var column = 0
      for piece in pieces {
        guard let start = piece.start, start < byte else { continue }
        column = piece.x + String(decoding: piece.text.utf8.prefix(byte - start), as: UTF8.self).cellWidth
      }
      return column
    }
    if let cluster = clusters.first(where: { $0.byte == byte }) { return cluster.x }
    return isRightToLeft ? columns.lowerBound - 1 : columns.upperBound
  }

  /// Returns the byte of the character at a column. Beside the line it is the nearest character, or the end.
  func byte(atColumn column: Int) -> Int {
    guard isReordered else {
      for piece in pieces {
        guard let start = piece.start, column < piece.x + piece.width else { continue }
        return start + piece.text.prefix(cells: max(0, column - piece.x)).utf8.count
      }
      return end
    }
    let clusters = clusters
    guard let first = clusters.first, let last = clusters.last else { return end }
    if column < first.x { return isRightToLeft ? end : first.byte }
    if column >= last.x + last.width { return isRightToLeft ? last.byte : end }
    return clusters.first { column < $0.x + $0.width }?.byte ?? end
  }

  /// A position beside another one.
  enum Neighbor: Equatable {
    case byte(Int)
    /// The edge of the line: the text continues in the line before or after.
    case lineBefore, lineAfter
  }

  /// Returns the position to the left (-1) or right (1) of another one.
  ///
  /// - Parameter hasEnd: whether the cursor can be after the last character.
  func neighbor(of byte: Int, step: Int, hasEnd: Bool) -> Neighbor {
    var stops = clusters.map(\.byte)
    if hasEnd { stops.insert(end, at: isRightToLeft ? 0 : stops.count) }
    let place = stops.firstIndex(of: byte) ?? (isRightToLeft ? 0 : stops.count - 1)
    if stops.indices.contains(place + step) { return .byte(stops[place + step]) }
    return (step > 0) == isRightToLeft ? .lineBefore : .lineAfter
  }

  /// The position at the edge at which the line begins or, for `atEnd`, at the other one.
  ///
  /// - Parameter hasEnd: whether the cursor can be after the last character.
  func edge(atEnd: Bool, hasEnd: Bool) -> Int {
    let clusters = clusters
    if atEnd, hasEnd { return end }
    return (atEnd == isRightToLeft ? clusters.first : clusters.last)?.byte ?? end
  }
}

extension Character {
  /// Whether the character is white space that ends a line at the paragraph's level.
  fileprivate var isBlank: Bool { isWhitespace && self != "\u{a0}" && self != "\u{202f}" }

  /// The character as it is drawn from right to left.
  var mirrored: Character { BidirectionalAlgorithm.shared?.mirrored(self) ?? self }
}

extension Canvas {
  /// Draws a piece of a line, which is ordered already.
  ///
  /// - Parameter x: the column of the line's first cell.
  func put(_ piece: TextLayout.Piece, x: Int, y: Int, style: Style) {
    guard piece.isRightToLeft else {
      put(piece.text, x: x + piece.x, y: y, style: style, level: piece.level)
      return
    }
    var column = x + piece.x + piece.width
    for character in piece.text {
      column -= character.drawable.cellWidth
      put(String(character.mirrored), x: column, y: y, style: style, level: piece.level)
    }
  }
}
