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
    let bytes = try 2 * stack.size(index) + 4 * stack.size(key) + coder.byteCount
    if bytes >= Self.countedBytes { countEncodedBytes() }
    try stack.state.makeRoom(for: bytes, on: stack)
  }

  /// For smaller values, the states of other nodes in this save are not counted.
  private static let countedBytes = 1 << 10

  func encode(_ stack: LuaStack, _ index: Int32, key: String, into coder: StateCoder) throws {
    let kind = stack.kind(index)
    // Most values are scalars without references.
    guard kind == .table || kind == .userdata else {
      (coder.attachment as? EncodedTables)?.remove(key)
      return try coder.encode(forKey: key) { try LuaValueWriter().write(stack, index, to: &$0, name: "key \"\(key)\"") }
    }
    var writer = LuaValueWriter()
    var isUnreachable = false
    let tables = kind == .table ? EncodedTables.attached(to: coder) : coder.attachment as? EncodedTables
    writer.reference = { [self, weak tables] stack, index in
      guard let node = node(at: index, on: stack) else { return nil }
      if let known = tables?.references[ObjectIdentifier(node)] { return known }
      guard let reference = coder.references?.reference(to: node) else {
        isUnreachable = true
        return NodeReference(path: [])
      }
      tables?.references[ObjectIdentifier(node)] = reference
      return reference
    }
    if let tables, kind == .table, node(at: index, on: stack) == nil {
      try tables.encode(stack, index, key: key, into: coder, writer)
    } else {
      tables?.remove(key)
      try coder.encode(forKey: key) { try writer.write(stack, index, to: &$0, name: "key \"\(key)\"") }
    }
    // An unreachable reference is not stored; inside a table it decodes to nil.
    if isUnreachable, node(at: index, on: stack) != nil { removeValue(forKey: key, from: coder) }
  }

  func removeValue(forKey key: String, from coder: StateCoder) {
    (coder.attachment as? EncodedTables)?.remove(key)
    coder.removeValue(forKey: key)
  }

  /// Returns the node of the tree for a value: a controller, a view, or a registered object.
  private func node(at index: Int32, on stack: LuaStack) -> AnyObject? {
    if let object = stack.object(index), object is ViewController || object is View { return object }
    let object = restoration.knownObject(at: index, on: stack)
    object?.isReferenced = true
    return object
  }

  func decode(_ key: String, from coder: StateCoder, on stack: LuaStack) {
    guard let item = coder.item(forKey: key) else { return stack.pushNil() }
    var reader = CBORReader(item)
    var values = LuaValueReader()
    values.push = { reference, stack in
      let object = coder.references?.object(for: reference)
      if let object = object as? ScriptObject { stack.push(object.value) } else { stack.push(object: object) }
    }
    // Arrays, maps and tagged values.
    if let first = item.first, (4...6).contains(first >> 5), let tables = DecodedTables.attached(to: coder) {
      tables.begin(key)
      values.tables = tables
    }
    values.read(&reader, on: stack)
  }
}
