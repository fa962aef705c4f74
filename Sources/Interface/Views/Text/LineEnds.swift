/// The offsets after the newlines of a text in UTF-8, as defined by `Character.breaksLine`.
///
/// Blocks of 64 bytes are examined without a branch for each byte.
struct LineEnds: Sequence, IteratorProtocol {
  private let bytes: UnsafeBufferPointer<UInt8>
  /// The offset of the examined block.
  private var place = -64
  /// A bit for each byte of the block with which a newline may begin and that is still to be returned.
  private var marks: UInt64 = 0

  init(in bytes: UnsafeBufferPointer<UInt8>) { self.bytes = bytes }

  mutating func next() -> Int? {
    while true {
      while marks != 0 {
        let start = place + marks.trailingZeroBitCount
        marks &= marks - 1
        if let end = end(ofNewlineAt: start) { return end }
      }
      guard place + 64 < bytes.count else { return nil }
      place += 64
      for step in stride(from: 0, to: 64, by: 8) { marks |= Self.marks(of: word(at: place + step)) << step }
    }
  }

  /// Returns the next eight bytes, the first of them in the lowest bits; zeros follow the text.
  private func word(at place: Int) -> UInt64 {
    if bytes.count - place >= 8 {
      return UInt64(littleEndian: UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: place, as: UInt64.self))
    }
    return bytes.dropFirst(place).reversed().reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// Returns a bit for each of eight bytes: LF, VT, FF and CR, and the first byte of U+2028 and U+2029.
  private static func marks(of word: UInt64) -> UInt64 {
    func each(_ byte: UInt64) -> UInt64 { byte &* 0x0101_0101_0101_0101 }
    // No sum exceeds its byte.
    let low = word & each(0x7f)
    let isControl = (low &+ each(0x80 - 0x0a)) & ~(low &+ each(0x7f - 0x0d)) & ~word
    let other = word ^ each(0xe2)
    let isSeparator = ~((other & each(0x7f)) &+ each(0x7f) | other)
    // The product moves the highest bit of each byte into its highest byte.
    let highest = (isControl | isSeparator) >> 7 & each(1)
    return (highest &* 0x0102_0408_1020_4080) >> 56
  }

  /// Returns the end of the newline that begins at an offset; nil if there is none, and for a CR before a LF, which ends
  /// the line.
  private func end(ofNewlineAt start: Int) -> Int? {
    func byte(_ step: Int) -> UInt8? { start + step < bytes.count ? bytes[start + step] : nil }
    switch bytes[start] {
    case 0x0d: return byte(1) == 0x0a ? nil : start + 1
    case 0xe2: return byte(1) == 0x80 && (byte(2) == 0xa8 || byte(2) == 0xa9) ? start + 3 : nil
    default: return start + 1
    }
  }
}

extension String {
  /// The text on one line, with blanks for newlines.
  package var inOneLine: String {
    breaksLines ? split(whereSeparator: \.breaksLine).joined(separator: " ") : self
  }

  /// The text with a LF for each CR and CR LF.
  var withUnixLineEnds: String {
    utf8.contains(0x0d) ? String(map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 }) : self
  }

  /// Whether the text can have several lines: looks for the first bytes of all characters that end one.
  var breaksLines: Bool {
    utf8.contains { (0x0a...0x0d).contains($0) || $0 == 0xe2 } && contains(where: \.breaksLine)
  }
}
