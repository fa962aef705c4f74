/// The keyed coder of one object (UIKit's `NSCoder` in `encodeRestorableStateWithCoder:`). The object encodes its
/// values under keys and decodes them under the same keys. Each object has its own key space.
///
/// A key space is a CBOR map with text keys. The state of the built-in class (a scroll offset, a selection) has a
/// separate key space under the integer key 0, so that it never conflicts with the app's keys.
@MainActor
public final class StateCoder {
  /// Resolves references to other objects of the tree.
  public weak var references: (any ReferenceResolving)?
  /// The info of the save that is being created or restored.
  public var info: SaveInfo?
  /// The storyboard of the controller, for its restoration method.
  public var storyboard: AnyObject?
  /// Whether the coder decodes a state.
  public let isDecoding: Bool
  /// Data that users of the coder attach to it, until the last callback that uses the coder has returned.
  public var attachment: (any StateCoderAttachment)?
  /// The number of callbacks using the coder now; nil before the first.
  private var uses: Int?
  /// Whether the state could not be decoded; it then counts as empty.
  public private(set) var isDamaged = false

  private var writer = CBORWriter()
  /// The keys, and the places of their values; a value in pieces has no bytes here.
  private var entries: [(key: String, bytes: Range<Int>, pieces: StatePieces?)] = []
  private var indexByKey: [String: Int] = [:]
  /// The bytes of the keys, the values and the index.
  private var size = 0
  private var stored: [UInt8] = []
  private var builtInCoder: StateCoder?

  /// Creates a coder for encoding.
  public init() {
    isDecoding = false
  }

  /// Creates a coder for decoding a state.
  ///
  /// - Parameter pieces: the long values that the state contains by number.
  public init(
    decoding state: [UInt8], pieces: [StatePieces] = [], references: (any ReferenceResolving)? = nil
  ) {
    isDecoding = true
    self.references = references
    stored = state
    size = state.count
    guard !state.isEmpty else { return }
    do {
      try readKeys(ArraySlice(state), pieces)
    } catch {
      isDamaged = true
      entries = []
      indexByKey = [:]
    }
  }

  private init(decoding slice: ArraySlice<UInt8>, _ pieces: [StatePieces], of outer: StateCoder) throws {
    isDecoding = true
    references = outer.references
    info = outer.info
    stored = Array(slice)
    size = stored.count
    try readKeys(ArraySlice(stored), pieces, isBuiltIn: true)
  }

  private func readKeys(_ state: ArraySlice<UInt8>, _ pieces: [StatePieces], isBuiltIn: Bool = false) throws {
    var reader = CBORReader(state)
    guard case .map(let count?) = try reader.readHead() else { throw CBORError.unexpected(offset: 0) }
    for _ in 0..<count {
      let start = reader.offset
      let head = try reader.readHead()
      switch head {
      case .text(let length):
        let key = String(decoding: try reader.readBytes(length), as: UTF8.self)
        let item = try reader.readItem()
        setEntry(key, item.startIndex..<item.endIndex, try StatePieces.value(of: item, among: pieces))
      // A built-in state cannot contain another one.
      case .integer(0) where !isBuiltIn:
        builtInCoder = try StateCoder(decoding: try reader.readItem(), pieces, of: self)
      default:
        throw CBORError.unexpected(offset: start)
      }
    }
    writer.bytes = stored
  }

  // MARK: Validity

  /// Whether the coder can be used; false after the callback for which it was created has returned.
  public var isUsable: Bool { uses != 0 }

  /// Notes that a callback is about to receive the coder.
  func beginUse() { uses = (uses ?? 0) + 1 }

  /// Notes that the callback has returned.
  ///
  /// - Parameter isLast: whether no other callback receives the coder.
  func endUse(isLast: Bool = true) {
    uses = (uses ?? 1) - 1
    attachment?.callbackDidReturn(self)
    if isLast { attachment = nil }
  }

  /// The key space of the built-in class.
  public var builtIn: StateCoder {
    if let builtInCoder { return builtInCoder }
    let coder = StateCoder()
    coder.references = references
    coder.info = info
    builtInCoder = coder
    return coder
  }

  /// Whether there is state of the built-in class.
  public var hasBuiltIn: Bool { builtInCoder != nil }

  // MARK: Keys

  private static let linearSearchLimit = 12

