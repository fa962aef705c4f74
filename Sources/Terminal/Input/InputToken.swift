/// The smallest meaningful unit of terminal input.
///
/// libtickit is not used for this step: it would report an Escape key only after 50 ms, does not support bracketed
/// paste, and passes the rest of an unknown sequence as text.
enum InputToken: Equatable {
  /// Text without control characters.
  case text(String)
  /// A character with Alt.
  case alt(Character)
  /// The Escape key.
  case escape
  /// A control byte, or a control sequence from its escape to its final byte.
  case sequence([UInt8])
  /// The start of a bracketed paste.
  case pasteStart
  /// The start of a sequence whose bytes are skipped up to its end.
  case endless(Ending)
  /// Bytes to ignore.
  case garbage

  /// The end of a skipped sequence.
  enum Ending {
    /// At the first byte that is not a parameter.
    case controlSequence
    /// At `ESC \\` or BEL, as in an operating system command, or where another sequence or a key interrupts it.
    case string

    /// Skips the sequence's bytes. Returns whether the sequence ends in them.
    func drop(from rest: inout ArraySlice<UInt8>) -> Bool {
      switch self {
      case .controlSequence:
        rest = rest.drop { (0x20...0x3f).contains($0) }
        if let final = rest.first, (0x40...0x7e).contains(final) {
          rest = rest.dropFirst()
        } else {
          return !rest.isEmpty
        }
        return true
      case .string:
        // Strings may contain tabs and newlines; other control bytes are keys, and the rest of the string was lost.
        rest = rest.drop { $0 >= 0x20 || (0x08...0x0d).contains($0) }
        switch rest.first {
        case nil: return false
        case 0x1b:
          guard rest.count > 1 else { return false }
          // Another sequence interrupts this one.
          rest = rest.dropFirst(rest[rest.startIndex + 1] == UInt8(ascii: "\\") ? 2 : 0)
        case 0x07, 0x18, 0x1a: rest = rest.dropFirst()
        default: break
        }
        return true
      }
    }
  }

  /// Returns the first token of some bytes, and its length.
  ///
  /// - Parameter isFinal: whether no more bytes follow. An unfinished sequence is then the Escape key, unless it is a
  ///   key by itself (Alt+[).
  /// - Returns: nil if more bytes are needed.
  static func next(in bytes: ArraySlice<UInt8>, isFinal: Bool) -> (token: InputToken, length: Int)? {
    guard let first = bytes.first else { return nil }
    if first == 0x1b { return afterEscape(bytes, isFinal: isFinal) }
    if isControl(first) { return (.sequence([first]), 1) }
    return text(bytes, isFinal: isFinal)
  }

  private static func isControl(_ byte: UInt8) -> Bool { byte < 0x20 || byte == 0x7f }

  // MARK: Escape sequences

