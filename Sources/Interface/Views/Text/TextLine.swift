extension TextLines {
  /// A line with its newline, if it has one.
  struct Line {
    /// The letters, with the newline.
    var string = ""
    /// What they have; nil for a line without looks and links.
    var runs: [AttributedString.Run]?

    /// How many bytes stand before the newline.
    var contentCount: Int {
      var string = string
      return string.withUTF8 { bytes in
        guard let last = bytes.last else { return 0 }
        switch last {
        case 0x0a: return bytes.count - (bytes.count > 1 && bytes[bytes.count - 2] == 0x0d ? 2 : 1)
        case 0x0b, 0x0c, 0x0d: return bytes.count - 1
        default: return bytes.count - TextLines.newlineLength(endingAt: bytes.count, in: bytes)
        }
      }
    }

    /// The line without its newline.
    var content: Text {
      let count = contentCount
      let letters = count == string.utf8.count ? string : String(decoding: string.utf8.prefix(count), as: UTF8.self)
      guard let runs else { return Text(letters) }
      var left = count
      var start = 0
      var utf8 = Array(string.utf8)[...]
      let parts = runs.compactMap { run -> (text: String, attributes: AttributedString.Attributes)? in
        let length = min(run.byteCount, left)
        guard length > 0 else { return nil }
        defer {
          left -= length
          start += length
          utf8 = utf8.dropFirst(length)
        }
        return (String(decoding: utf8.prefix(length), as: UTF8.self), run.attributes)
      }
      return Text(AttributedString(parts: parts))
    }

    var links: [TextLink] { runs?.compactMap(\.attributes.link) ?? [] }

    /// Whether it is open, so that what is added goes on in it.
    var isEmpty: Bool { string.isEmpty }

    var heldBytes: Int {
      // A short string is kept in its place.
      64 + (string.utf8.count > 15 ? string.utf8.count : 0) + (runs?.count ?? 0) * 80
    }

    mutating func append(_ text: String, _ attributes: AttributedString.Attributes) {
      if runs == nil, attributes != .init() {
        runs = string.isEmpty ? [] : [.init(byteCount: string.utf8.count, attributes: .init())]
      }
      string += text
      guard let last = runs?.indices.last else {
        if runs != nil { runs = [.init(byteCount: text.utf8.count, attributes: attributes)] }
        return
      }
      if runs?[last].attributes == attributes {
        runs?[last].byteCount += text.utf8.count
      } else {
        runs?.append(.init(byteCount: text.utf8.count, attributes: attributes))
      }
    }

    /// Takes away what stands behind so many bytes, and returns it.
    mutating func cut(after count: Int) -> Line {
      var rest = Line(string: String(decoding: string.utf8.dropFirst(count), as: UTF8.self))
      string = String(decoding: string.utf8.prefix(count), as: UTF8.self)
      guard let runs else { return rest }
      var left = count
      var (kept, moved): ([AttributedString.Run], [AttributedString.Run]) = ([], [])
      for run in runs {
        let here = min(left, run.byteCount)
        left -= here
        if here > 0 { kept.append(.init(byteCount: here, attributes: run.attributes)) }
        if here < run.byteCount { moved.append(.init(byteCount: run.byteCount - here, attributes: run.attributes)) }
      }
      self.runs = kept
      rest.runs = moved
      return rest
    }
  }
}

// Newlines, as they stand in UTF-8.
extension TextLines {
  /// How many bytes a newline of several bytes takes that ends at a place; 0 if there is none.
  static func newlineLength(endingAt end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if end >= 2, bytes[end - 2] == 0xc2, bytes[end - 1] == 0x85 { return 2 }
    if end >= 3, bytes[end - 3] == 0xe2, bytes[end - 2] == 0x80, bytes[end - 1] | 1 == 0xa9 { return 3 }
    return 0
  }

  /// The places behind the newlines of a text: those of `Character.isNewline`.
  static func newlineEnds(_ bytes: UnsafeBufferPointer<UInt8>) -> [Int] {
    var ends: [Int] = []
    var place = 0
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      switch byte {
      case 0x0a, 0x0b, 0x0c: ends.append(place)
      case 0x0d:
        if place < bytes.count, bytes[place] == 0x0a { place += 1 }
        ends.append(place)
      case 0x85, 0xa8, 0xa9:
        if newlineLength(endingAt: place, in: bytes) > 0 { ends.append(place) }
      default: break
      }
    }
    return ends
  }
}

extension AttributedString {
  /// A line, with its newline.
  convenience init(line: TextLines.Line) {
    var utf8 = Array(line.string.utf8)[...]
    self.init(
      parts: (line.runs ?? []).map { run in
        defer { utf8 = utf8.dropFirst(run.byteCount) }
        return (String(decoding: utf8.prefix(run.byteCount), as: UTF8.self), run.attributes)
      })
  }
}
