import Synchronization

/// A part of a long value, which a store writes once, however many saves contain it.
public struct StatePiece: Sendable, Equatable {
  private static let versions = Atomic<UInt64>(0)

  /// Another number for each piece that was made in this process.
  public let version: UInt64
  /// The bytes.
  public let bytes: [UInt8]

  /// A piece that no save contains yet.
  public init(_ bytes: [UInt8]) {
    self.bytes = bytes
    version = Self.versions.wrappingAdd(1, ordering: .relaxed).newValue
  }

  /// Whether both are the same piece.
  public static func == (left: StatePiece, right: StatePiece) -> Bool { left.version == right.version }
}

/// A long value of a state, which changes in a few places from one save to the next: a text, or bytes.
///
/// A node encodes it with ``StateCoder/encode(_:forKey:)``. In the node's state, a tag with a number stands for it
/// (``ArchivedNode/pieces``); with the pieces in its place, the state is one like any other.
public struct StatePieces: Sendable, Equatable {
  /// What the pieces are together.
  public enum Kind: String, Sendable {
    /// A text in UTF-8.
    case text
    /// Bytes.
    case data
  }

  /// What the pieces are together.
  public var kind: Kind
  /// The pieces, in order.
  public var pieces: [StatePiece]

  /// A value of these pieces.
  public init(_ kind: Kind, _ pieces: [StatePiece]) {
    self.kind = kind
    self.pieces = pieces
  }

  /// Writes the value.
  func write(to writer: inout CBORWriter) {
    writer.writeHead(kind == .text ? 3 : 2, UInt64(pieces.reduce(0) { $0 + $1.bytes.count }))
    for piece in pieces { writer.bytes.append(contentsOf: piece.bytes) }
  }

  /// A state with these values where their numbers stand.
  ///
  /// - Throws: ``CBORError`` if the state cannot be read, or has a number that stands for none.
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
