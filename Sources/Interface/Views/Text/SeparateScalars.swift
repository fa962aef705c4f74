// Characters that are found without reading their line.

extension Unicode.Scalar {
  /// Whether the scalar never forms a character together with another scalar of which the same is true. The exception is a
  /// carriage return before a line feed. Most scalars of most texts are separate.
  var isSeparate: Bool {
    switch value {
    case 0...0x2ff, 0x370...0x482, 0x48a...0x590: true  // Latin, Greek, Cyrillic, Armenian
    case 0x5d0...0x5ea, 0x620...0x64a: true  // Hebrew, Arabic
    case 0x2010...0x2027, 0x2030...0x205e, 0x2190...0x2bff: true  // punctuation, symbols
    case 0x3041...0x3096, 0x30a1...0x30fe, 0x3400...0xa4cf: true  // kana, ideographs
    default: false
    }
  }
}

// A chunk begins and ends at character boundaries.
extension TextLines.Chunk {
  /// Returns the scalar at an index if it is certainly a character; nil if the line must be read.
  func separateScalar(at index: Int) -> Unicode.Scalar? {
    guard let scalar = bytes.scalar(at: index), scalar.isSeparate, scalar != "\r" else { return nil }
    let next = index + UTF8.width(scalar)
    return next == bytes.count || bytes.scalar(at: next)?.isSeparate == true ? scalar : nil
  }

  /// Returns the start of the scalar before an index if it is certainly a character; nil if the line must be read.
  func separateScalarStart(before index: Int) -> Int? {
    let start = bytes.scalarStart(before: index)
    guard let scalar = bytes.scalar(at: start), scalar.isSeparate, scalar != "\n" else { return nil }
    return start == 0 || bytes.scalar(at: bytes.scalarStart(before: start))?.isSeparate == true ? start : nil
  }
}

extension [UInt8] {
  /// Returns the scalar that begins at an index of valid UTF-8; nil if it has four bytes, or none begins there.
  fileprivate func scalar(at index: Int) -> Unicode.Scalar? {
    let lead = self[index]
    switch lead {
    case ..<0x80: return Unicode.Scalar(lead)
    case 0xc0..<0xe0 where index + 1 < count:
      return Unicode.Scalar(UInt32(lead & 0x1f) << 6 | UInt32(self[index + 1] & 0x3f))
    case 0xe0..<0xf0 where index + 2 < count:
      return Unicode.Scalar(
        UInt32(lead & 0xf) << 12 | UInt32(self[index + 1] & 0x3f) << 6 | UInt32(self[index + 2] & 0x3f))
    default: return nil
    }
  }

  /// Returns the start of the scalar that ends at an index of valid UTF-8.
  fileprivate func scalarStart(before index: Int) -> Int {
    var start = index - 1
    while start > 0, self[start] & 0xc0 == 0x80 { start -= 1 }
    return start
  }
}
