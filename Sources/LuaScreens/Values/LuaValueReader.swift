import Interface
import LuaRuntime
import StateRestoration

/// Decodes CBOR into Lua values. Runs no script code; malicious bytes at worst yield nil.
@MainActor
struct LuaValueReader {
  /// Pushes the object of a reference, or nil.
  var push: (NodeReference, LuaStack) -> Void = { _, stack in stack.pushNil() }

  /// Pushes data, a date or an attributed string. By default as an object, which requires a state that knows its class.
  var pushObject: (any LuaObject, LuaStack) -> Void = { object, stack in stack.push(object: object) }

  /// The values of `ui.json`; without them, its null and its empty arrays are empty tables.
  var json: JSONValues?

  /// The tables shared by several keys; nil if there are none.
  var tables: DecodedTables?

  /// Reads a value and pushes it; nil if it cannot be read.
  func read(_ reader: inout CBORReader, on stack: LuaStack) {
    let base = stack.top
    do {
      var shared: [LuaReference] = []
      try read(&reader, on: stack, &shared, isShared: false, depth: 0)
    } catch {
      stack.top = base
      stack.pushNil()
    }
  }

  private func read(
    _ reader: inout CBORReader, on stack: LuaStack, _ shared: inout [LuaReference], isShared: Bool, depth: Int
  ) throws {
    let start = reader.offset
    guard depth < CBORReader.maximumDepth else { throw CBORError.tooDeep(offset: start) }
    try stack.reserve(6)
    switch try reader.readHead() {
    case .integer(let value): stack.push(value)
    case .bigInteger(let negative, let magnitude):
      stack.push(negative ? -1 - Double(magnitude) : Double(magnitude))
    case .float(let value): stack.push(value)
    case .boolean(let value): stack.push(value)
    case .null, .undefined, .simple: stack.pushNil()
    case .text(let count?): try reader.withBytes(count) { stack.push(bytes: $0) }
    case .text(nil): stack.push(bytes: try reader.readBytes(nil))
    case .byteString(let count): pushObject(ScriptData(try reader.readBytes(count)), stack)
    case .array(let count): try readList(&reader, count: count, on: stack, &shared, isShared: isShared, depth: depth)
    case .map(let count): try readMap(&reader, count: count, on: stack, &shared, isShared: isShared, depth: depth)
    case .tag(let tag): try readTagged(tag, &reader, on: stack, &shared, depth: depth)
    case .break: throw CBORError.malformed(offset: start)
    }
  }

  /// Pushes the table for the next items. Returns whether the items must be added; false if the table has been read
  /// under another key.
  private func beginTable(
    _ stack: LuaStack, array: Int, hash: Int, _ shared: inout [LuaReference], isShared: Bool
  ) -> Bool {
    let number = tables?.nextTable()
    if let number, let known = tables?.tables[number] {
      stack.push(known)
      if isShared { shared.append(known) }
      return false
    }
    // The claimed length may be false, so little memory is allocated in advance.
    stack.createTable(array: min(array, 4096), hash: min(hash, 4096))
    guard isShared || number != nil else { return true }
    let table = LuaReference(stack, -1)
    if isShared { shared.append(table) }
    if let number { tables?.tables[number] = table }
    return true
  }

  private func readList(
    _ reader: inout CBORReader, count: Int?, on stack: LuaStack, _ shared: inout [LuaReference], isShared: Bool,
    depth: Int
  ) throws {
    let isNew = beginTable(stack, array: count ?? 0, hash: 0, &shared, isShared: isShared)
    var item = 0
    while reader.hasMore(after: item, of: count) {
      item += 1
      try read(&reader, on: stack, &shared, isShared: false, depth: depth + 1)
      if isNew { stack.rawSet(-2, Int64(item)) } else { stack.pop() }
    }
  }

  private func readMap(
    _ reader: inout CBORReader, count: Int?, on stack: LuaStack, _ shared: inout [LuaReference], isShared: Bool,
    depth: Int
  ) throws {
    let isNew = beginTable(stack, array: 0, hash: count ?? 0, &shared, isShared: isShared)
    var pair = 0
    while reader.hasMore(after: pair, of: count) {
      pair += 1
      try read(&reader, on: stack, &shared, isShared: false, depth: depth + 1)
      let isKey: Bool =
        switch stack.kind(-1) {
        case .string, .boolean: true
        case .number: stack.number(-1).map { !$0.isNaN } ?? false
        default: false
        }
      try read(&reader, on: stack, &shared, isShared: false, depth: depth + 1)
      if isKey, isNew { stack.rawSet(-3) } else { stack.pop(2) }
    }
  }

  private func readTagged(
    _ tag: UInt64, _ reader: inout CBORReader, on stack: LuaStack, _ shared: inout [LuaReference], depth: Int
  ) throws {
    let start = reader.offset
    switch tag {
    case CBORTag.nodeReference: push(try NodeReference(from: &reader), stack)
    case CBORTag.shareable: try read(&reader, on: stack, &shared, isShared: true, depth: depth + 1)
    case CBORTag.sharedReference:
      guard case .integer(let number) = try reader.readHead(), let index = Int(exactly: number),
        shared.indices.contains(index)
      else {
        throw CBORError.malformed(offset: start)
      }
      stack.push(shared[index])
    case CBORTag.byteText:
      switch try reader.readHead() {
      case .byteString(let count): stack.push(bytes: try reader.readBytes(count))
      case .tag(CBORTag.styledText):
        guard let text = AttributedString(.styledText(try StateValue(from: &reader))) else {
          throw CBORError.unexpected(offset: start)
        }
        pushObject(text, stack)
      default: throw CBORError.unexpected(offset: start)
      }
    case CBORTag.json:
      try read(&reader, on: stack, &shared, isShared: false, depth: depth + 1)
      if stack.isNil(-1) {
        stack.pop()
        if let json { json.pushNull(on: stack) } else { stack.createTable() }
      } else if stack.kind(-1) == .table {
        try json?.markArray(on: stack)
      }
    case CBORTag.epochDate:
      switch try reader.readHead() {
      case .float(let seconds): pushObject(ScriptDate(seconds), stack)
      case .integer(let seconds): pushObject(ScriptDate(Double(seconds)), stack)
      default: throw CBORError.unexpected(offset: start)
      }
    default: try read(&reader, on: stack, &shared, isShared: false, depth: depth + 1)
    }
  }
}