  private func index(of key: String) -> Int? {
    guard entries.count <= Self.linearSearchLimit else { return indexByKey[key] }
    // A closure would be checked for its actor at each entry.
    for index in entries.indices where entries[index].key == key { return index }
    return nil
  }

  private func setEntry(_ key: String, _ bytes: Range<Int>, _ pieces: StatePieces? = nil) {
    if let index = index(of: key) {
      (entries[index].bytes, entries[index].pieces) = (bytes, pieces)
      return
    }
    entries.append((key, bytes, pieces))
    size += Self.size(ofKey: key, at: entries.count)
    if entries.count == Self.linearSearchLimit + 1 {
      for (index, entry) in entries.enumerated() { indexByKey[entry.key] = index }
    } else if entries.count > Self.linearSearchLimit {
      indexByKey[key] = entries.count - 1
    }
  }

  /// Removes a key.
  public func removeValue(forKey key: String) {
    guard let index = index(of: key) else { return }
    size -= Self.size(ofKey: key, at: entries.count)
    entries.remove(at: index)
    indexByKey = [:]
    if entries.count > Self.linearSearchLimit {
      for (index, entry) in entries.enumerated() { indexByKey[entry.key] = index }
    }
  }

  /// Returns whether a key has a value.
  public func contains(_ key: String) -> Bool { index(of: key) != nil }

  /// The keys, sorted.
  public var keys: [String] { entries.map(\.key).sorted() }

  /// Returns the size of a key in bytes, and of its place in the index if as many keys need one.
  private static func size(ofKey key: String, at count: Int) -> Int {
    key.utf8.count + (count > linearSearchLimit ? 64 : 0)
  }

  /// The approximate size in bytes.
  public var byteCount: Int { size + (builtInCoder?.byteCount ?? 0) }

  /// Releases the encoded state, as the coder may be retained for longer than it is needed.
  func empty() {
    writer = CBORWriter()
    entries = []
    indexByKey = [:]
    size = 0
    builtInCoder?.empty()
  }

  /// Whether the coder has no values.
  public var isEmpty: Bool { entries.isEmpty && (builtInCoder?.isEmpty ?? true) }

  // MARK: Encoding

  /// Encodes one CBOR item under a key, replacing an earlier value. If the closure throws, the key is unchanged.
  public func encode(forKey key: String, _ write: (inout CBORWriter) throws -> Void) rethrows {
    let start = writer.bytes.count
    do {
      try write(&writer)
    } catch {
      writer.bytes.removeSubrange(start...)
      throw error
    }
    let end = writer.bytes.count
    size += end - start
    setEntry(key, start..<end)
  }

  /// Encodes a value; nil removes the key.
  public func encode(_ value: StateValue?, forKey key: String) {
    guard let value else { return removeValue(forKey: key) }
    encode(forKey: key) { value.write(to: &$0) }
  }

  /// Encodes a boolean.
  public func encode(_ value: Bool, forKey key: String) { encode(forKey: key) { $0.write(value) } }
  /// Encodes an integer.
  public func encode(_ value: Int, forKey key: String) { encode(forKey: key) { $0.write(Int64(value)) } }
  /// Encodes a float.
  public func encode(_ value: Double, forKey key: String) { encode(forKey: key) { $0.write(value) } }
  /// Encodes a text.
  public func encode(_ value: String, forKey key: String) { encode(forKey: key) { $0.write(value) } }
  /// Encodes bytes.
  public func encode(data: [UInt8], forKey key: String) { encode(forKey: key) { $0.writeByteString(data) } }

  /// Encodes a long value in pieces. A store only writes the pieces that it does not have yet.
  public func encode(_ pieces: StatePieces, forKey key: String) { setEntry(key, 0..<0, pieces) }

  /// Encodes a reference to another object of the tree, which decodes to that object when it is restored. Nil, or an
  /// object without an identifier path, removes the key.
  public func encode(reference object: AnyObject?, forKey key: String) {
    guard let object, let reference = references?.reference(to: object) else { return removeValue(forKey: key) }
    encode(forKey: key) { reference.write(to: &$0) }
  }

  /// Returns the state as a deterministic CBOR map (RFC 8949, section 4.2); empty if there are no values.
  public func encodedState() -> [UInt8] {
    encodedState { value, writer in value.write(to: &writer) }
  }

