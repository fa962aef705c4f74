import Interface
import LuaRuntime
import StateRestoration

extension Bindings {
  /// `coder` in scripts.
  func defineCoder() throws {
    let coder = try lua.define("Coder", StateCoder.self)
    try coder.method("encode") { [host] (coder: StateCoder, stack) in
      let key = try stack.checkString(2, "the key")
      if stack.isNil(3) {
        coder.removeValue(forKey: key)
        return 0
      }
      try stack.state.hold(stack.size(3), as: key, for: coder, on: stack)
      try host.encode(stack, 3, key: key, into: coder)
      return 0
    }
    try coder.method("decode") { [host] (coder: StateCoder, stack) in
      let key = try stack.checkString(2, "the key")
      if key == Self.storyboardKey {
        stack.push(object: coder.storyboard)
      } else {
        host.decode(key, from: coder, on: stack)
      }
      return 1
    }
    try coder.method("contains") { (coder: StateCoder, stack) in
      stack.push(coder.contains(try stack.checkString(2, "the key")))
      return 1
    }
    try coder.method("keys") { (coder: StateCoder, stack) in
      stack.push(coder.keys)
      return 1
    }
    try typed("decodeInteger", coder) { $0.decodeInteger(forKey: $1) }
    try typed("decodeBoolean", coder) { $0.decodeBoolean(forKey: $1) }
    try byKind("decodeNumber", coder, .number)
    try byKind("decodeString", coder, .string)
    try byKind("decodeTable", coder, .table)
    coder.property(
      "info", type: "a table or nil", get: { (coder: StateCoder, stack: LuaStack) in Self.push(coder.info, on: stack) },
      set: nil)
  }

  private func typed<Value: LuaConvertible>(
    _ name: String, _ coder: HostClass, _ read: @escaping @MainActor (StateCoder, String) -> Value?
  ) throws {
    try coder.method(name) { (coder: StateCoder, stack) in
      read(coder, try stack.checkString(2, "the key")).push(on: stack)
      return 1
    }
  }

  /// A typed read: nil if the value is of another kind.
  private func byKind(_ name: String, _ coder: HostClass, _ kind: LuaStack.Kind) throws {
    try coder.method(name) { [host] (coder: StateCoder, stack) in
      host.decode(try stack.checkString(2, "the key"), from: coder, on: stack)
      if stack.kind(-1) != kind { stack.pushNil() }
      return 1
    }
  }

  private static func push(_ info: SaveInfo?, on stack: LuaStack) {
    guard let info else { return stack.pushNil() }
    stack.createTable(hash: 4)
    stack.push(info.appVersion)
    stack.rawSet(-2, "appVersion")
    stack.push(info.hostVersion)
    stack.rawSet(-2, "hostVersion")
    stack.push(info.savedAt)
    stack.rawSet(-2, "savedAt")
    stack.createTable(hash: 2)
    for (index, (name, value)) in [("width", info.screenWidth), ("height", info.screenHeight)].enumerated() {
      stack.push(value)
      stack.rawSet(-2, name)
      stack.push(value)
      stack.rawSet(-2, Int64(index + 1))
    }
    stack.rawSet(-2, "screenSize")
  }
}

extension ScriptHost {
  func encode(_ stack: LuaStack, _ index: Int32, key: String, into coder: StateCoder) throws {
    var writer = LuaValueWriter()
    var isUnreachable = false
    let kind = stack.kind(index)
    // Most values are plain, and lead nowhere.
    guard kind == .table || kind == .userdata else {
      return try coder.encode(forKey: key) { try writer.write(stack, index, to: &$0, name: "key \"\(key)\"") }
    }
    writer.reference = { [self] stack, index in
      guard let node = node(at: index, on: stack) else { return nil }
      guard let reference = coder.references?.reference(to: node) else {
        isUnreachable = true
        return NodeReference(path: [])
      }
      return reference
    }
    try coder.encode(forKey: key) { try writer.write(stack, index, to: &$0, name: "key \"\(key)\"") }
    // A reference that leads nowhere is no value; inside a table it decodes to nil.
    if isUnreachable, node(at: index, on: stack) != nil {
      coder.removeValue(forKey: key)
    }
  }

  /// The node of the tree that a value is: a controller, a view, or a registered object.
  private func node(at index: Int32, on stack: LuaStack) -> AnyObject? {
    if let object = stack.object(index), object is ViewController || object is View { return object }
    guard !objectsByIdentity.isEmpty, let identity = stack.identity(index) else { return nil }
    return objectsByIdentity[identity]
  }

  func decode(_ key: String, from coder: StateCoder, on stack: LuaStack) {
    guard var reader = coder.reader(forKey: key) else { return stack.pushNil() }
    var values = LuaValueReader()
    values.push = { reference, stack in
      let object = coder.references?.object(for: reference)
      if let object = object as? ScriptObject { stack.push(object.value) } else { stack.push(object: object) }
    }
    values.read(&reader, on: stack)
  }
}
