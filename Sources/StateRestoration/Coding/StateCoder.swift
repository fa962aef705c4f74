/// The keyed coder of one object (UIKit's `NSCoder` in `encodeRestorableStateWithCoder:`): the object writes its values
/// under keys, and finds them again under the same keys. Each object has its own key space.
///
/// A key space is a CBOR map of text keys. What a class keeps by itself (a scroll offset, a selection) has a key space of
/// its own inside it, under the integer key 0, so that it never collides with the app's keys.
@MainActor
public final class StateCoder {
  /// Leads to other objects of the tree and back.
  public weak var references: (any ReferenceResolving)?
  /// The save that is made or restored.
  public var info: SaveInfo?
  /// The storyboard that the controller came from, for its restoration method.
  public var storyboard: AnyObject?
  /// Whether it is there to read a state with, and not to write one.
  public let isDecoding: Bool
  /// What the side that gives and takes values keeps beside them, until the last callback that uses the coder returns.
  public var attachment: (any StateCoderAttachment)?
  /// How many callbacks use the coder now; nil before the first.
  private var uses: Int?
  /// Whether the state could not be read; it then counts as empty.
  public private(set) var isDamaged = false

  private var writer = CBORWriter()
  private var entries: [(key: String, bytes: Range<Int>)] = []
  private var indexByKey: [String: Int] = [:]
  /// How many bytes the keys take.
  private var keyBytes = 0
  private var stored: [UInt8] = []
  private var builtInCoder: StateCoder?

  /// A coder to write with.
  public init() {
    isDecoding = false
  }

  /// A coder to read a state with.
  public init(decoding state: [UInt8], references: (any ReferenceResolving)? = nil) {
    isDecoding = true
    self.references = references
    self.stored = state
    guard !state.isEmpty else { return }
    do {
      try readKeys(ArraySlice(state))
    } catch {
      isDamaged = true
      entries = []
      indexByKey = [:]
    }
  }

  private init(decoding slice: ArraySlice<UInt8>, of outer: StateCoder) throws {
    isDecoding = true
    references = outer.references
    info = outer.info
    stored = Array(slice)
    try readKeys(ArraySlice(stored), isBuiltIn: true)
  }

  private func readKeys(_ state: ArraySlice<UInt8>, isBuiltIn: Bool = false) throws {
    var reader = CBORReader(state)
    guard case .map(let count?) = try reader.readHead() else { throw CBORError.unexpected(offset: 0) }
    for _ in 0..<count {
      let start = reader.offset
      let head = try reader.readHead()
      switch head {
      case .text(let length):
        let key = String(decoding: try reader.readBytes(length), as: UTF8.self)
        let item = try reader.readItem()
        setEntry(key, item.startIndex..<item.endIndex)
      // A class has no class that keeps something for it in turn.
      case .integer(0) where !isBuiltIn:
        builtInCoder = try StateCoder(decoding: try reader.readItem(), of: self)
      default:
        throw CBORError.unexpected(offset: start)
      }
    }
    writer.bytes = stored
  }

  // MARK: Use

  /// Whether it may be used: false after the callback that it was made for has returned.
  public var isUsable: Bool { uses != 0 }

  /// A callback is about to get the coder.
  func beginUse() { uses = (uses ?? 0) + 1 }

  /// The callback has returned.
  ///
  /// - Parameter isLast: whether no other callback gets the coder.
  func endUse(isLast: Bool = true) {
    uses = (uses ?? 1) - 1
    attachment?.callbackDidReturn(self)
    if isLast { attachment = nil }
  }

  /// The key space of what the class keeps by itself.
  public var builtIn: StateCoder {
    if let builtInCoder { return builtInCoder }
    let coder = StateCoder()
    coder.references = references
    coder.info = info
    builtInCoder = coder
    return coder
  }

  /// Whether the class has kept something by itself.
  public var hasBuiltIn: Bool { builtInCoder != nil }

  // MARK: Keys

  private static let linearSearchLimit = 12

  private func index(of key: String) -> Int? {
    guard entries.count <= Self.linearSearchLimit else { return indexByKey[key] }
    // A closure here would be checked for its actor at each entry.
    for index in entries.indices where entries[index].key == key { return index }
    return nil
  }

  private func setEntry(_ key: String, _ bytes: Range<Int>) {
    if let index = index(of: key) {
      entries[index].bytes = bytes
      return
    }
    entries.append((key, bytes))
    keyBytes += key.utf8.count
    if entries.count == Self.linearSearchLimit + 1 {
      for (index, entry) in entries.enumerated() { indexByKey[entry.key] = index }
    } else if entries.count > Self.linearSearchLimit {
      indexByKey[key] = entries.count - 1
    }
  }

  /// Takes a key out.
  public func removeValue(forKey key: String) {
    guard let index = index(of: key) else { return }
    entries.remove(at: index)
    keyBytes -= key.utf8.count
    indexByKey = [:]
    if entries.count > Self.linearSearchLimit {
      for (index, entry) in entries.enumerated() { indexByKey[entry.key] = index }
    }
  }

  /// Whether there is a value under this key.
  public func contains(_ key: String) -> Bool { index(of: key) != nil }

  /// The keys, sorted.
  public var keys: [String] { entries.map(\.key).sorted() }

  /// About how many bytes it holds.
  public var byteCount: Int {
    // A state that is read is one array, whoever holds it.
    keyBytes + (entries.count > Self.linearSearchLimit ? entries.count * 64 : 0)
      + (isDecoding ? stored.count : writer.bytes.count) + (builtInCoder?.byteCount ?? 0)
  }

