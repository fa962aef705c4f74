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
    try rewriteReferences(in: item, into: &writer) { reader, writer in
      guard let slot = readSlot(reader) else { return }
      if let reference = reference(slot) { reference.write(to: &writer) } else { writer.writeNull() }
    }
  }

  /// A stored state with slots in the place of its references: the reverse of filling them. A reference that gets no slot
  /// stays as it is written.
  static func makingSlots(of state: [UInt8], _ slot: (NodeReference) -> Int?) throws -> [UInt8] {
    var rewritten = CBORWriter()
    try rewriteReferences(in: state[...], into: &rewritten) { reader, writer in
      var reader = reader
      _ = try reader.readHead()
      let reference = try NodeReference(from: &reader)
      if let slot = slot(reference) { NodeReference(slot: slot).write(to: &writer) }
    }
    return rewritten.bytes
  }

  /// Copies items, and lets each reference among them, and each slot for one, be written otherwise. One for which nothing
  /// is written stays as it is.
  private static func rewriteReferences(
    in items: ArraySlice<UInt8>, into writer: inout CBORWriter,
    _ rewrite: (_ atReference: CBORReader, inout CBORWriter) throws -> Void
  ) throws {
    var reader = CBORReader(items)
    // Arrays and maps are counted in items, so that one item can take the place of another.
    while !reader.isAtEnd {
      let item = reader
      switch try reader.readHead() {
      case .tag(CBORTag.nodeReference):
        let written = writer.bytes.count
        try rewrite(item, &writer)
        try reader.skip()
        if writer.bytes.count > written { continue }
      case .byteString(let count), .text(let count): _ = try reader.readBytes(count)
      default: break
      }
      writer.bytes.append(contentsOf: items[item.offset..<reader.offset])
    }
  }

  /// The slot that the next item is; nil if it is something else.
  private static func readSlot(_ reader: CBORReader) -> Int? {
    var reader = reader
    guard case .tag(CBORTag.nodeReference)? = try? reader.readHead(), case .integer(let slot)? = try? reader.readHead()
    else { return nil }
    return Int(exactly: slot)
  }
}
