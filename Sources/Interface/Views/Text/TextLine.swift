extension TextLines {
  /// A line with its newline, if it has one.
  struct Line: Equatable {
    /// The letters, with the newline.
    var string = ""
    /// What they have; nil for a line without looks and links.
    var runs: [AttributedString.Run]?

    /// How many bytes stand before the newline.
    var contentCount: Int {
      var string = string
      return string.withUTF8 { $0.count - TextLines.newlineLength(of: $0) }
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
  }
}

// Newlines, as they stand in UTF-8.
extension TextLines {
  /// How many bytes a newline of several bytes takes that ends at a place; 0 if there is none.
  static func newlineLength(endingAt end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if end >= 3, bytes[end - 3] == 0xe2, bytes[end - 2] == 0x80, bytes[end - 1] | 1 == 0xa9 { return 3 }
    return 0
  }

  /// How many bytes the newline takes that a text ends with; 0 if it ends with none.
  static func newlineLength(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes.last {
    case 0x0a?: bytes.count > 1 && bytes[bytes.count - 2] == 0x0d ? 2 : 1
    case 0x0b?, 0x0c?, 0x0d?: 1
    default: newlineLength(endingAt: bytes.count, in: bytes)
    }
  }

  /// The place behind the next newline, which is one of those of `Character.breaksLine`; nil if there is none.
  static func lineEnd(after start: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var place = start
    while place < bytes.count {
      let byte = bytes[place]
      place += 1
      if byte < 0x80, byte > 0x0d || byte < 0x0a { continue }
      switch byte {
      case 0x0a, 0x0b, 0x0c: return place
      case 0x0d: return place < bytes.count && bytes[place] == 0x0a ? place + 1 : place
      case 0xa8, 0xa9: if newlineLength(endingAt: place, in: bytes) > 0 { return place }
      default: break
      }
    }
    return nil
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all of it is ASCII. Without an early exit, many bytes are looked at together.
  var isASCII: Bool { reduce(0) { $0 | $1 } < 0x80 }
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

/// The runs of a text, to be divided among its lines.
struct RunSlices {
  private var runs: ArraySlice<AttributedString.Run>

  init(_ runs: [AttributedString.Run]) { self.runs = runs[...] }

  /// Those of so many bytes more; nil if these have neither looks nor links.
  mutating func take(_ count: Int) -> [AttributedString.Run]? {
    var taken: [AttributedString.Run] = []
    var left = count
    while left > 0, let run = runs.first {
      let here = min(left, run.byteCount)
      taken.append(.init(byteCount: here, attributes: run.attributes))
      left -= here
      if here < run.byteCount { runs[runs.startIndex].byteCount -= here } else { runs.removeFirst() }
    }
    return taken.allSatisfy { $0.attributes == .init() } ? nil : taken
  }
}
