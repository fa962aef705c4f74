import Glibc

extension TextLines {
  /// A line, including its newline if it has one.
  struct Line: Equatable {
    /// The characters, including the newline.
    var string = ""
    /// The attribute runs; nil for a line without styles and links.
    var runs: [AttributedString.Run]?

    /// The number of bytes before the newline.
    var contentCount: Int {
      var string = string
      return string.withUTF8 { $0.count - TextLines.newlineLength(of: $0) }
    }

    /// The line without its newline.
    var content: Text {
      let count = contentCount
      let letters = count == string.utf8.count ? string : String(decoding: string.utf8.prefix(count), as: UTF8.self)
      return runs.map { Text(AttributedString(parts: AttributedString.parts(of: letters, $0, in: 0..<count))) }
        ?? Text(letters)
    }

    var links: [TextLink] { runs?.compactMap(\.attributes.link) ?? [] }
  }
}

// Newlines in UTF-8.
extension TextLines {
  /// Returns the length in bytes of the multibyte newline that ends at an offset, or 0.
  static func newlineLength(endingAt end: Int, in bytes: UnsafeBufferPointer<UInt8>) -> Int {
    if end >= 3, bytes[end - 3] == 0xe2, bytes[end - 2] == 0x80, bytes[end - 1] | 1 == 0xa9 { return 3 }
    return 0
  }

  /// Returns the length in bytes of the newline at the end of the text, or 0.
  static func newlineLength(of bytes: UnsafeBufferPointer<UInt8>) -> Int {
    switch bytes.last {
    case 0x0a?: bytes.count > 1 && bytes[bytes.count - 2] == 0x0d ? 2 : 1
    case 0x0b?, 0x0c?, 0x0d?: 1
    default: newlineLength(endingAt: bytes.count, in: bytes)
    }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII. There is no early exit, so that the loop is vectorized.
  var isASCII: Bool { reduce(0) { $0 | $1 } < 0x80 }

  /// Whether each byte is a character: all are ASCII, and none is a CR, which combines with a LF.
  var isOneCharacterPerByte: Bool { isASCII && baseAddress.map { memchr($0, 0x0d, count) == nil } ?? true }
}

/// Divides the runs of a text among its lines.
struct RunSlices {
  private var runs: ArraySlice<AttributedString.Run>

  init(_ runs: [AttributedString.Run]) { self.runs = runs[...] }

  /// Removes and returns the runs of the next bytes; nil if they have neither styles nor links.
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
