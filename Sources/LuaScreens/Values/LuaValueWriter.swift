import Interface
import LuaRuntime
import StateRestoration

/// A script's value that cannot be saved.
struct UnencodableValue: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "cannot encode \(path): \(reason)" }
}

/// Encodes Lua values as deterministic CBOR. Shared tables are written once, and cycles are kept.
@MainActor
struct LuaValueWriter {
  /// Resolves references and lists the tables of the values; nil if values have no references.
  var encodedTables: EncodedTables?
  /// Whether values that cannot be saved are written as the text of `tostring` instead of causing an error.
  var describesUnsavable = false

  /// The maximum nesting depth of tables. The reader accepts twice as many levels, because shared tables have an
  /// additional tag.
  private static let maximumDepth = CBORReader.maximumDepth / 2 - 10

  private final class Tables {
    /// The number of occurrences of each table; tables with more than one are shared.
    var met: [UnsafeRawPointer: Int] = [:]
    /// The numbers of the shared tables written so far.
    var written: [UnsafeRawPointer: Int] = [:]
  }

  /// Writes the value at an index.
  ///
  /// - Parameter name: the value's name in messages.
  /// - Throws: ``UnencodableValue``.
  func write(_ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter, name: () -> String) throws {
    let index = stack.absolute(index)
    guard stack.kind(index) == .table else { return try write(stack, index, to: &writer, nil, path: name) }
    if let reference = encodedTables?.reference(stack, index) { return reference.write(to: &writer) }
    let keys = try stack.keys(ofTable: index)
    // Only a table that contains tables can contain shared ones.
    guard keys.containsTables else { return try writeTable(stack, index, keys, to: &writer, nil, path: name) }
    let tables = Tables()
    try count(stack, index, tables, depth: 0, path: name)
    try writeTable(stack, index, keys, to: &writer, tables, path: name)
  }

  private func count(_ stack: LuaStack, _ index: Int32, _ tables: Tables, depth: Int, path: () -> String) throws {
    // The contents of an object of the tree are not part of the value that refers to it.
    guard let identity = stack.identity(index), encodedTables?.isReference(stack, index) != true else { return }
    tables.met[identity, default: 0] += 1
    if tables.met[identity] != 1 { return }
    guard depth < Self.maximumDepth else {
      throw UnencodableValue(path: path(), reason: "tables are nested deeper than \(Self.maximumDepth) levels")
    }
    try stack.reserve(8)
    try stack.forEachPair(index) {
      if stack.kind(-1) == .table { try count(stack, stack.absolute(-1), tables, depth: depth + 1, path: path) }
    }
  }

  private func write(
    _ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter, _ tables: Tables?, path: () -> String
  ) throws {
    switch stack.kind(index) {
    case .boolean: writer.write(stack.truth(index))
    case .number:
      if let integer = stack.integer(index), stack.isInteger(index) {
        writer.write(integer)
      } else {
        writer.write(stack.number(index) ?? 0)
      }
    case .string: writeString(stack, index, to: &writer)
    case .table:
      if let reference = encodedTables?.reference(stack, index) { return reference.write(to: &writer) }
      try writeTable(stack, index, try stack.keys(ofTable: index), to: &writer, tables, path: path)
    case .userdata: try writeObject(stack, index, to: &writer, path: path)
    case .nil, .none: writer.writeNull()
    default: try refuse(stack, index, to: &writer, path: path)
    }
  }

  private func writeString(_ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter) {
    guard let bytes = stack.unsafeBytes(index) else { return }
    if bytes.isUTF8 {
      writer.writeText(bytes)
    } else {
      writer.writeTag(CBORTag.byteText)
      writer.writeByteString(bytes)
    }
  }

  private func writeObject(_ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter, path: () -> String) throws {
    switch stack.object(index) {
    case let data as ScriptData: writer.writeByteString(data.bytes)
    case let text as AttributedString:
      if describesUnsavable { writer.write(text.string) } else { text.stateValue.write(to: &writer) }
    case let date as ScriptDate:
      writer.writeTag(CBORTag.epochDate)
      writer.write(date.seconds)
    default:
      guard let reference = encodedTables?.reference(stack, index) else {
        return try refuse(stack, index, to: &writer, path: path)
      }
      reference.write(to: &writer)
    }
  }

  private func refuse(_ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter, path: () -> String) throws {
    guard describesUnsavable else {
      throw UnencodableValue(
        path: path(),
        reason:
          "\(stack.describeKind(index)) cannot be saved; save the values that it is made from (booleans, numbers, strings, tables, ui.AttributedString, ui.Data, ui.Date, view controllers and registered objects can be)"
      )
    }
    writer.write(stack.describe(index))
  }

