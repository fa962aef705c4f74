/// A stored reference to a node of a save.
public enum NodeReference: Sendable, Hashable {
  /// The node with this ID, whatever its name and position.
  case node(NodeID)
  /// The node at this path in the same save: the form stored by formats before 4, and shown by tools. The ordinals are
  /// zero-based indexes among siblings with the same identifier.
  case path(IdentifierPath, ordinals: [Int])

  /// Creates a reference to the node at a path. Missing ordinals are 0.
  public init(path: IdentifierPath, ordinals: [Int] = []) {
    self = .path(
      path, ordinals: ordinals + Array(repeating: 0, count: max(0, path.components.count - ordinals.count)))
  }

  /// Writes the reference as a tagged ID or a tagged array.
  public func write(to writer: inout CBORWriter) {
    writer.writeTag(CBORTag.nodeReference)
    switch self {
    case .node(let id): writer.write(id)
    case .path(let path, let ordinals):
      writer.beginArray(count: path.components.count)
      for (identifier, ordinal) in zip(path.components, ordinals) {
        if ordinal == 0 {
          writer.write(identifier)
        } else {
          writer.beginArray(count: 2)
          writer.write(identifier)
          writer.write(Int64(ordinal))
        }
      }
    }
  }

  /// Reads the ID or array of a reference, after its tag.
  public init(from reader: inout CBORReader) throws {
    let start = reader.offset
    switch try reader.readHead() {
    case .integer(let id): self = .node(id)
    case .array(let count?): self = try Self.readPath(count, &reader)
    default: throw CBORError.unexpected(offset: start)
    }
  }

  private static func readPath(_ count: Int, _ reader: inout CBORReader) throws -> NodeReference {
    var components: [String] = []
    var ordinals: [Int] = []
    for _ in 0..<count {
      let start = reader.offset
      switch try reader.readHead() {
      case .text(let length):
        components.append(String(decoding: try reader.readBytes(length), as: UTF8.self))
        ordinals.append(0)
      case .array(2):
        guard case .text(let length) = try reader.readHead() else { throw CBORError.unexpected(offset: start) }
        components.append(String(decoding: try reader.readBytes(length), as: UTF8.self))
        guard case .integer(let ordinal) = try reader.readHead(), let ordinal = Int(exactly: ordinal) else {
          throw CBORError.unexpected(offset: start)
        }
        ordinals.append(ordinal)
      default: throw CBORError.unexpected(offset: start)
      }
    }
    return NodeReference(path: IdentifierPath(components), ordinals: ordinals)
  }

  /// Returns a state with each reference replaced. A reference for which the closure returns nil becomes null.
  public static func replacing(
    in state: [UInt8], with replacement: (NodeReference) -> NodeReference?
  ) throws -> [UInt8] {
    var reader = CBORReader(state)
    var writer = CBORWriter()
    // Arrays and maps are counted in items, so one item can replace another.
    while !reader.isAtEnd {
      let start = reader.offset
      switch try reader.readHead() {
      case .tag(CBORTag.nodeReference):
        if let new = replacement(try NodeReference(from: &reader)) {
          new.write(to: &writer)
        } else {
          writer.writeNull()
        }
        continue
      case .byteString(let count), .text(let count): _ = try reader.readBytes(count)
      default: break
      }
      writer.bytes.append(contentsOf: state[start..<reader.offset])
    }
    return writer.bytes
  }
}

extension NodeReference: CustomStringConvertible {
  /// The path, or the number of a node that is not in the save.
  public var description: String {
    switch self {
    case .node(let id): "#\(id)"
    case .path(let path, _): path.description
    }
  }
}
