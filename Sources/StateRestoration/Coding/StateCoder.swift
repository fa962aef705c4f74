/// The keyed coder of one object (UIKit's `NSCoder` in `encodeRestorableStateWithCoder:`). The object encodes its
/// values under keys and decodes them under the same keys. Each object has its own key space.
///
/// A key space is a CBOR map with text keys. The state of the built-in class (a scroll offset, a selection) has a
/// separate key space under the integer key 0, so that it never conflicts with the app's keys.
///
/// A coder may only be used in the callback that receives it, and values may only be encoded in a coder for encoding. A
/// value that could not be decoded again is not encoded, and counts as an error of the callback (``InvalidValue``).
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
  /// Whether the state could not be decoded; it then counts as empty, and as an error of the callback.
  public private(set) var isDamaged = false

  /// Encodes values for the coder elsewhere. They are added when the coder's values are used next.
  public var pendingValues: (any PendingValues)?

  /// The map of values that were encoded elsewhere, until one of them is used. There are no other values meanwhile.
  private var map: [UInt8] = []
  private var readItems = KeyedItems()
  private var items: KeyedItems {
    _read {
      if !isDecoding { takeEncodedValues() }
      yield readItems
    }
    _modify {
      if !isDecoding { takeEncodedValues() }
      yield &readItems
    }
  }
  private var builtInCoder: StateCoder?
  /// The first value that could not be encoded, as an ``InvalidValue``.
  private var failure: (any Error)?

  /// Creates a coder for encoding.
  public init() { isDecoding = false }

  /// Creates a coder for decoding a state.
  ///
  /// - Parameter pieces: the long values that the state contains by number.
  public convenience init(
    decoding state: [UInt8], pieces: [StatePieces] = [], references: (any ReferenceResolving)? = nil
  ) {
    self.init(state, pieces, references, isDecoding: true)
  }

  /// Creates a coder for encoding that already has the values of a state.
  convenience init(changing state: [UInt8], pieces: [StatePieces] = []) {
    self.init(state, pieces, nil, isDecoding: false)
  }

  private init(
    _ state: [UInt8], _ pieces: [StatePieces], _ references: (any ReferenceResolving)?, isDecoding: Bool
  ) {
    self.isDecoding = isDecoding
    self.references = references
    guard !state.isEmpty else { return }
    do {
      var items = KeyedItems()
      try items.read(state, pieces) { self.builtInCoder = try StateCoder(decoding: $0, pieces, of: self) }
      readItems = items
    } catch {
      isDamaged = true
    }
  }

  private init(decoding slice: ArraySlice<UInt8>, _ pieces: [StatePieces], of outer: StateCoder) throws {
    isDecoding = outer.isDecoding
    references = outer.references
    info = outer.info
    // A built-in state cannot contain another one.
    try readItems.read(Array(slice), pieces, builtIn: nil)
  }

  // MARK: Validity

  /// A coder whose callback has returned.
  public static let used = {
    let coder = StateCoder()
    coder.beginUse()
    coder.endUse()
    return coder
  }()

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

  /// The key space of the built-in class in a decoded state; an empty one if the state has none.
  public var decodedBuiltIn: StateCoder { builtInCoder ?? .withoutValues }
  private static let withoutValues = StateCoder(decoding: [])

  /// Whether there is state of the built-in class.
  public var hasBuiltIn: Bool { builtInCoder != nil }

  // MARK: Keys

  /// Removes a key.
  public func removeValue(forKey key: String) { items.remove(key) }

  /// Returns whether a key has a value.
  public func contains(_ key: String) -> Bool { items.contains(key) }

  /// Returns whether a key, as UTF-8, has a value.
  public func contains(_ key: UnsafeRawBufferPointer) -> Bool { items.contains(key) }

  /// The keys, sorted.
  public var keys: [String] { items.keys.sorted() }

  /// The approximate size in bytes.
  public var byteCount: Int { map.count + readItems.byteCount + (builtInCoder?.byteCount ?? 0) }

  /// Removes all values. Some of their memory is kept for the next ones.
  func empty() {
    failure = nil
    pendingValues = nil
    map = []
    readItems.removeAll()
    builtInCoder?.empty()
  }

  /// Whether the coder has no values.
  public var isEmpty: Bool { items.isEmpty && (builtInCoder?.isEmpty ?? true) }

  /// Whether the object itself has encoded no values.
  public var hasNoKeys: Bool { items.isEmpty }

  // MARK: Encoding

  /// Takes over the values that were encoded elsewhere.
  package func takeEncodedValues() {
    if let pendingValues {
      self.pendingValues = nil
      pendingValues.add(to: self)
    }
    guard !map.isEmpty else { return }
    let read = map
    map = []
    do { try readItems.read(read, [], builtIn: nil) } catch { assertionFailure("\(error) in an encoded map") }
  }

  /// Sets the values of a coder without keys.
  ///
  /// - Parameter map: a deterministic CBOR map whose keys are texts; empty for no values.
  public func setMap(_ map: [UInt8]) {
    assert(readItems.isEmpty, "values were encoded meanwhile")
    self.map = map
  }

  /// A value that was not encoded, because it could not be decoded again.
  public struct InvalidValue: Error, CustomStringConvertible {
    /// The key of the value.
    public let key: String
    /// The reason, as a sentence without its subject.
    let reason: String

    public var description: String { "cannot encode key \"\(key)\": the value \(reason)" }
  }

  /// Throws if a value could not be encoded.
  func checkEncodedValues() throws {
    if let failure = failure ?? builtInCoder?.failure { throw failure }
  }

  /// A state that could not be decoded.
  struct DamagedState: Error, CustomStringConvertible {
    var description: String { "the saved state is damaged" }
  }

  /// Throws if the state could not be decoded.
  func checkState() throws {
    if isDamaged { throw DamagedState() }
  }

  /// The levels of nesting around a value: the map of the state, and that of the built-in class.
  private static let outerLevels = 2

  /// Encodes one CBOR item under a key, replacing an earlier value. If the closure throws, the key is unchanged.
  public func encode(forKey key: String, _ write: (inout CBORWriter) throws -> Void) rethrows {
    var reason: String?
    try encodeItem(forKey: key) { writer in
      let start = writer.bytes.count
      try write(&writer)
      reason = Self.flaw(ofItem: writer.bytes[start...])
      guard reason != nil else { return }
      writer.bytes.removeSubrange(start...)
      writer.writeNull()
    }
    if let reason, failure == nil { failure = InvalidValue(key: key, reason: reason) }
  }

  /// Returns why bytes cannot be decoded as one item; nil if they can.
  private static func flaw(ofItem bytes: ArraySlice<UInt8>) -> String? {
    var reader = CBORReader(bytes)
    do {
      try reader.skip(below: outerLevels)
      return reader.isAtEnd ? nil : "has more than one CBOR item"
    } catch CBORError.tooDeep {
      return "is nested deeper than \(CBORReader.maximumDepth - outerLevels - 1) levels"
    } catch {
      return "is not a complete CBOR item"
    }
  }

  /// Encodes one CBOR item under a key.
  ///
  /// - Parameter write: writes exactly one item, whose nesting depth is limited.
  private func encodeItem(forKey key: String, _ write: (inout CBORWriter) throws -> Void) rethrows {
    willEncode()
    try items.encode(key, write)
  }

  private func willEncode() {
    precondition(!isDecoding, "a value was encoded in a coder for decoding")
    precondition(isUsable, "a value was encoded in a coder whose callback has returned")
  }

  /// Encodes one CBOR item under a key, without checking that it can be decoded.
  ///
  /// - Parameters:
  ///   - key: the key as valid UTF-8.
  ///   - write: writes exactly one item, whose nesting depth is limited.
  package func encode(forKey key: UnsafeRawBufferPointer, _ write: (inout CBORWriter) throws -> Void) rethrows {
    try items.encode(key, write)
  }

  /// Encodes a value; nil removes the key.
  public func encode(_ value: StateValue?, forKey key: String) {
    guard let value else { return removeValue(forKey: key) }
    switch value {
    case .list, .map, .shared, .styledText: encode(forKey: key) { value.write(to: &$0) }
    default: encodeItem(forKey: key) { value.write(to: &$0) }
    }
  }

  /// Encodes a boolean.
  public func encode(_ value: Bool, forKey key: String) { encodeItem(forKey: key) { $0.write(value) } }
  /// Encodes an integer.
  public func encode(_ value: Int, forKey key: String) { encodeItem(forKey: key) { $0.write(Int64(value)) } }
  /// Encodes a float.
  public func encode(_ value: Double, forKey key: String) { encodeItem(forKey: key) { $0.write(value) } }
  /// Encodes a text.
  public func encode(_ value: String, forKey key: String) { encodeItem(forKey: key) { $0.write(value) } }
  /// Encodes bytes.
  public func encode(data: [UInt8], forKey key: String) { encodeItem(forKey: key) { $0.writeByteString(data) } }

  /// Encodes a long value in pieces. A store only writes the pieces that it does not have yet.
  public func encode(_ pieces: StatePieces, forKey key: String) {
    willEncode()
    items.encode(key, pieces)
  }

  /// Encodes a reference to another object of the tree, which decodes to that object when it is restored. Nil, or an
  /// object without an identifier path, removes the key.
  public func encode(reference object: AnyObject?, forKey key: String) {
    guard let object, let reference = references?.reference(to: object) else { return removeValue(forKey: key) }
    encodeItem(forKey: key) { reference.write(to: &$0) }
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
    let builtIn = builtInCoder?.encodedState(writing: writePieces) ?? []
    if builtIn.isEmpty, pendingValues == nil, !map.isEmpty { return map }
    return items.encodedMap(with: builtIn, writing: writePieces)
  }

  // MARK: Decoding

  /// Returns the CBOR item of a key; nil if there is none.
  public func item(forKey key: String) -> ArraySlice<UInt8>? { items.item(key) }

  /// Returns the CBOR item of a key, given as UTF-8; nil if there is none.
  public func item(forKey key: UnsafeRawBufferPointer) -> ArraySlice<UInt8>? { items.item(key) }

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
  public func decodePieces(forKey key: String) -> StatePieces? { items.pieces(key) }

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

/// Values of a coder that are encoded elsewhere.
@MainActor
public protocol PendingValues: AnyObject {
  /// Adds the values to the coder, which no longer refers to this object.
  func add(to coder: StateCoder)
}

/// Data attached to a coder while callbacks use it.
@MainActor
public protocol StateCoderAttachment: AnyObject {
  /// Called when a callback that used the coder has returned.
  func callbackDidReturn(_ coder: StateCoder)
}