  /// Returns the state, with a number for each value in pieces, and these values.
  func encodedParts() -> (state: [UInt8], pieces: [StatePieces]) {
    var pieces: [StatePieces] = []
    let state = encodedState { value, writer in
      writer.writeTag(CBORTag.pieces)
      writer.write(Int64(pieces.count))
      pieces.append(value)
    }
    return (state, pieces)
  }

  private func encodedState(writing writePieces: (StatePieces, inout CBORWriter) -> Void) -> [UInt8] {
    let builtInState = builtInCoder?.encodedState(writing: writePieces) ?? []
    // Each access to a property would be checked for exclusivity.
    let (entries, written) = (self.entries, writer.bytes)
    if entries.isEmpty && builtInState.isEmpty { return [] }
    var result = CBORWriter()
    result.bytes.reserveCapacity(written.count + entries.count * 16)
    result.beginMap(count: entries.count + (builtInState.isEmpty ? 0 : 1))
    if !builtInState.isEmpty {
      result.write(Int64(0))
      result.bytes.append(contentsOf: builtInState)
    }
    for index in Self.encodedOrder(of: entries.map(\.key)) {
      result.write(entries[index].key)
      if let pieces = entries[index].pieces {
        writePieces(pieces, &result)
      } else {
        result.bytes.append(contentsOf: written[entries[index].bytes])
      }
    }
    return result.bytes
  }

  /// Returns the indices of keys in the bytewise order of encoded texts: shorter ones first, as their heads are smaller.
  ///
  /// Not isolated: the closure would be checked for its actor at each comparison.
  private nonisolated static func encodedOrder(of keys: [String]) -> [Int] {
    keys.indices.sorted { left, right in
      let (a, b) = (keys[left].utf8, keys[right].utf8)
      return a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
    }
  }

  // MARK: Decoding

  /// Returns the CBOR item of a key; nil if there is none.
  public func item(forKey key: String) -> ArraySlice<UInt8>? {
    guard let index = index(of: key) else { return nil }
    guard let pieces = entries[index].pieces else { return writer.bytes[entries[index].bytes] }
    var item = CBORWriter()
    pieces.write(to: &item)
    return item.bytes[...]
  }

  /// Returns a reader for the value of a key; nil if there is none.
  public func reader(forKey key: String) -> CBORReader? {
    item(forKey: key).map { CBORReader($0) }
  }

  /// Returns the value of a key; nil if there is none.
  public func decodeValue(forKey key: String) -> StateValue? {
    guard var reader = reader(forKey: key) else { return nil }
    return try? StateValue(from: &reader)
  }

  /// Returns the boolean of a key; nil if there is none, or the value has another type.
  public func decodeBoolean(forKey key: String) -> Bool? {
    if case .boolean(let value)? = decodeValue(forKey: key) { return value }
    return nil
  }

  /// Returns the integer of a key; nil if there is none, or the value has another type.
  public func decodeInteger(forKey key: String) -> Int? {
    if case .integer(let value)? = decodeValue(forKey: key) { return Int(exactly: value) }
    return nil
  }

  /// Returns the integer or float of a key; nil if there is none, or the value has another type.
  public func decodeNumber(forKey key: String) -> Double? {
    switch decodeValue(forKey: key) {
    case .integer(let value): return Double(value)
    case .float(let value): return value
    default: return nil
    }
  }

  /// Returns the text of a key; nil if there is none, or the value has another type.
  public func decodeString(forKey key: String) -> String? {
    if case .string(let value)? = decodeValue(forKey: key) { return value }
    return nil
  }

  /// Returns the pieces in which the value of a key is stored; nil if there is none, or it is stored as a whole.
  public func decodePieces(forKey key: String) -> StatePieces? { index(of: key).flatMap { entries[$0].pieces } }

  /// Returns the bytes of a key; nil if there are none, or the value has another type.
  public func decodeData(forKey key: String) -> [UInt8]? {
    if case .data(let value)? = decodeValue(forKey: key) { return value }
    return nil
  }

  /// Returns the restored object of a key's reference; nil if there is none, or it was not restored.
  public func decodeObject(forKey key: String) -> AnyObject? {
    guard case .reference(let reference)? = decodeValue(forKey: key) else { return nil }
    return references?.object(for: reference)
  }
}

/// Data attached to a coder while callbacks use it.
@MainActor
public protocol StateCoderAttachment: AnyObject {
  /// Called when a callback that used the coder has returned.
  func callbackDidReturn(_ coder: StateCoder)
}
