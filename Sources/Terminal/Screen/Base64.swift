/// The Base64 encoding of RFC 4648, without a dependency on Foundation.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
  private static let padding = UInt8(ascii: "=")

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var result: [UInt8] = []
    Array(bytes).withUnsafeBufferPointer { append($0, to: &result) }
    return String(decoding: result, as: UTF8.self)
  }

  /// Appends the encoding of bytes.
  static func append(_ bytes: UnsafeBufferPointer<UInt8>, to result: inout [UInt8]) {
    result.reserveCapacity(result.count + (bytes.count + 2) / 3 * 4)
    alphabet.withUnsafeBufferPointer { alphabet in
      for start in stride(from: 0, to: bytes.count, by: 3) {
        let count = min(3, bytes.count - start)
        let second = count > 1 ? UInt32(bytes[start + 1]) : 0
        let bits = UInt32(bytes[start]) << 16 | second << 8 | (count > 2 ? UInt32(bytes[start + 2]) : 0)
        result.append(alphabet[Int(bits >> 18)])
        result.append(alphabet[Int(bits >> 12 & 0x3f)])
        result.append(count > 1 ? alphabet[Int(bits >> 6 & 0x3f)] : padding)
        result.append(count > 2 ? alphabet[Int(bits & 0x3f)] : padding)
      }
    }
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
