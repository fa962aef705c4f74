import Synchronization

/// A part of a long value. A store writes it once, however many saves contain it.
public struct StatePiece: Sendable, Equatable {
  private static let versions = Atomic<UInt64>(0)

  /// A number that is unique among the pieces created in this process.
  public let version: UInt64
  /// The bytes.
  public let bytes: [UInt8]

  /// Creates a piece that no save contains yet.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    version = Self.versions.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether both are the same piece.
  public static func == (left: StatePiece, right: StatePiece) -> Bool { left.version == right.version }
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
      var value = reader
      switch try value.readHead() {
      case .tag(CBORTag.pieces):
        guard case .integer(let number) = try value.readHead(), let index = Int(exactly: number),
          values.indices.contains(index)
        else { throw CBORError.unexpected(offset: reader.offset) }
        values[index].write(to: &writer)
        reader = value
      case .map where !isBuiltIn && key.elementsEqual([0]):
        try joinMap(&reader, state, values, isBuiltIn: true, into: &writer)
      default: writer.bytes += try reader.readItem()
      }
    }
  }
}
