/// The tokens of a Lua source text (Lua manual, section 3.1), without comments. An invalid text yields arbitrary
/// tokens; compile it to find errors.
public struct LuaTokens: Sequence, IteratorProtocol {
  /// A token.
  public struct Token: Equatable, Sendable {
    /// The kind of token.
    public let kind: Kind
    /// The one-based line in which the token begins.
    public let line: Int
    /// The range in the text, in bytes.
    public let range: Range<Int>
  }

  /// The kind of a token.
  public enum Kind: Equatable, Sendable {
    /// A name or a reserved word.
    case name(String)
    /// The value of a string, in any notation.
    case string([UInt8])
    case number
    /// An operator or a delimiter.
    case symbol(String)
  }

  private let source: ArraySlice<UInt8>
  private var position: Int
  private var line = 1

  /// Creates the tokens of a text. Skips a byte order mark and a first line that begins with `#`, like a loader.
  public init(_ source: ArraySlice<UInt8>) {
    self.source = source
    position = source.startIndex
    if source.starts(with: [0xef, 0xbb, 0xbf]) { position += 3 }
    if current == UInt8(ascii: "#") { skipLine() }
  }

  private var current: UInt8? { peek(0) }
  private func peek(_ distance: Int) -> UInt8? {
    position + distance < source.endIndex ? source[position + distance] : nil
  }

  private mutating func skipLine() {
    while let byte = current, byte != UInt8(ascii: "\n") { position += 1 }
  }

  private mutating func take() -> UInt8? {
    guard let byte = current else { return nil }
    position += 1
    if byte == UInt8(ascii: "\n") { line += 1 }
    return byte
  }

  public mutating func next() -> Token? {
    while let byte = current {
      if [9, 10, 11, 12, 13, 32].contains(byte) {
        _ = take()
      } else if byte == UInt8(ascii: "-"), peek(1) == byte {
        position += 2
        if takeLongBracket() == nil { skipLine() }
      } else {
        let (start, line) = (position, line)
        let kind = takeToken(byte)
        return Token(kind: kind, line: line, range: start..<position)
      }
    }
    return nil
  }

  private mutating func takeToken(_ byte: UInt8) -> Kind {
    let start = position
    if Self.isLetter(byte) {
      while let byte = current, Self.isLetter(byte) || Self.isDigit(byte) { position += 1 }
      return .name(String(decoding: source[start..<position], as: UTF8.self))
    }
    if Self.isDigit(byte) || byte == UInt8(ascii: "."), Self.isDigit(peek(Self.isDigit(byte) ? 0 : 1)) {
      takeNumber()
      return .number
    }
    if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
      position += 1
      return .string(takeString(until: byte))
    }
    if byte == UInt8(ascii: "["), let text = takeLongBracket() { return .string(Array(text)) }
    for symbol in Self.longSymbols where source[position...].starts(with: symbol.utf8) {
      position += symbol.utf8.count
      return .symbol(symbol)
    }
    position += 1
    return .symbol(String(decoding: [byte], as: UTF8.self))
  }

  private static let longSymbols = ["...", "..", "==", "~=", "<=", ">=", "//", "::", "<<", ">>"]

  private static func isLetter(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20) || byte == UInt8(ascii: "_")
  }
  private static func isDigit(_ byte: UInt8?) -> Bool {
    byte.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
  }

  private mutating func takeNumber() {
    let isHexadecimal = current == UInt8(ascii: "0") && (peek(1) ?? 0) | 0x20 == UInt8(ascii: "x")
    let exponent = isHexadecimal ? UInt8(ascii: "p") : UInt8(ascii: "e")
    while let byte = current, Self.isLetter(byte) || Self.isDigit(byte) || byte == UInt8(ascii: ".") {
      position += 1
      if byte | 0x20 == exponent, let sign = current, [UInt8(ascii: "+"), UInt8(ascii: "-")].contains(sign) {
        position += 1
      }
    }
  }

  /// Takes `[==[ ... ]==]` of any level; returns nil and takes nothing if there is none.
  private mutating func takeLongBracket() -> ArraySlice<UInt8>? {
    guard current == UInt8(ascii: "[") else { return nil }
    var level = 0
    while peek(1 + level) == UInt8(ascii: "=") { level += 1 }
    guard peek(1 + level) == UInt8(ascii: "[") else { return nil }
    position += level + 2
    if current == UInt8(ascii: "\r"), peek(1) == UInt8(ascii: "\n") { position += 1 }
    if current == UInt8(ascii: "\n") { _ = take() }
    let start = position
    let end = [UInt8(ascii: "]")] + Array(repeating: UInt8(ascii: "="), count: level) + [UInt8(ascii: "]")]
    while current != nil {
      if current == UInt8(ascii: "]"), source[position...].starts(with: end) {
        defer { position += end.count }
        return source[start..<position]
      }
      _ = take()
    }
    return source[start...]
  }

  private mutating func takeString(until quote: UInt8) -> [UInt8] {
    var text: [UInt8] = []
    while let byte = current, byte != quote, byte != UInt8(ascii: "\n") {
      position += 1
      if byte != UInt8(ascii: "\\") {
        text.append(byte)
      } else {
        takeEscape(into: &text)
      }
    }
    if current == quote { position += 1 }
    return text
  }

  private mutating func takeEscape(into text: inout [UInt8]) {
    guard let byte = take() else { return }
    switch byte {
    case UInt8(ascii: "x"):
      let digits = takeDigits(2, radix: 16)
      text.append(UInt8(truncatingIfNeeded: digits))
    case UInt8(ascii: "0")...UInt8(ascii: "9"):
      position -= 1
      text.append(UInt8(truncatingIfNeeded: takeDigits(3, radix: 10)))
    case UInt8(ascii: "u"):
      guard current == UInt8(ascii: "{") else { return }
      position += 1
      let number = takeDigits(8, radix: 16)
      if current == UInt8(ascii: "}") { position += 1 }
      if let scalar = Unicode.Scalar(UInt32(truncatingIfNeeded: number)) { text += Array(String(scalar).utf8) }
    case UInt8(ascii: "z"):
      while let space = current, [9, 10, 11, 12, 13, 32].contains(space) { _ = take() }
    default: text.append(Self.escapes[byte] ?? byte)
    }
  }

  private static let escapes: [UInt8: UInt8] = [
    UInt8(ascii: "a"): 7, UInt8(ascii: "b"): 8, UInt8(ascii: "f"): 12, UInt8(ascii: "n"): 10, UInt8(ascii: "r"): 13,
    UInt8(ascii: "t"): 9, UInt8(ascii: "v"): 11,
  ]

  private mutating func takeDigits(_ count: Int, radix: Int) -> Int {
    var value = 0
    for _ in 0..<count {
      guard let byte = current, let digit = Character(Unicode.Scalar(byte)).hexDigitValue, digit < radix else { break }
      value = value * radix + digit
      position += 1
    }
    return value
  }
}
