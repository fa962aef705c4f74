/// Finds the occurrences of a text, ignoring case.
struct TextFinder {
  private let needle: [String]
  /// The needle's bytes in lower case, if it is ASCII.
  private let ascii: [UInt8]?

  init(_ text: String) {
    needle = text.map { $0.lowercased() }
    ascii = text.utf8.allSatisfy { $0 < 0x80 } ? text.utf8.map(\.lowercasedASCII) : nil
  }

  /// The length of an occurrence in characters.
  var characterCount: Int { needle.count }

  /// Returns whether a text contains an occurrence.
  func isFound(in text: String) -> Bool { !ranges(in: text).isEmpty }

  /// Returns the byte ranges of the occurrences in a text, in order and without overlap.
  func ranges(in text: String) -> [Range<Int>] {
    guard !needle.isEmpty else { return [] }
    var text = text
    if let ascii, let found = text.withUTF8({ Self.ranges(of: ascii, in: $0) }) { return found }
    let letters = text.map { (lower: $0.lowercased(), count: $0.utf8.count) }
    var found: [Range<Int>] = []
    var (place, byte) = (0, 0)
    while place + needle.count <= letters.count {
      let isFound = needle.indices.allSatisfy { letters[place + $0].lower == needle[$0] }
      let step = isFound ? needle.count : 1
      let count = letters[place..<(place + step)].reduce(0) { $0 + $1.count }
      if isFound { found.append(byte..<(byte + count)) }
      place += step
      byte += count
    }
    return found
  }

  /// Returns the occurrences of an ASCII needle if bytes decide on them; nil if characters must be compared.
  private static func ranges(of needle: [UInt8], in text: UnsafeBufferPointer<UInt8>) -> [Range<Int>]? {
    var found: [Range<Int>] = []
    var place = 0
    let end = text.count
    var isASCII = true
    while place < end {
      if text[place] >= 0x80 {
        isASCII = false
        if equalsASCII(at: place, in: text) { return nil }
      }
      // A mark may follow what seems to be an occurrence.
      if !isASCII, !found.isEmpty { return nil }
      var length = 0
      while length < needle.count, place + length < end, text[place + length].lowercasedASCII == needle[length] {
        length += 1
      }
      if length == needle.count {
        found.append(place..<(place + length))
        place += length
      } else {
        place += 1
      }
    }
    return isASCII || found.isEmpty ? found : nil
  }

  /// Returns whether a character that is not ASCII equals one that is: the Kelvin sign, the Greek question mark and the
  /// Greek grave accent.
  private static func equalsASCII(at place: Int, in text: UnsafeBufferPointer<UInt8>) -> Bool {
    func bytes(_ bytes: UInt8...) -> Bool {
      place + bytes.count <= text.count && bytes.indices.allSatisfy { text[place + $0] == bytes[$0] }
    }
    return bytes(0xe2, 0x84, 0xaa) || bytes(0xcd, 0xbe) || bytes(0xe1, 0xbf, 0xaf)
  }
}

extension UInt8 {
  fileprivate var lowercasedASCII: UInt8 { self >= 0x41 && self <= 0x5a ? self | 0x20 : self }
}
