/// The Base64 encoding of RFC 4648, without a dependency on Foundation.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for byte in bytes {
      bits = bits << 8 | UInt32(byte)
      count += 8
      while count >= 6 {
        count -= 6
        result.append(alphabet[Int(bits >> count & 0x3f)])
      }
    }
    if count > 0 { result.append(alphabet[Int(bits << (6 - count) & 0x3f)]) }
    while result.count % 4 != 0 { result.append(padding) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Returns the decoded bytes; nil for a text with other characters than those of the encoding. Padding may be missing.
  static func decode(_ text: some Sequence<UInt8>) -> [UInt8]? {
    var result: [UInt8] = []
    var bits: UInt32 = 0
    var count = 0
    for character in text where character != padding {
      guard let value = values[Int(character)] else { return nil }
      bits = bits << 6 | value
      count += 6
      guard count >= 8 else { continue }
      count -= 8
      result.append(UInt8(bits >> count & 0xff))
    }
    return result
  }

  private static let values: [UInt32?] = {
    var values = [UInt32?](repeating: nil, count: 256)
    for (value, character) in alphabet.enumerated() { values[Int(character)] = UInt32(value) }
    return values
  }()
}
