import Synchronization

/// A part of a long value. A store writes it once, however many saves contain it.
public struct StatePiece: Sendable, Equatable {
  private static let versions = Atomic<UInt64>(0)

  /// A number that is unique among the pieces created in this process.
  public let version: UInt64
  /// The bytes.
  public let bytes: [UInt8]
  /// The ID of the piece in the store from which it was read; nil for a new piece.
  public let storedID: NodeID?

  /// Creates a piece.
  public init(_ bytes: [UInt8], storedID: NodeID? = nil) {
    self.bytes = bytes
    self.storedID = storedID
    version = Self.versions.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether both have the same bytes.
  public static func == (left: StatePiece, right: StatePiece) -> Bool {
    left.version == right.version || left.bytes == right.bytes
  }
}

/// A long value of a state that changes in a few places from one save to the next: a text, or bytes.
///
/// A node encodes it with ``StateCoder/encode(_:forKey:)``. The node's state contains a tag with a number instead
/// (``ArchivedNode/pieces``). With the pieces in place, the state has the usual format.
public struct StatePieces: Sendable, Equatable {
  /// The type of the whole value.
  public enum Kind: String, Sendable {
    /// A text in UTF-8.
    case text
    /// Bytes.
    case data
  }

  /// The type of the whole value.
  public var kind: Kind
  /// The pieces, in order.
  public var pieces: [StatePiece]

  /// Creates a value from its pieces.
  public init(_ kind: Kind, _ pieces: [StatePiece]) {
    self.kind = kind
    self.pieces = pieces
  }

  /// All bytes, in order.
  public var bytes: [UInt8] { pieces.flatMap(\.bytes) }

  /// Writes the value.
  func write(to writer: inout CBORWriter) {
    writer.writeHead(kind == .text ? 3 : 2, UInt64(pieces.reduce(0) { $0 + $1.bytes.count }))
    for piece in pieces { writer.bytes.append(contentsOf: piece.bytes) }
  }

  /// Returns a state with these values in place of their numbers.
  ///
  /// - Throws: ``CBORError`` if the state cannot be read, or contains an invalid number.
  static func joined(_ state: [UInt8], _ values: [StatePieces]) throws -> [UInt8] {
    var writer = CBORWriter()
    writer.bytes.reserveCapacity(values.reduce(state.count) { $0 + $1.pieces.reduce(0) { $0 + $1.bytes.count } })
    var reader = CBORReader(state)
    try joinMap(&reader, state, values, isBuiltIn: false, into: &writer)
    return writer.bytes
  }

  private static func joinMap(
    _ reader: inout CBORReader, _ state: [UInt8], _ values: [StatePieces], isBuiltIn: Bool,
    into writer: inout CBORWriter
  ) throws {
    let start = reader.offset
    guard case .map(let count?) = try reader.readHead() else { throw CBORError.unexpected(offset: start) }
    writer.bytes += state[start..<reader.offset]
    for _ in 0..<count {
      let key = try reader.readItem()
      writer.bytes += key
      if !isBuiltIn, key.elementsEqual([0]) {
        try joinMap(&reader, state, values, isBuiltIn: true, into: &writer)
        continue
      }
      let item = try reader.readItem()
      if let value = try value(of: item, among: values) {
        value.write(to: &writer)
      } else {
        writer.bytes += item
      }
    }
  }

  /// Returns the long value to which an item refers; nil if the item is a value itself.
  ///
  /// - Throws: ``CBORError`` if there is no value with its number.
  static func value(of item: ArraySlice<UInt8>, among values: [StatePieces]) throws -> StatePieces? {
    // Most items have no tag.
    guard let first = item.first, first >> 5 == 6 else { return nil }
    var reader = CBORReader(item)
    guard case .tag(CBORTag.pieces) = try reader.readHead() else { return nil }
    guard case .integer(let number) = try reader.readHead(), let index = Int(exactly: number),
      values.indices.contains(index)
    else { throw CBORError.unexpected(offset: item.startIndex) }
    return values[index]
  }
}
