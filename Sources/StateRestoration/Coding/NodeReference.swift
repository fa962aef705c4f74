/// Refers to a node of the tree by its identifier path, and at each step by its index among siblings with the same
/// identifier.
public struct NodeReference: Sendable, Hashable {
  /// The identifiers from the root.
  public var path: IdentifierPath
  /// For each identifier, the zero-based index among the siblings that share it.
  public var ordinals: [Int]

  /// In a state being saved, the slot for a reference that is not known yet.
  private(set) var slot: Int?

  /// Creates a slot for a reference that is not known yet.
  init(slot: Int) {
    path = []
    ordinals = []
    self.slot = slot
  }

  /// Creates a reference to the node at a path.
  public init(path: IdentifierPath, ordinals: [Int] = []) {
    self.path = path
    self.ordinals = ordinals + Array(repeating: 0, count: max(0, path.components.count - ordinals.count))
  }

  /// Returns the reference to a child.
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
  /// Returns a state with slots replaced by references. A key whose reference does not exist is removed; within a value
  /// it becomes null.
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

  /// Returns a stored state with references replaced by slots, the inverse of filling them. A reference without a slot
  /// is kept.
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

  /// Copies items, calling a closure that may replace each reference or slot. If the closure writes nothing, the
  /// original is kept.
  private static func rewriteReferences(
    in items: ArraySlice<UInt8>, into writer: inout CBORWriter,
    _ rewrite: (_ atReference: CBORReader, inout CBORWriter) throws -> Void
  ) throws {
    var reader = CBORReader(items)
    // Arrays and maps are counted in items, so one item can replace another.
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

  /// Returns the slot in the next item; nil if it is not a slot.
  private static func readSlot(_ reader: CBORReader) -> Int? {
    var reader = reader
    guard case .tag(CBORTag.nodeReference)? = try? reader.readHead(), case .integer(let slot)? = try? reader.readHead()
    else { return nil }
    return Int(exactly: slot)
  }
}
