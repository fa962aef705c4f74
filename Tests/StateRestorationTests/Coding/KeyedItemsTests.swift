import Testing

@testable import StateRestoration

/// The bytes of keys and of encoded states, against a plain CBOR map.
@Suite("Keyed items")
@MainActor
struct KeyedItemsTests {
  /// A map with these pairs, sorted as RFC 8949, section 4.2.1, requires.
  private func map(_ pairs: [String: Int]) -> [UInt8] {
    let encoded = pairs.map { (StateValue.string($0.key).encoded(), StateValue.integer(Int64($0.value)).encoded()) }
    var writer = CBORWriter()
    writer.beginMap(count: pairs.count)
    for pair in encoded.sorted(by: { $0.0.lexicographicallyPrecedes($1.0) }) { writer.bytes += pair.0 + pair.1 }
    return writer.bytes
  }

  @Test(
    "an encoded state depends on the last value of each key, not on the order of encoding",
    arguments: [1, 5, 12, 13, 40])
  func order(_ count: Int) {
    let coder = StateCoder()
    var expected: [String: Int] = [:]
    for number in 0..<count {
      let key = String(repeating: "k", count: number * 7 % 5) + "\(number * 31 % 97)"
      coder.encode(-1, forKey: key)
      if number % 3 == 0 { coder.encode(number, forKey: "removed\(number)") }
      coder.encode(number, forKey: key)
      if number % 3 == 0 { coder.removeValue(forKey: "removed\(number)") }
      expected[key] = number
    }
    #expect(coder.encodedState() == map(expected))
    #expect(coder.keys == expected.keys.sorted())
    let decoding = StateCoder(decoding: coder.encodedState())
    for (key, value) in expected { #expect(decoding.decodeInteger(forKey: key) == value) }
    #expect(decoding.decodeInteger(forKey: "removed0") == nil)
    #expect(decoding.encodedState() == coder.encodedState())
    // Encoding continues after the state was taken.
    coder.encode(1000, forKey: "k")
    expected["k"] = 1000
    #expect(coder.encodedState() == map(expected))
  }

  @Test("keys are compared by their bytes")
  func bytes() {
    let coder = StateCoder()
    coder.encode(1, forKey: "\u{e9}")
    coder.encode(2, forKey: "e\u{301}")
    #expect(coder.keys.count == 2)
    #expect(coder.decodeInteger(forKey: "\u{e9}") == 1)
    #expect(coder.decodeInteger(forKey: "e\u{301}") == 2)
  }

  @Test("keys in chunks, in long form and with invalid UTF-8 are read")
  func foreignKeys() {
    // {(_ "a", "b"): 1, "c" with a length of one byte: 2, "\xff": 3}
    let coder = StateCoder(
      decoding: [0xa3, 0x7f, 0x61, 0x61, 0x61, 0x62, 0xff, 1, 0x78, 1, 0x63, 2, 0x61, 0xff, 3])
    #expect(!coder.isDamaged)
    #expect(coder.decodeInteger(forKey: "ab") == 1)
    #expect(coder.decodeInteger(forKey: "c") == 2)
    #expect(coder.decodeInteger(forKey: "\u{fffd}") == 3)
    #expect(coder.encodedState() == map(["ab": 1, "c": 2, "\u{fffd}": 3]))
  }

  @Test("an emptied coder encodes as a new one does")
  func reuse() {
    let coder = StateCoder()
    for number in 0..<20 { coder.encode("text \(number)", forKey: "key \(number)") }
    coder.builtIn.encode(1, forKey: "built in")
    coder.empty()
    #expect(coder.isEmpty && coder.keys.isEmpty && coder.byteCount == 0)
    coder.encode(5, forKey: "key 3")
    #expect(coder.encodedState() == map(["key 3": 5]))
    #expect(coder.decodeString(forKey: "key 4") == nil)
  }

  @Test("a map encoded elsewhere is the state, until another value is encoded")
  func encodedMap() {
    let coder = StateCoder()
    coder.setMap(map(["b": 1, "aa": 2]))
    #expect(!coder.isEmpty && coder.byteCount >= 7)
    #expect(coder.encodedState() == map(["b": 1, "aa": 2]))
    coder.builtIn.encode(4, forKey: "built in")
    #expect(StateCoder(decoding: coder.encodedState()).keys == ["aa", "b"])
    #expect(StateCoder(decoding: coder.encodedState()).builtIn.decodeInteger(forKey: "built in") == 4)
    coder.encode(3, forKey: "b")
    #expect(coder.keys == ["aa", "b"])
    #expect(coder.decodeInteger(forKey: "b") == 3)
    coder.empty()
    #expect(coder.encodedState().isEmpty)
  }

  @Test("skipping an item reads exactly that item, whatever its nesting")
  func skipping() throws {
    let items: [[UInt8]] = [
      [0x01], [0x62, 0x61, 0x62], [0x82, 0x01, 0x81, 0x80], [0xa1, 0x61, 0x61, 0x9f, 0x01, 0x82, 0x02, 0x03, 0xff],
      [0xc1, 0xd8, 0x1c, 0x81, 0xd8, 0x1d, 0x00], [0x7f, 0x61, 0x61, 0xff], [0x9f, 0xff], [0xbf, 0x01, 0x80, 0xff],
      [0x80],
    ]
    var reader = CBORReader(items.flatMap { $0 })
    for item in items { #expect(try reader.readItem().elementsEqual(item)) }
    #expect(reader.isAtEnd)
    for count in [2_199, 2_200] {
      var deep = CBORReader(Array(repeating: UInt8(0x81), count: count) + [0])
      if count < 2_200 { try deep.skip() } else { #expect(throws: CBORError.self) { try deep.skip() } }
    }
  }

  @Test("bytes are UTF-8 wherever a character of several bytes is, and not with an invalid one")
  func utf8() {
    for count in 0..<24 {
      let ascii = [UInt8](repeating: 0x7f, count: count)
      #expect(ascii.withUnsafeBytes { $0.isUTF8 })
      for place in 0...count {
        #expect((ascii[..<place] + Array("é".utf8) + ascii[place...]).withUnsafeBytes { $0.isUTF8 })
        #expect(!(ascii[..<place] + [0x80] + ascii[place...]).withUnsafeBytes { $0.isUTF8 })
      }
    }
  }
}
