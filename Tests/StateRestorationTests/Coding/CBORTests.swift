import Seeded
import Testing

@testable import StateRestoration

@Suite("CBOR (RFC 8949)")
struct CBORTests {
  private static func bytes(_ hexadecimal: String) -> [UInt8] {
    let digits = Array(hexadecimal)
    return stride(from: 0, to: digits.count, by: 2).compactMap { UInt8(String(digits[$0..<$0 + 2]), radix: 16) }
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// The part of appendix A that states use: encoded forms and values. The encoder writes the same form.
  static let vectors: [(encoded: String, value: StateValue)] = [
    ("00", .integer(0)), ("01", .integer(1)), ("0a", .integer(10)), ("17", .integer(23)), ("1818", .integer(24)),
    ("1819", .integer(25)), ("1864", .integer(100)), ("1903e8", .integer(1000)), ("1a000f4240", .integer(1_000_000)),
    ("1b000000e8d4a51000", .integer(1_000_000_000_000)), ("20", .integer(-1)), ("29", .integer(-10)),
    ("3863", .integer(-100)), ("3903e7", .integer(-1000)), ("3b7fffffffffffffff", .integer(.min)),
    ("1b7fffffffffffffff", .integer(.max)), ("f90000", .float(0)), ("f98000", .float(-0.0)), ("f93c00", .float(1)),
    ("fb3ff199999999999a", .float(1.1)), ("f93e00", .float(1.5)), ("f97bff", .float(65504)),
    ("fa47c35000", .float(100_000)),
    ("fa7f7fffff", .float(3.4028234663852886e+38)), ("fb7e37e43c8800759c", .float(1.0e+300)),
    ("f90001", .float(5.960464477539063e-8)), ("f90400", .float(0.00006103515625)), ("f9c400", .float(-4)),
    ("fbc010666666666666", .float(-4.1)), ("f97c00", .float(.infinity)), ("f97e00", .float(.nan)),
    ("f9fc00", .float(-.infinity)), ("f4", .boolean(false)), ("f5", .boolean(true)), ("f6", .null),
    ("40", .data([])), ("4401020304", .data([1, 2, 3, 4])), ("60", .string("")), ("6161", .string("a")),
    ("6449455446", .string("IETF")), ("62225c", .string("\"\\")), ("62c3bc", .string("ü")), ("63e6b0b4", .string("水")),
    ("64f0908591", .string("𐅑")), ("80", .list([])), ("83010203", .list([.integer(1), .integer(2), .integer(3)])),
    ("8301820203820405", .list([.integer(1), .list([.integer(2), .integer(3)]), .list([.integer(4), .integer(5)])])),
    ("a0", .map([])),
    ("a201020304", .map([.init(key: .integer(1), value: .integer(2)), .init(key: .integer(3), value: .integer(4))])),
    (
      "a26161016162820203",
      .map([
        .init(key: .string("a"), value: .integer(1)),
        .init(key: .string("b"), value: .list([.integer(2), .integer(3)])),
      ])
    ),
    ("c1fb41d452d9e9300000", .date(1_363_896_228.75)),
  ]

  @Test("the values of appendix A are read, and written in their shortest forms", arguments: vectors)
  func appendixA(encoded: String, value: StateValue) throws {
    var reader = CBORReader(Self.bytes(encoded))
    let read = try StateValue(from: &reader)
    #expect(read == value)
    #expect(reader.isAtEnd)
    if encoded.hasPrefix("c1") { return }
    #expect(Self.hexadecimal(value.encoded()) == encoded)
  }

  @Test(
    "valid forms that the encoder never writes are read",
    arguments: [
      ("1bffffffffffffffff", StateValue.float(18_446_744_073_709_551_616)),
      ("3bffffffffffffffff", .float(-18_446_744_073_709_551_616)),
      ("5f42010243030405ff", .data([1, 2, 3, 4, 5])), ("7f657374726561646d696e67ff", .string("streaming")),
      ("9fff", .list([])),
      (
        "9f018202039f0405ffff",
        .list([.integer(1), .list([.integer(2), .integer(3)]), .list([.integer(4), .integer(5)])])
      ),
      (
        "bf61610161629f0203ffff",
        .map([
          .init(key: .string("a"), value: .integer(1)),
          .init(key: .string("b"), value: .list([.integer(2), .integer(3)])),
        ])
      ),
      ("c11a514b67b0", .date(1_363_896_240)), ("d818456449455446", .data(Array("dIETF".utf8))), ("f7", .null),
      ("f0", .null),
      ("fa7fc00000", .float(.nan)), ("fb7ff0000000000000", .float(.infinity)), ("1800", .integer(0)),
    ])
  func otherForms(encoded: String, value: StateValue) throws {
    var reader = CBORReader(Self.bytes(encoded))
    #expect(try StateValue(from: &reader) == value)
  }

  @Test(
    "malformed data is refused (appendix F)",
    arguments: [
      "", "18", "19", "1a01", "1b01020304050607", "f8", "f900", "fa0000", "41", "61", "5affffffff00", "7affffffff00",
      "81",
      "818181", "8200", "a1", "a20102", "a100", "a2000000", "c0", "9f", "9f0102", "bf", "bf01020102", "5f", "7f", "1c",
      "1d",
      "3c", "5c", "7d", "9e", "bd", "dc", "fc", "fd", "f800", "f818", "5f00ff", "7f41ff", "5f5f4100ffff", "ff", "81ff",
      "bf00ff",
      "1f", "3f", "df", "9bffffffffffffffff", "bb8000000000000000", "5b7fffffffffffffff",
    ])
  func malformed(encoded: String) {
    var reader = CBORReader(Self.bytes(encoded))
    #expect(throws: CBORError.self) { try StateValue(from: &reader) }
  }

  @Test("nesting is limited, so no input overflows the stack")
  func depth() {
    for opening in [
      [UInt8](repeating: 0x81, count: 1_000_000), Array(repeating: 0xc1, count: 1_000_000),
      Array(repeating: 0x9f, count: 1_000_000),
    ] {
      var reader = CBORReader(opening)
      #expect(throws: CBORError.self) { try StateValue(from: &reader) }
      var skipping = CBORReader(opening)
      #expect(throws: CBORError.self) { try skipping.readItem() }
    }
  }

  @Test("damaged states are read as empty, never past their end")
  @MainActor func damaged() {
    let coder = StateCoder()
    coder.encode("text", forKey: "text")
    coder.encode(.list([.integer(1), .map([.init(key: .string("k"), value: .float(.nan))])]), forKey: "list")
    coder.builtIn.encode(3, forKey: "row")
    let good = coder.encodedState()
    var random = SeededGenerator(state: 42)
    for _ in 0..<20_000 {
      var bytes = good
      for _ in 0..<Int.random(in: 1...3, using: &random) {
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(in: 0...255, using: &random)
        case 1: bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
        default:
          bytes.insert(UInt8.random(in: 0...255, using: &random), at: Int.random(in: 0...bytes.count, using: &random))
        }
        if bytes.isEmpty { bytes = [0xa0] }
      }
      let damaged = StateCoder(decoding: bytes)
      for key in damaged.keys { _ = damaged.decodeValue(forKey: key) }
      _ = KeySpace(decoding: bytes)
    }
  }
}
