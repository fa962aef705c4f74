/// The Base64 encoding of RFC 4648, without a dependency on Foundation.
enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")

  static func encode(_ bytes: some Sequence<UInt8>) -> String {
    var result = ""
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
    while result.count % 4 != 0 { result.append("=") }
    return result
  }
}
