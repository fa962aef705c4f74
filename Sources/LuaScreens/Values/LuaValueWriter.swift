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
  /// Returns the reference to an object of the tree; nil for other values.
  var reference: (LuaStack, Int32) throws -> NodeReference? = { _, _ in nil }
  /// Called with the stack index of each table that is written, in the order in which they begin.
  var onTable: ((LuaStack, Int32) -> Void)?
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
  func write(_ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter, name: @autoclosure () -> String) throws {
    let index = stack.absolute(index)
    // Only a table that contains tables can contain shared ones.
    guard stack.kind(index) == .table, try containsTable(stack, index) else {
      return try write(stack, index, to: &writer, nil, path: name)
    }
    let tables = Tables()
    try count(stack, index, tables, depth: 0, path: name)
    try write(stack, index, to: &writer, tables, path: name)
  }

  private func containsTable(_ stack: LuaStack, _ index: Int32) throws -> Bool {
    try stack.reserve(8)
    var isFound = false
    try stack.forEachPair(index) { if stack.kind(-1) == .table || stack.kind(-2) == .table { isFound = true } }
    return isFound
  }

  private func count(_ stack: LuaStack, _ index: Int32, _ tables: Tables, depth: Int, path: () -> String) throws {
    guard let identity = stack.identity(index) else { return }
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
      if stack.isInteger(index), let integer = stack.integer(index) {
        writer.write(integer)
      } else {
        writer.write(stack.number(index) ?? 0)
      }
    case .string: writeString(stack, index, to: &writer)
    case .table:
      if let reference = try reference(stack, index) { return reference.write(to: &writer) }
      try writeTable(stack, index, to: &writer, tables, path: path)
    case .userdata: try writeObject(stack, index, to: &writer, path: path)
    case .nil, .none: writer.writeNull()
    default: try refuse(stack, index, to: &writer, path: path)
    }
  }

  private func writeString(_ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter) {
    _ = stack.withBytes(index) { bytes in
      if isUTF8(bytes) {
        writer.writeText(bytes)
      } else {
        writer.writeTag(CBORTag.byteText)
        writer.writeByteString(bytes)
      }
    }
  }

  private func isUTF8(_ bytes: UnsafeRawBufferPointer) -> Bool {
    // Most strings are ASCII.
    for byte in bytes where byte >= 0x80 { return String(validating: bytes, as: UTF8.self) != nil }
    return true
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
      guard let reference = try reference(stack, index) else {
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
    _ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter, _ tables: Tables?, path: () -> String
  ) throws {
    if let tables, let identity = stack.identity(index), tables.met[identity, default: 1] > 1 {
      if let number = tables.written[identity] {
        writer.writeTag(CBORTag.sharedReference)
        return writer.write(Int64(number))
      }
      tables.written[identity] = tables.written.count
      writer.writeTag(CBORTag.shareable)
    }
    try stack.reserve(8)
    onTable?(stack, index)
    if let length = try listLength(stack, index) {
      writer.beginArray(count: length)
      for item in 0..<length {
        stack.rawGet(index, Int64(item + 1))
        try write(stack, stack.absolute(-1), to: &writer, tables) { "\(path())[\(item + 1)]" }
        stack.pop()
      }
      return
    }
    let keys = try sortedKeys(stack, index, path: path)
    writer.beginMap(count: keys.count)
    for key in keys {
      writer.bytes.append(contentsOf: key.encoded)
      key.value.push(on: stack)
      stack.rawGet(index)
      try write(stack, stack.absolute(-1), to: &writer, tables) { "\(path())\(key.value.suffix)" }
      stack.pop()
    }
  }

  /// Returns the number of items if the keys are exactly 1 to that number; nil for every other table. The length
  /// operator is not sufficient: with holes, it may return any border.
  private func listLength(_ stack: LuaStack, _ index: Int32) throws -> Int? {
    var pairs = 0
    var greatest: Int64 = 0
    var isList = true
    try stack.forEachPair(index) {
      pairs += 1
      guard isList, stack.isInteger(-2), let key = stack.integer(-2), key >= 1 else { return isList = false }
      greatest = max(greatest, key)
    }
    return isList && greatest == pairs ? pairs : nil
  }

  private struct Key {
    let encoded: [UInt8]
    let value: Value

    enum Value {
      case string([UInt8])
      case boolean(Bool)
      case integer(Int64)
      case number(Double)

      @MainActor
      func push(on stack: LuaStack) {
        switch self {
        case .string(let bytes): stack.push(bytes: bytes)
        case .boolean(let value): stack.push(value)
        case .integer(let value): stack.push(value)
        case .number(let value): stack.push(value)
        }
      }

      /// The suffix of the path to the value under this key.
      var suffix: String {
        switch self {
        case .string(let bytes): "." + String(decoding: bytes, as: UTF8.self)
        case .boolean(let value): "[\(value)]"
        case .integer(let value): "[\(value)]"
        case .number(let value): "[\(value)]"
        }
      }
    }

    /// RFC 8949, section 4.2.1: bytewise order of the encoded keys.
    static func precedes(_ first: Key, _ second: Key) -> Bool {
      first.encoded.lexicographicallyPrecedes(second.encoded)
    }
  }

  private func sortedKeys(_ stack: LuaStack, _ index: Int32, path: () -> String) throws -> [Key] {
    var keys: [Key] = []
    try stack.forEachPair(index) {
      var writer = CBORWriter()
      let value: Key.Value
      switch stack.kind(-2) {
      case .string:
        writeString(stack, -2, to: &writer)
        value = .string(stack.bytes(-2) ?? [])
      case .boolean:
        value = .boolean(stack.truth(-2))
        writer.write(stack.truth(-2))
      case .number where stack.isInteger(-2):
        let integer = stack.integer(-2) ?? 0
        value = .integer(integer)
        writer.write(integer)
      case .number:
        let number = stack.number(-2) ?? 0
        value = .number(number)
        writer.write(number)
      default:
        if describesUnsavable { return }
        throw UnencodableValue(
          path: path(),
          reason: "it contains \(stack.describeKind(-2)) as a key; keys can be booleans, numbers and strings")
      }
      keys.append(Key(encoded: writer.bytes, value: value))
    }
    return keys.sorted(by: Key.precedes)
  }
}