  private static func afterEscape(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> (token: InputToken, length: Int)? {
    let start = bytes.startIndex
    guard bytes.count > 1 else { return isFinal ? (.escape, 1) : nil }
    switch bytes[start + 1] {
    case UInt8(ascii: "["): return controlSequence(bytes, isFinal: isFinal)
    case UInt8(ascii: "O"): return singleShift(bytes, isFinal: isFinal)
    case 0x1b: return doubleEscape(bytes, isFinal: isFinal)
    // Alt with Enter or Backspace is a key; other control bytes follow an Escape key in the same burst.
    case 0x08, 0x0d, 0x7f: return (.sequence([0x1b, bytes[start + 1]]), 2)
    case let byte where isControl(byte): return (.escape, 1)
    case let byte where stringParameters[byte] != nil && bytes.count == 2 && !isFinal: return nil
    case let byte where startsString(bytes, stringParameters[byte]): return (.endless(.string), 2)
    default:
      switch Scalar.next(in: bytes[(start + 1)...]) {
      case .scalar(let scalar, let length): return (.alt(Character(scalar)), 1 + length)
      case .incomplete: return isFinal ? (.escape, 1) : nil
      case .invalid(let length): return (.garbage, 1 + length)
      }
    }
  }

  /// The introducers of strings for programs (replies to queries), and the characters that can follow them. Alt with
  /// the same characters may be a key.
  private static let stringParameters: [UInt8: [UInt8]] = [
    UInt8(ascii: "]"): Array("0123456789lLI".utf8), UInt8(ascii: "P"): Array("0123456789:;<=>?!$+|".utf8),
    UInt8(ascii: "_"): Array("G".utf8), UInt8(ascii: "^"): [], UInt8(ascii: "X"): [],
  ]

  private static func startsString(_ bytes: ArraySlice<UInt8>, _ parameters: [UInt8]?) -> Bool {
    guard let parameters, bytes.count > 2 else { return false }
    // No user types this much at once.
    let text = bytes.dropFirst(2).prefix(16)
    return parameters.contains(bytes[bytes.startIndex + 2]) || (text.count == 16 && !text.contains(where: isControl))
  }

  private static func controlSequence(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> (token: InputToken, length: Int)? {
    let start = bytes.startIndex
    var index = start + 2
    while index < bytes.endIndex, (0x20...0x3f).contains(bytes[index]) { index += 1 }
    guard index < bytes.endIndex else {
      if !isFinal, bytes.count < 256 { return nil }
      if bytes.count == 2 { return (.alt("["), 2) }
      return isFinal ? (.escape, bytes.count) : (.endless(.controlSequence), bytes.count)
    }
    // A byte that is invalid in a sequence ends it without effect.
    guard (0x40...0x7e).contains(bytes[index]) else { return (.garbage, index - start) }
    var length = index - start + 1
    // The Linux console's F1 to F5 (`ESC [ [ A`) and old mouse reports (`ESC [ M` and three bytes) are longer.
    if length == 3, bytes[index] == UInt8(ascii: "[") { length = 4 }
    if length == 3, bytes[index] == UInt8(ascii: "M") { length = 6 }
    guard bytes.count >= length else { return isFinal ? (.escape, bytes.count) : nil }
    let sequence = Array(bytes.prefix(length))
    return (sequence == Array("\u{1b}[200~".utf8) ? .pasteStart : .sequence(sequence), length)
  }

  private static func singleShift(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> (token: InputToken, length: Int)? {
    guard bytes.count > 2 else { return isFinal ? (.alt("O"), 2) : nil }
    guard (0x40...0x7e).contains(bytes[bytes.startIndex + 2]) else { return (.alt("O"), 2) }
    return (.sequence(Array(bytes.prefix(3))), 3)
  }

  /// Some terminals send Alt and an arrow as an escape before the arrow's sequence.
  private static func doubleEscape(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> (token: InputToken, length: Int)? {
    guard bytes.count > 2 else { return isFinal ? (.escape, 1) : nil }
    guard [UInt8(ascii: "["), UInt8(ascii: "O")].contains(bytes[bytes.startIndex + 2]) else { return (.escape, 1) }
    guard let (token, length) = afterEscape(bytes.dropFirst(), isFinal: isFinal) else { return nil }
    guard case .sequence(let sequence) = token, !sequence.starts(with: Array("\u{1b}[<".utf8)) else {
      return (.escape, 1)
    }
    return (.sequence([0x1b] + sequence), 1 + length)
  }

  // MARK: Text

  private static func text(_ bytes: ArraySlice<UInt8>, isFinal: Bool) -> (token: InputToken, length: Int)? {
    var scalars = String.UnicodeScalarView()
    var rest = bytes
    scan: while let byte = rest.first, !isControl(byte) {
      switch Scalar.next(in: rest) {
      case .scalar(let scalar, let length):
        // Eight-bit control characters are not text.
        if !(0x80..<0xa0).contains(scalar.value) { scalars.append(scalar) }
        rest = rest.dropFirst(length)
      case .incomplete:
        if !isFinal { break scan }
        scalars.append("\u{fffd}")
        rest = rest.dropFirst(rest.count)
      case .invalid(let length):
        scalars.append("\u{fffd}")
        rest = rest.dropFirst(length)
      }
    }
    var text = String(scalars)
    var length = bytes.count - rest.count
    // Either nothing follows yet, or the beginning of a character.
    if !isFinal, rest.first.map(isControl) != true, let last = text.last, isUnfinished(last) {
      length -= last.utf8.count
      text.removeLast()
    }
    if length == 0 { return nil }
    return text.isEmpty ? (.garbage, length) : (.text(text), length)
  }

  /// Whether a cluster is certainly incomplete: after a joiner, and between the two halves of a flag.
  private static func isUnfinished(_ character: Character) -> Bool {
    let scalars = character.unicodeScalars
    guard let last = scalars.last else { return false }
    return last == "\u{200d}" || (scalars.count == 1 && (0x1f1e6...0x1f1ff).contains(last.value))
  }
}

/// Decodes UTF-8 that arrives in pieces.
private enum Scalar {
  case scalar(Unicode.Scalar, length: Int)
  case incomplete
  case invalid(length: Int)

  static func next(in bytes: ArraySlice<UInt8>) -> Scalar {
    guard let first = bytes.first else { return .incomplete }
    let length: Int
    switch first {
    case 0..<0x80: return .scalar(Unicode.Scalar(first), length: 1)
    case 0xc2...0xdf: length = 2
    case 0xe0...0xef: length = 3
    case 0xf0...0xf4: length = 4
    default: return .invalid(length: 1)
    }
    let present = bytes.prefix(length)
    let valid = 1 + present.dropFirst().prefix { (0x80..<0xc0).contains($0) }.count
    if valid < present.count { return .invalid(length: valid) }
    if present.count < length { return .incomplete }
    var value = UInt32(first) & (length == 2 ? 0x1f : length == 3 ? 0x0f : 0x07)
    for byte in present.dropFirst() { value = value << 6 | UInt32(byte & 0x3f) }
    let shortest: UInt32 = length == 2 ? 0x80 : length == 3 ? 0x800 : 0x10000
    guard value >= shortest, let scalar = Unicode.Scalar(value) else { return .invalid(length: length) }
    return .scalar(scalar, length: length)
  }
}
