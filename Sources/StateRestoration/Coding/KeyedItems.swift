/// The pairs of a key space, in one buffer, in the order in which their keys were first encoded.
///
/// A plain value: its loops are not checked for the actor, and a coder accesses it once for a key. Keys are compared
/// by their bytes. It is never copied: a copy would retain its buffers at each access.
struct KeyedItems: ~Copyable {
  private struct Entry {
    /// The UTF-8 text of the key.
    var key: Range<Int>
    /// The CBOR item; empty for a value in pieces.
    var item: Range<Int>
    /// The index of the value in pieces; nil for an item.
    var pieces: Int?
  }

  private var writer = CBORWriter()
  private var entries: [Entry] = []
  private var pieces: [StatePieces] = []
  /// The indices of the keys, if there are many.
  private var indexByKey: [[UInt8]: Int] = [:]

  private static let linearSearchLimit = 12
  /// The capacity above which a buffer is not kept for the next use.
  private static let largestKeptCapacity = 64 << 10

  /// Creates a key space without keys.
  init() {}

  var isEmpty: Bool { entries.isEmpty }

  /// The approximate size in bytes: the buffer, and the index if as many keys need one.
  var byteCount: Int { writer.bytes.count + max(0, entries.count - Self.linearSearchLimit) * 64 }

  /// The keys, in no particular order.
  var keys: [String] { entries.map { String(decoding: writer.bytes[$0.key], as: UTF8.self) } }

  /// Removes all pairs, but keeps a small buffer for new ones.
  mutating func removeAll() {
    if writer.bytes.capacity > Self.largestKeptCapacity { self = KeyedItems() }
    writer.bytes.removeAll(keepingCapacity: true)
    entries.removeAll(keepingCapacity: true)
    if !pieces.isEmpty { pieces = [] }
    if !indexByKey.isEmpty { indexByKey = [:] }
  }

  // MARK: Encoding

  /// Encodes one CBOR item under a key, replacing an earlier value. If the closure throws, the key is unchanged.
  ///
  /// - Parameter key: valid UTF-8.
  mutating func encode(_ key: UnsafeRawBufferPointer, _ write: (inout CBORWriter) throws -> Void) rethrows {
    let start = writer.bytes.count
    writer.writeText(key)
    try finish(keyLength: key.count, from: start, write)
  }

  /// Encodes one CBOR item under a key.
  mutating func encode(_ key: String, _ write: (inout CBORWriter) throws -> Void) rethrows {
    let start = writer.bytes.count
    writer.write(key)
    try finish(keyLength: key.utf8.count, from: start, write)
  }

  private mutating func finish(
    keyLength: Int, from start: Int, _ write: (inout CBORWriter) throws -> Void
  ) rethrows {
    let end = writer.bytes.count
    do {
      try write(&writer)
    } catch {
      writer.bytes.removeSubrange(start...)
      throw error
    }
    set(Entry(key: end - keyLength..<end, item: end..<writer.bytes.count))
  }

  /// Encodes a value in pieces under a key.
  mutating func encode(_ key: String, _ value: StatePieces) {
    writer.bytes.append(contentsOf: key.utf8)
    let end = writer.bytes.count
    pieces.append(value)
    set(Entry(key: end - key.utf8.count..<end, item: end..<end, pieces: pieces.count - 1))
  }

  private mutating func set(_ entry: Entry) {
    if let known = writer.bytes.withUnsafeBytes({ index(of: .init(rebasing: $0[entry.key])) }) {
      entries[known] = entry
      return
    }
    entries.append(entry)
    if entries.count == Self.linearSearchLimit + 1 {
      indexKeys()
    } else if entries.count > Self.linearSearchLimit {
      indexByKey[Array(writer.bytes[entry.key])] = entries.count - 1
    }
  }

  /// Removes a key.
  mutating func remove(_ key: String) {
    guard let index = index(of: key) else { return }
    entries.remove(at: index)
    indexByKey = [:]
    if entries.count > Self.linearSearchLimit { indexKeys() }
  }

  private mutating func indexKeys() {
    for (index, entry) in entries.enumerated() { indexByKey[Array(writer.bytes[entry.key])] = index }
  }

