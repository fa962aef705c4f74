/// Breaks texts into lines of at most a given width: at newlines, at spaces where possible, otherwise inside words.
enum WrappedText {
  /// The start and length of a line in characters, without its newline.
  struct Line: Equatable {
    var start: Int
    var count: Int
    var range: Range<Int> { start..<(start + count) }
  }

  /// Returns the starts of the lines of an ASCII paragraph, in which each character is one cell wide. Only the ends of
  /// lines are read.
  static func starts(ofASCII bytes: UnsafeBufferPointer<UInt8>, width: Int) -> [Int] {
    var starts = [0]
    var start = 0
    while bytes.count - start > width {
      let edge = start + width
      if bytes[edge] == 0x20 {
        // A space at the edge ends the line and is not carried over.
        start = edge + 1
      } else {
        var next = edge
        while next > start, bytes[next - 1] != 0x20 { next -= 1 }
        start = next > start ? next : edge
      }
      starts.append(start)
    }
    return starts
  }

  /// Returns the lines of whole paragraphs; at least one.
  ///
  /// - Parameters:
  ///   - range: the characters of the paragraphs; nil for all.
  ///   - width: the maximum width of a line, in cells.
  ///   - continuedWidth: the maximum width of lines that continue a paragraph, in cells; nil for `width`.
  static func lines(
    of characters: [Character], in range: Range<Int>? = nil, width: Int, continuedWidth: Int? = nil
  ) -> [Line] {
    let (start, end) = (range?.lowerBound ?? 0, range?.upperBound ?? characters.count)
    var lines: [Line] = []
    var room = width
    var lineStart = start
    var used = 0
    /// The offset after the last space of the line, where it can be broken, and the number of cells before it.
    var lastBreak: (offset: Int, used: Int)?
    var offset = start
    func flush(upTo end: Int, next: Int) {
      lines.append(Line(start: lineStart, count: end - lineStart))
      lineStart = next
    }
    while offset < end {
      let character = characters[offset]
      if character.breaksLine {
        flush(upTo: offset, next: offset + 1)
        used = 0
        lastBreak = nil
        offset += 1
        room = width
        continue
      }
      let isSpace = character == " "
      let cells = character.drawable.cellWidth
      if used + cells > room, offset > lineStart {
        room = continuedWidth ?? width
        if isSpace {
          // A space at the edge ends the line and is not carried over.
          flush(upTo: offset + 1, next: offset + 1)
          used = 0
          lastBreak = nil
          offset += 1
          continue
        }
        if let place = lastBreak {
          flush(upTo: place.offset, next: place.offset)
          used -= place.used
          if used + cells > room {
            // The carried word may be too long for its own line.
            offset = place.offset
            used = 0
            lastBreak = nil
            continue
          }
        } else {
          flush(upTo: offset, next: offset)
          used = 0
        }
        lastBreak = nil
      }
      used += cells
      offset += 1
      if isSpace { lastBreak = (offset, used) }
    }
    flush(upTo: end, next: end)
    return lines
  }
}