  /// Releases what was written: the coder can be held for longer than that is needed.
  func empty() {
    writer = CBORWriter()
    entries = []
    indexByKey = [:]
    keyBytes = 0
    builtInCoder?.empty()
  }

  /// Whether nothing is in it.
  public var isEmpty: Bool { entries.isEmpty && (builtInCoder?.isEmpty ?? true) }

  // MARK: Writing

  /// Writes one CBOR item under a key. A second write of a key wins. If the closure throws, the key is as it was.
  public func encode(forKey key: String, _ write: (inout CBORWriter) throws -> Void) rethrows {
    let start = writer.bytes.count
    do {
      try write(&writer)
    } catch {
      writer.bytes.removeSubrange(start...)
      throw error
    }
    setEntry(key, start..<writer.bytes.count)
  }

  /// Writes a value; nil takes the key out.
  public func encode(_ value: StateValue?, forKey key: String) {
    guard let value else { return removeValue(forKey: key) }
    encode(forKey: key) { value.write(to: &$0) }
  }

  /// Writes a boolean.
  public func encode(_ value: Bool, forKey key: String) { encode(forKey: key) { $0.write(value) } }
  /// Writes an integer.
  public func encode(_ value: Int, forKey key: String) { encode(forKey: key) { $0.write(Int64(value)) } }
  /// Writes a float.
  public func encode(_ value: Double, forKey key: String) { encode(forKey: key) { $0.write(value) } }
  /// Writes text.
  public func encode(_ value: String, forKey key: String) { encode(forKey: key) { $0.write(value) } }
  /// Writes bytes.
  public func encode(data: [UInt8], forKey key: String) { encode(forKey: key) { $0.writeByteString(data) } }

  /// Writes a reference to another object of the tree, which decodes to that object when it is restored. An object
  /// without an identifier path, and nil, leave the key out.
  public func encode(reference object: AnyObject?, forKey key: String) {
    guard let object, let reference = references?.reference(to: object) else { return removeValue(forKey: key) }
    encode(forKey: key) { reference.write(to: &$0) }
  }

  /// The state: a deterministic CBOR map (RFC 8949, section 4.2). Nothing if nothing was written.
  public func encodedState() -> [UInt8] {
    let builtInState = builtInCoder?.encodedState() ?? []
    if entries.isEmpty && builtInState.isEmpty { return [] }
    var result = CBORWriter()
    result.bytes.reserveCapacity(writer.bytes.count + entries.count * 16)
    result.beginMap(count: entries.count + (builtInState.isEmpty ? 0 : 1))
    if !builtInState.isEmpty {
      result.write(Int64(0))
      result.bytes.append(contentsOf: builtInState)
    }
    // Bytewise order of encoded text keys: shorter ones first, as their heads are smaller.
    let order = entries.indices.sorted { left, right in
      let (a, b) = (entries[left].key.utf8, entries[right].key.utf8)
      return a.count != b.count ? a.count < b.count : a.lexicographicallyPrecedes(b)
    }
    for index in order {
      result.write(entries[index].key)
      result.bytes.append(contentsOf: writer.bytes[entries[index].bytes])
    }
    return result.bytes
  }

  // MARK: Reading

  /// The CBOR item under a key; nil if there is none.
  public func item(forKey key: String) -> ArraySlice<UInt8>? { index(of: key).map { writer.bytes[entries[$0].bytes] } }

  /// A reader that stands at the value of a key; nil if there is none.
  public func reader(forKey key: String) -> CBORReader? {
    guard let index = index(of: key) else { return nil }
    return CBORReader(writer.bytes[entries[index].bytes])
  }

  /// The value of a key; nil if there is none.
  public func decodeValue(forKey key: String) -> StateValue? {
    guard var reader = reader(forKey: key) else { return nil }
    return try? StateValue(from: &reader)
  }

  /// The boolean under a key; nil if there is none, or something else.
  public func decodeBoolean(forKey key: String) -> Bool? {
    if case .boolean(let value)? = decodeValue(forKey: key) { return value }
    return nil
  }

  /// The integer under a key; nil if there is none, or something else.
  public func decodeInteger(forKey key: String) -> Int? {
    if case .integer(let value)? = decodeValue(forKey: key) { return Int(exactly: value) }
    return nil
  }

  /// The integer or float under a key; nil if there is none, or something else.
  public func decodeNumber(forKey key: String) -> Double? {
    switch decodeValue(forKey: key) {
    case .integer(let value): return Double(value)
    case .float(let value): return value
    default: return nil
    }
  }

  /// The text under a key; nil if there is none, or something else.
  public func decodeString(forKey key: String) -> String? {
    if case .string(let value)? = decodeValue(forKey: key) { return value }
    return nil
  }

  /// The bytes under a key; nil if there are none, or something else.
  public func decodeData(forKey key: String) -> [UInt8]? {
    if case .data(let value)? = decodeValue(forKey: key) { return value }
    return nil
  }

  /// The restored object that the reference under a key leads to; nil if there is none, or it was not restored.
  public func decodeObject(forKey key: String) -> AnyObject? {
    guard case .reference(let reference)? = decodeValue(forKey: key) else { return nil }
    return references?.object(for: reference)
  }
}

/// What stands beside the values of a coder while callbacks use it.
@MainActor
public protocol StateCoderAttachment: AnyObject {
  /// A callback that used the coder has returned.
  func callbackDidReturn(_ coder: StateCoder)
}