  /// Returns the pairs as a deterministic CBOR map (RFC 8949, section 4.2), after an encoded state of the built-in class
  /// if that is not empty.
  ///
  /// - Parameter writePieces: writes a value in pieces.
  mutating func encodedMap(
    with builtIn: [UInt8], writing writePieces: (StatePieces, inout CBORWriter) -> Void
  ) -> [UInt8] {
    if entries.isEmpty && builtIn.isEmpty { return [] }
    sort()
    let count = entries.count + (builtIn.isEmpty ? 0 : 1)
    var result = CBORWriter()
    result.bytes.reserveCapacity(writer.bytes.count + builtIn.count + 10)
    result.beginMap(count: count)
    if !builtIn.isEmpty {
      result.write(Int64(0))
      result.bytes.append(contentsOf: builtIn)
    }
    writer.bytes.withUnsafeBytes { bytes in
      for entry in entries {
        result.writeHead(3, UInt64(entry.key.count))
        // The item usually follows its key.
        let isTogether = entry.pieces == nil && entry.key.upperBound == entry.item.lowerBound
        let place = isTogether ? entry.key.lowerBound..<entry.item.upperBound : entry.key
        result.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[place]))
        if let number = entry.pieces {
          writePieces(pieces[number], &result)
        } else if !isTogether {
          result.bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: bytes[entry.item]))
        }
      }
    }
    return result.bytes
  }

  /// Sorts the keys in the bytewise order of encoded texts: shorter ones first, as their heads are smaller.
  private mutating func sort() {
    writer.bytes.withUnsafeBytes { bytes in
      func precedes(_ left: Entry, _ right: Entry) -> Bool {
        if left.key.count != right.key.count { return left.key.count < right.key.count }
        return UnsafeRawBufferPointer(rebasing: bytes[left.key]).order(to: .init(rebasing: bytes[right.key])) < 0
      }
      entries.sort(by: precedes)
    }
    if entries.count > Self.linearSearchLimit { indexKeys() }
  }

  // MARK: Decoding

  /// Reads the pairs of an encoded state, and passes the item of the built-in class, which has the integer key 0, to a
  /// closure.
  ///
  /// - Parameters:
  ///   - values: the values in pieces that the state contains by number.
  ///   - readBuiltIn: nil if the state cannot contain such an item.
  /// - Throws: ``CBORError`` if the state cannot be read; errors of the closure.
  mutating func read(
    _ state: [UInt8], _ values: [StatePieces], builtIn readBuiltIn: ((ArraySlice<UInt8>) throws -> Void)?
  ) throws {
    var reader = CBORReader(state)
    guard case .map(let count?) = try reader.readHead() else { throw CBORError.unexpected(offset: 0) }
    writer.bytes = state
    entries.reserveCapacity(min(count, 64))
    for _ in 0..<count {
      let start = reader.offset
      switch try reader.readHead() {
      case .text(let length):
        let key = try readKey(&reader, length)
        let item = try reader.readItem()
        var entry = Entry(key: key, item: item.startIndex..<item.endIndex)
        if let value = try StatePieces.value(of: item, among: values) {
          pieces.append(value)
          entry.pieces = pieces.count - 1
        }
        set(entry)
      case .integer(0):
        guard let readBuiltIn else { throw CBORError.unexpected(offset: start) }
        try readBuiltIn(try reader.readItem())
      default:
        throw CBORError.unexpected(offset: start)
      }
    }
  }

  /// Reads a key and returns its place. If it is invalid or in chunks, its text is appended to the buffer.
  private mutating func readKey(_ reader: inout CBORReader, _ length: Int?) throws -> Range<Int> {
    let start = reader.offset
    if let length, try reader.withBytes(length, { $0.isUTF8 }) { return start..<start + length }
    let bytes = length.map { Array(writer.bytes[start..<start + $0]) }
    let key = String(decoding: try bytes ?? reader.readBytes(nil), as: UTF8.self).utf8
    writer.bytes.append(contentsOf: key)
    return writer.bytes.count - key.count..<writer.bytes.count
  }

  /// Whether a key has a value.
  func contains(_ key: UnsafeRawBufferPointer) -> Bool { index(of: key) != nil }

  /// Whether a key has a value.
  func contains(_ key: String) -> Bool { index(of: key) != nil }

  /// Returns the CBOR item of a key; nil if there is none.
  func item(_ key: UnsafeRawBufferPointer) -> ArraySlice<UInt8>? {
    guard let index = index(of: key) else { return nil }
    return item(at: index)
  }

  /// Returns the CBOR item of a key; nil if there is none.
  func item(_ key: String) -> ArraySlice<UInt8>? {
    guard let index = index(of: key) else { return nil }
    return item(at: index)
  }

  /// Returns the pieces in which the value of a key is stored; nil if there is none, or it is stored as a whole.
  func pieces(_ key: String) -> StatePieces? { index(of: key).flatMap { entries[$0].pieces }.map { pieces[$0] } }

  private func item(at index: Int) -> ArraySlice<UInt8> {
    guard let number = entries[index].pieces else { return writer.bytes[entries[index].item] }
    var item = CBORWriter()
    pieces[number].write(to: &item)
    return item.bytes[...]
  }

  // MARK: Keys

  private func index(of key: String) -> Int? {
    var key = key
    return key.withUTF8 { index(of: UnsafeRawBufferPointer($0)) }
  }

  private func index(of key: UnsafeRawBufferPointer) -> Int? {
    if entries.count > Self.linearSearchLimit { return indexByKey[Array(key)] }
    return writer.bytes.withUnsafeBytes { bytes in
      for index in entries.indices where entries[index].key.count == key.count {
        if UnsafeRawBufferPointer(rebasing: bytes[entries[index].key]).order(to: key) == 0 { return index }
      }
      return nil
    }
  }
}

extension UnsafeRawBufferPointer {
  /// Whether the bytes are valid UTF-8.
  package var isUTF8: Bool {
    // Most texts are ASCII, which needs no validation. There is no early exit, so that the loop is vectorized.
    var (index, all) = (0, UInt64(0))
    while count - index >= 8 {
      all |= loadUnaligned(fromByteOffset: index, as: UInt64.self)
      index += 8
    }
    while index < count {
      all |= UInt64(self[index])
      index += 1
    }
    return all & 0x8080_8080_8080_8080 == 0 || String(validating: self, as: UTF8.self) != nil
  }

  /// Returns the order of bytes to others of the same count: negative, 0 or positive.
  fileprivate func order(to other: UnsafeRawBufferPointer) -> Int {
    for index in indices where self[index] != other[index] { return self[index] < other[index] ? -1 : 1 }
    return 0
  }
}
