/// Leads to a node of the tree: its identifier path, and at each step its place among siblings of the same identifier.
public struct NodeReference: Sendable, Hashable {
  /// The identifiers from the root.
  public var path: IdentifierPath
  /// For each identifier, the place among the siblings that share it, from 0.
  public var ordinals: [Int]

  /// In a state that is being saved: where the reference that is not known yet goes.
  private(set) var slot: Int?

  /// A place for a reference that is not known yet.
  init(slot: Int) {
    path = []
    ordinals = []
    self.slot = slot
  }

  /// The node at this path.
  public init(path: IdentifierPath, ordinals: [Int] = []) {
    self.path = path
    self.ordinals = ordinals + Array(repeating: 0, count: max(0, path.components.count - ordinals.count))
  }

  /// The child of this identifier.
  public func appending(_ identifier: String, ordinal: Int) -> NodeReference {
    NodeReference(path: path.appending(identifier), ordinals: ordinals + [ordinal])
  }

  /// Writes the reference as a tagged array.
  public func write(to writer: inout CBORWriter) {
    writer.writeTag(CBORTag.nodeReference)
    if let slot { return writer.write(Int64(slot)) }
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

  /// Reads the array of a reference whose tag was read.
  public init(from reader: inout CBORReader) throws {
    let start = reader.offset
    guard case .array(let count?) = try reader.readHead() else { throw CBORError.unexpected(offset: start) }
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
    self.init(path: IdentifierPath(components), ordinals: ordinals)
  }
}

extension NodeReference {
  /// A state with references in the place of its slots. A key that has a reference which leads nowhere is left out; within
  /// a value it is null.
  static func fillingSlots(of state: [UInt8], _ reference: (Int) -> NodeReference?) throws -> [UInt8] {
    var reader = CBORReader(state)
    guard case .map(let count?) = try reader.readHead() else { return state }
    var pairs = CBORWriter()
    var filled = 0
    for _ in 0..<count {
      let start = reader.offset
      try reader.skip()
      if let slot = readSlot(reader), reference(slot) == nil {
        try reader.skip()
        continue
      }
      pairs.bytes.append(contentsOf: state[start..<reader.offset])
      try fillSlots(of: try reader.readItem(), reference, into: &pairs)
      filled += 1
    }
    guard filled > 0 else { return [] }
    var writer = CBORWriter()
    writer.beginMap(count: filled)
    writer.bytes.append(contentsOf: pairs.bytes)
    return writer.bytes
  }

  private static func fillSlots(
    of item: ArraySlice<UInt8>, _ reference: (Int) -> NodeReference?, into writer: inout CBORWriter
  ) throws {
    var reader = CBORReader(item)
    var copied = item.startIndex
    // Arrays and maps are counted in items, so that one item can take the place of another.
    while !reader.isAtEnd {
      if let slot = readSlot(reader) {
        writer.bytes.append(contentsOf: item[copied..<reader.offset])
        if let reference = reference(slot) { reference.write(to: &writer) } else { writer.writeNull() }
        try reader.skip()
        copied = reader.offset
        continue
      }
      switch try reader.readHead() {
      case .byteString(let count), .text(let count): _ = try reader.readBytes(count)
      default: break
      }
    }
    writer.bytes.append(contentsOf: item[copied...])
  }

  /// The slot that the next item is; nil if it is something else.
  private static func readSlot(_ reader: CBORReader) -> Int? {
    var reader = reader
    guard case .tag(CBORTag.nodeReference)? = try? reader.readHead(), case .integer(let slot)? = try? reader.readHead()
    else { return nil }
    return Int(exactly: slot)
  }
}