  // MARK: Tables

  private func writeTable(
    _ stack: LuaStack, _ index: Int32, _ keys: LuaStack.TableKeys, to writer: inout CBORWriter, _ tables: Tables?,
    path: () -> String
  ) throws {
    switch keys.count == 0 ? stack.typeName(ofTable: index).flatMap(JSONValues.Kind.init) : nil {
    case .null:
      writer.writeTag(CBORTag.json)
      return writer.writeNull()
    case .array: writer.writeTag(CBORTag.json)
    case nil: break
    }
    if let tables, let identity = stack.identity(index), tables.met[identity, default: 1] > 1 {
      if let number = tables.written[identity] {
        writer.writeTag(CBORTag.sharedReference)
        return writer.write(Int64(number))
      }
      tables.written[identity] = tables.written.count
      writer.writeTag(CBORTag.shareable)
    }
    try stack.reserve(8)
    encodedTables?.tableBegins(stack, index)
    let value = stack.top + 1
    if keys.isList {
      writer.beginArray(count: keys.count)
      for item in 0..<keys.count {
        stack.rawGet(index, Int64(item + 1))
        try write(stack, value, to: &writer, tables) { "\(path())[\(item + 1)]" }
        stack.pop()
      }
      return
    }
    let sorted = try sortedKeys(stack, index, count: keys.count, path: path)
    writer.beginMap(count: sorted.keys.count)
    for key in sorted.keys {
      writer.bytes.append(contentsOf: sorted.encoded.bytes[key.encoded])
      sorted.push(key, on: stack)
      stack.rawGet(index)
      try write(stack, value, to: &writer, tables) { "\(path())\(sorted.suffix(key))" }
      stack.pop()
    }
  }

  private func sortedKeys(_ stack: LuaStack, _ index: Int32, count: Int, path: () -> String) throws -> TableKeys {
    var keys = TableKeys(count: count)
    try stack.forEachPair(index) {
      let start = keys.encoded.bytes.count
      switch stack.kind(-2) {
      case .string:
        writeString(stack, -2, to: &keys.encoded)
        keys.append(.string(count: stack.rawLength(-2)), from: start)
      case .boolean:
        keys.encoded.write(stack.truth(-2))
        keys.append(.boolean(stack.truth(-2)), from: start)
      case .number:
        if let integer = stack.integer(-2), stack.isInteger(-2) {
          keys.encoded.write(integer)
          keys.append(.integer(integer), from: start)
        } else {
          let number = stack.number(-2) ?? 0
          keys.encoded.write(number)
          keys.append(.number(number), from: start)
        }
      default:
        if describesUnsavable { return }
        throw UnencodableValue(
          path: path(),
          reason: "it contains \(stack.describeKind(-2)) as a key; keys can be booleans, numbers and strings")
      }
    }
    keys.sort()
    return keys
  }
}

/// The keys of a map, encoded in one buffer.
private struct TableKeys {
  struct Key {
    /// The place of the encoded key.
    var encoded: Range<Int>
    var value: Value
  }

  enum Value {
    /// The last bytes of the encoded key.
    case string(count: Int)
    case boolean(Bool)
    case integer(Int64)
    case number(Double)
  }

  var encoded = CBORWriter()
  private(set) var keys: [Key] = []

  init(count: Int) {
    keys.reserveCapacity(count)
    encoded.bytes.reserveCapacity(count * 16)
  }

  mutating func append(_ value: Value, from start: Int) {
    keys.append(Key(encoded: start..<encoded.bytes.count, value: value))
  }

  /// Sorts the keys in the bytewise order of their encoding (RFC 8949, section 4.2.1).
  mutating func sort() {
    encoded.bytes.withUnsafeBytes { bytes in
      keys.sort { bytes[$0.encoded].lexicographicallyPrecedes(bytes[$1.encoded]) }
    }
  }

  private func bytes(_ key: Key, _ count: Int) -> ArraySlice<UInt8> { encoded.bytes[key.encoded].suffix(count) }

  @MainActor
  func push(_ key: Key, on stack: LuaStack) {
    switch key.value {
    case .string(let count): stack.push(bytes: bytes(key, count))
    case .boolean(let value): stack.push(value)
    case .integer(let value): stack.push(value)
    case .number(let value): stack.push(value)
    }
  }

  /// The suffix of the path to the value under a key.
  func suffix(_ key: Key) -> String {
    switch key.value {
    case .string(let count): "." + String(decoding: bytes(key, count), as: UTF8.self)
    case .boolean(let value): "[\(value)]"
    case .integer(let value): "[\(value)]"
    case .number(let value): "[\(value)]"
    }
  }
}
