/// A value in a key space, for Swift programs and tools.
public indirect enum StateValue: Sendable, Equatable {
  case boolean(Bool)
  case integer(Int64)
  case float(Double)
  case string(String)
  /// Text that is not valid UTF-8.
  case byteText([UInt8])
  case data([UInt8])
  /// A text with styles: a list that begins with its plain text.
  case styledText(StateValue)
  /// Seconds since 1970-01-01 00:00 UTC.
  case date(Double)
  case list([StateValue])
  case map([Pair])
  case reference(NodeReference)
  /// A list or map that occurs several times; shared values are numbered from 0.
  case shared(StateValue)
  /// A reference to a shared value by its number.
  case sharedReference(Int)
  /// Null, which other programs may write and states do not use.
  case null

  /// A key with its value.
  public struct Pair: Sendable, Equatable {
    /// A boolean, integer, float or string.
    public var key: StateValue
    /// The value.
    public var value: StateValue

    /// Creates a pair.
    public init(key: StateValue, value: StateValue) {
      self.key = key
      self.value = value
    }
  }

  /// Floats are compared by their bits, and texts by their bytes.
  public static func == (left: StateValue, right: StateValue) -> Bool {
    switch (left, right) {
    case (.boolean(let left), .boolean(let right)): left == right
    case (.integer(let left), .integer(let right)): left == right
    case (.string(let left), .string(let right)): left.utf8.elementsEqual(right.utf8)
    default: left.encoded() == right.encoded()
    }
  }
}

extension StateValue {
  /// Returns the value as CBOR.
  public func encoded() -> [UInt8] {
    var writer = CBORWriter()
    write(to: &writer)
    return writer.bytes
  }

  /// Writes the value.
  public func write(to writer: inout CBORWriter) {
    switch self {
    case .boolean(let value): writer.write(value)
    case .integer(let value): writer.write(value)
    case .float(let value): writer.write(value)
    case .string(let value): writer.write(value)
    case .byteText(let bytes):
      writer.writeTag(CBORTag.byteText)
      writer.writeByteString(bytes)
    case .data(let bytes): writer.writeByteString(bytes)
    case .styledText(let value):
      writer.writeTag(CBORTag.byteText)
      writer.writeTag(CBORTag.styledText)
      value.write(to: &writer)
    case .date(let seconds):
      writer.writeTag(CBORTag.epochDate)
      writer.write(seconds)
    case .list(let items):
      writer.beginArray(count: items.count)
      for item in items { item.write(to: &writer) }
    case .map(let pairs):
      writer.beginMap(count: pairs.count)
      for pair in pairs {
        pair.key.write(to: &writer)
        pair.value.write(to: &writer)
      }
    case .reference(let reference): reference.write(to: &writer)
    case .shared(let value):
      writer.writeTag(CBORTag.shareable)
      value.write(to: &writer)
    case .sharedReference(let index):
      writer.writeTag(CBORTag.sharedReference)
      writer.write(Int64(index))
    case .null: writer.writeNull()
    }
  }

  /// Reads one value. Tags that states do not use are ignored.
  public init(from reader: inout CBORReader) throws {
    self = try Self.read(&reader, depth: 0)
  }

  private static func read(_ reader: inout CBORReader, depth: Int) throws -> StateValue {
    let start = reader.offset
    guard depth < CBORReader.maximumDepth else { throw CBORError.tooDeep(offset: start) }
    switch try reader.readHead() {
    case .integer(let value): return .integer(value)
    case .bigInteger(let negative, let magnitude): return .float(negative ? -1 - Double(magnitude) : Double(magnitude))
    case .byteString(let count): return .data(try reader.readBytes(count))
    case .text(let count): return .string(String(decoding: try reader.readBytes(count), as: UTF8.self))
    case .boolean(let value): return .boolean(value)
    case .float(let value): return .float(value)
    case .null, .undefined, .simple: return .null
    case .break: throw CBORError.malformed(offset: start)
    case .array(let count):
      var items: [StateValue] = []
      while reader.hasMore(after: items.count, of: count) { items.append(try read(&reader, depth: depth + 1)) }
      return .list(items)
    case .map(let count):
      var pairs: [Pair] = []
      while reader.hasMore(after: pairs.count, of: count) {
        let key = try read(&reader, depth: depth + 1)
        pairs.append(Pair(key: key, value: try read(&reader, depth: depth + 1)))
      }
      return .map(pairs)
    case .tag(let tag):
      return try read(tag: tag, &reader, depth: depth)
    }
  }

  private static func read(tag: UInt64, _ reader: inout CBORReader, depth: Int) throws -> StateValue {
    let start = reader.offset
    if tag == CBORTag.nodeReference { return .reference(try NodeReference(from: &reader)) }
    let value = try read(&reader, depth: depth + 1)
    switch (tag, value) {
    case (CBORTag.byteText, .data(let bytes)): return .byteText(bytes)
    case (CBORTag.styledText, _): return .styledText(value)
    case (CBORTag.epochDate, .float(let seconds)): return .date(seconds)
    case (CBORTag.epochDate, .integer(let seconds)): return .date(Double(seconds))
    case (CBORTag.shareable, _): return .shared(value)
    case (CBORTag.sharedReference, .integer(let index)):
      guard let index = Int(exactly: index), index >= 0 else { throw CBORError.malformed(offset: start) }
      return .sharedReference(index)
    default: return value
    }
  }
}
