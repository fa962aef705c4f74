import Interface
import LuaRuntime
import StateRestoration

// Encoding and decoding of Lua values.
extension ScriptHost {
  /// Checks that there is enough memory for a value under a key, together with the coder's contents: when the callback
  /// returns, the state is built while both exist.
  ///
  /// - Throws: ``LuaError/memory(limit:)``.
  func makeRoom(forValueAt index: Int32, key: Int32, in coder: StateCoder, on stack: LuaStack) throws {
    guard lua.options.memoryLimit != nil else { return }
    let bytes = try 2 * stack.size(index) + 4 * stack.rawLength(key) + coder.byteCount
    if bytes >= Self.countedBytes { countEncodedBytes() }
    try stack.state.makeRoom(for: bytes, on: stack)
  }

  /// For smaller values, the states of other nodes in this save are not counted.
  private static let countedBytes = 1 << 10

  /// Encodes the value at an index under a key, which is valid UTF-8.
  ///
  /// - Throws: ``UnencodableValue``.
  func encode(_ stack: LuaStack, _ index: Int32, key: UnsafeRawBufferPointer, into coder: StateCoder) throws {
    switch stack.kind(index) {
    case .table, .userdata:
      let tables = EncodedTables.attached(to: coder, self)
      try tables.encode(stack, index, key: key)
      // An unreachable reference is not stored; inside a table it decodes to nil.
      if tables.hasMetUnreachable, node(at: index, on: stack) != nil { removeValue(forKey: key, from: coder) }
    default:
      // Most values are scalars without references.
      func encode() throws {
        try coder.encode(forKey: key) { writer in
          try LuaValueWriter().write(stack, index, to: &writer) { "key \"\(String(decoding: key, as: UTF8.self))\"" }
        }
      }
      guard let tables = coder.attachment as? EncodedTables else { return try encode() }
      try tables.replace(key, encode)
    }
  }

  func removeValue(forKey key: UnsafeRawBufferPointer, from coder: StateCoder) {
    (coder.attachment as? EncodedTables)?.remove(key)
    coder.removeValue(forKey: String(decoding: key, as: UTF8.self))
  }

  /// Returns the node of the tree for a value: a controller, a view, or a registered object.
  func node(at index: Int32, on stack: LuaStack) -> AnyObject? {
    if let object = stack.object(index), object is ViewController || object is View { return object }
    return restoration.knownObject(at: index, on: stack)
  }

  func decode(_ key: UnsafeRawBufferPointer, from coder: StateCoder, on stack: LuaStack) {
    guard let item = coder.item(forKey: key) else { return stack.pushNil() }
    var reader = CBORReader(item)
    // Only arrays, maps and tagged values contain references and tables.
    guard let first = item.first, (4...6).contains(first >> 5) else {
      return LuaValueReader().read(&reader, on: stack)
    }
    var values = LuaValueReader()
    values.json = json
    values.push = { reference, stack in
      let object = coder.references?.object(for: reference)
      if let object = object as? ScriptObject { stack.push(object.value) } else { stack.push(object: object) }
    }
    if let tables = DecodedTables.attached(to: coder) {
      tables.begin(String(decoding: key, as: UTF8.self))
      values.tables = tables
    }
    values.read(&reader, on: stack)
  }
}
