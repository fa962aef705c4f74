import LuaRuntime
import StateRestoration

/// A value of a script that cannot be saved.
struct UnencodableValue: Error, CustomStringConvertible {
  let path: String
  let reason: String

  var description: String { "cannot encode \(path): \(reason)" }
}

/// Writes Lua values as CBOR: deterministic, tables that stand in several places once, cycles kept.
@MainActor
struct LuaValueWriter {
  /// The reference to an object of the tree; nil if the value is none.
  var reference: (LuaStack, Int32) throws -> NodeReference? = { _, _ in nil }
  /// Whether what cannot be saved is written as the text that `tostring` gives, instead of being an error.
  var describesTheRest = false

  private static let maximumDepth = 150

  private final class Tables {
    /// How often each table was met; those met twice are shared.
    var met: [UnsafeRawPointer: Int] = [:]
    /// The numbers of the shared tables written so far.
    var written: [UnsafeRawPointer: Int] = [:]
  }

  /// Writes the value at an index.
  ///
  /// - Parameter name: what the value is called in messages.
  /// - Throws: ``UnencodableValue``.
  func write(_ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter, name: @autoclosure () -> String) throws {
    let index = stack.absolute(index)
    guard stack.kind(index) == .table else { return try write(stack, index, to: &writer, nil, path: name) }
    let tables = Tables()
    try count(stack, index, tables, depth: 0, path: name)
    try write(stack, index, to: &writer, tables, path: name)
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
      try writeTable(stack, index, to: &writer, tables ?? Tables(), path: path)
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
        writer.writeTag(CBORTag.luaString)
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
    guard describesTheRest else {
      throw UnencodableValue(
        path: path(),
        reason:
          "\(stack.describeKind(index)) cannot be saved; save what it is made from (booleans, numbers, strings, tables, ui.Data, ui.Date, view controllers and registered objects can be)"
      )
    }
    writer.write(stack.describe(index))
  }

  // MARK: Tables

  private func writeTable(
    _ stack: LuaStack, _ index: Int32, to writer: inout CBORWriter, _ tables: Tables, path: () -> String
  ) throws {
    guard let identity = stack.identity(index) else { return }
    if tables.met[identity, default: 1] > 1 {
      if let number = tables.written[identity] {
        writer.writeTag(CBORTag.sharedReference)
        return writer.write(Int64(number))
      }
      tables.written[identity] = tables.written.count
      writer.writeTag(CBORTag.shareable)
    }
    try stack.reserve(8)
    let length = stack.rawLength(index)
    var pairs = 0
    try stack.forEachPair(index) { pairs += 1 }
    if pairs == length {
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
      key.push(stack)
      stack.rawGet(index)
      try write(stack, stack.absolute(-1), to: &writer, tables) { "\(path())\(key.suffix)" }
      stack.pop()
    }
  }

  private struct Key {
    let encoded: [UInt8]
    let suffix: String
    let push: (LuaStack) -> Void
  }

  private func sortedKeys(_ stack: LuaStack, _ index: Int32, path: () -> String) throws -> [Key] {
    var keys: [Key] = []
    try stack.forEachPair(index) {
      var writer = CBORWriter()
      switch stack.kind(-2) {
      case .string:
        writeString(stack, -2, to: &writer)
        let bytes = stack.bytes(-2) ?? []
        keys.append(
          Key(encoded: writer.bytes, suffix: "." + String(decoding: bytes, as: UTF8.self)) { $0.push(bytes: bytes) })
      case .boolean:
        let value = stack.truth(-2)
        writer.write(value)
        keys.append(Key(encoded: writer.bytes, suffix: "[\(value)]") { $0.push(value) })
      case .number where stack.isInteger(-2):
        let value = stack.integer(-2) ?? 0
        writer.write(value)
        keys.append(Key(encoded: writer.bytes, suffix: "[\(value)]") { $0.push(value) })
      case .number:
        let value = stack.number(-2) ?? 0
        writer.write(value)
        keys.append(Key(encoded: writer.bytes, suffix: "[\(value)]") { $0.push(value) })
      default:
        if describesTheRest {
          return
        }
        throw UnencodableValue(
          path: path(), reason: "\(stack.describeKind(-2)) is a key in it; keys can be booleans, numbers and strings")
      }
    }
    // RFC 8949, 4.2.1: by the bytes of the encoded keys.
    return keys.sorted { $0.encoded.lexicographicallyPrecedes($1.encoded) }
  }
}
