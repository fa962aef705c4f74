import Interface
import LuaRuntime
import StateRestoration

// Values of scripts on their way into coders and out of them.
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
    let object = objectsByIdentity[identity]
    object?.isReferenced = true
    return object
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
