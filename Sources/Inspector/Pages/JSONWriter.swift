/// Writes JSON (RFC 8259) without building a tree of values first.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  private var needsComma = false

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Returns a message for pages: an object with its kind in the field `k`.
  static func message(_ kind: String, _ body: (inout JSONWriter) -> Void) -> [UInt8] {
    var message = JSONWriter()
    message.object {
      $0.field("k", kind)
      body(&$0)
    }
    return message.bytes
  }

  // MARK: Values

  mutating func value(_ text: String) {
    separate()
    write(text)
    needsComma = true
  }

  mutating func value(_ number: Int) { raw("\(number)") }

  mutating func value(_ flag: Bool) { raw(flag ? "true" : "false") }

  /// Writes text that already is JSON.
  mutating func raw(_ json: String) {
    separate()
    bytes.append(contentsOf: json.utf8)
    needsComma = true
  }

  mutating func object(_ body: (inout JSONWriter) -> Void) { enclosed("{", "}", body) }

  mutating func array(_ body: (inout JSONWriter) -> Void) { enclosed("[", "]", body) }

  // MARK: Fields

  mutating func key(_ name: String) {
    separate()
    write(name)
    bytes.append(UInt8(ascii: ":"))
    needsComma = false
  }

  mutating func field(_ name: String, _ text: String?) {
    guard let text else { return }
    key(name)
    value(text)
  }

  mutating func field(_ name: String, _ number: Int) {
    key(name)
    value(number)
  }

  mutating func field(_ name: String, _ flag: Bool) {
    key(name)
    value(flag)
  }

  mutating func field(_ name: String, array body: (inout JSONWriter) -> Void) {
    key(name)
    array(body)
  }

  mutating func field(_ name: String, json: String) {
    key(name)
    raw(json)
  }

  // MARK: Bytes

  private mutating func enclosed(_ open: Unicode.Scalar, _ close: Unicode.Scalar, _ body: (inout JSONWriter) -> Void) {
    separate()
    bytes.append(UInt8(ascii: open))
    needsComma = false
    body(&self)
    bytes.append(UInt8(ascii: close))
    needsComma = true
  }

  private mutating func separate() {
    if needsComma { bytes.append(UInt8(ascii: ",")) }
  }

  private mutating func write(_ text: String) {
    bytes.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        bytes.append(UInt8(ascii: "\\"))
        bytes.append(byte)
      case 0..<32:
        bytes.append(contentsOf: "\\u00\(byte < 16 ? "0" : "")\(String(byte, radix: 16))".utf8)
      default: bytes.append(byte)
      }
    }
    bytes.append(UInt8(ascii: "\""))
  }
}
