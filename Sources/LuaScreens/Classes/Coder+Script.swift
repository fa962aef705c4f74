import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  /// The key under which a coder returns the storyboard of a controller.
  static let storyboardKey = "UIStateRestorationViewControllerStoryboardKey"

  static let coder = ScriptClassDefinition(
    "Coder", StateCoder.self,
    "The saved values of an object, by keys. Each object has its own keys; a class and its superclass share them. It is valid until the callback that receives it returns."
  ) { coder, host in
    coder.size { $0.byteCount }
    coder.hostClass.successor = StateCoder.used
    coder.method(
      "encode(key: string, value: any)",
      "Stores a value under a key: booleans, numbers, strings, tables of these, data, dates, attributed strings, and controllers, views and registered objects as references. nil removes the key; other values raise an error."
    ) {
      [unowned host] coder, stack in
      try coder.check(isEncoding: true)
      let host = host
      let key = try stack.checkText(2, "the key")
      guard !stack.isNil(3) else {
        host.removeValue(forKey: key, from: coder)
        host.note(.encode, key, of: coder, on: stack)
        return 0
      }
      try host.makeRoom(forValueAt: 3, key: 2, in: coder, on: stack)
      do {
        try host.encode(stack, 3, key: key, into: coder)
        if host.observers.wantDetails { host.note(.encode, key, of: coder, on: stack, try stack.size(3)) }
      } catch {
        host.note(.encode, key, of: coder, on: stack, error: error)
        throw error
      }
      stack.state.setHeld(coder.byteCount, for: coder)
      return 0
    }.encodesValues = true
    coder.method(
      "decode(key: string): any",
      "Returns the value stored under a key; nil if there is none, or for a reference to an object that was not restored."
    ) {
      [unowned host] coder, stack in
      try coder.check()
      let host = host
      let key = try stack.checkText(2, "the key")
      if key.count == storyboardKey.utf8.count, key.elementsEqual(storyboardKey.utf8) {
        stack.push(object: coder.storyboard)
      } else {
        host.note(.decode, key, of: coder, on: stack)
        host.decode(key, from: coder, on: stack)
      }
      return 1
    }
    coder.method("contains(key)", "Returns whether a value is stored under a key.") {
      [unowned host] (coder, key: String) -> Bool in
      host.note(.contains, key, of: coder)
      return try coder.checked.contains(key)
    }
    coder.method("keys()", "Returns the keys of all stored values, sorted.") { [unowned host] coder -> [String] in
      host.note(.keys, "", of: coder)
      return try coder.checked.keys
    }
    coder.method("decodeInteger(key)", "Returns the integer under a key; nil if there is none, or another type.") {
      [unowned host] (coder, key: String) -> Int? in
      let value = try coder.checked.decodeInteger(forKey: key)
      host.note(.decodeInteger, key, of: coder, dropsValue: value == nil && coder.hasValue(key))
      return value
    }
    coder.method("decodeBoolean(key)", "Returns the boolean under a key; nil if there is none, or another type.") {
      [unowned host] (coder, key: String) -> Bool? in
      let value = try coder.checked.decodeBoolean(forKey: key)
      host.note(.decodeBoolean, key, of: coder, dropsValue: value == nil && coder.hasValue(key))
      return value
    }
    let kinds: [(CoderMethod, String, LuaStack.Kind)] = [
      (.decodeNumber, "number", .number), (.decodeString, "string", .string), (.decodeTable, "table", .table),
    ]
    for (method, type, kind) in kinds {
      coder.method(
        "\(method.rawValue)(key: string): \(type)|nil",
        "Returns the \(type) under a key; nil if there is none, or another type."
      ) { [unowned host] coder, stack in
        let key = try stack.checkText(2, "the key")
        host.decode(key, from: try coder.checked, on: stack)
        let isDropped = stack.kind(-1) != kind && !stack.isNil(-1)
        host.note(method, key, of: coder, on: stack, dropsValue: isDropped)
        if stack.kind(-1) != kind { stack.pushNil() }
        return 1
      }
    }
    coder.property(
      "info", type: "SaveInfo|nil",
      "The versions that wrote the save, its time, and the size of the screen; nil while a save is being written.",
      push: { coder, stack in try coder.checked.info.push(on: stack) })

    host.module.table("SaveInfo", "Information about a save.")
      .field("appVersion", "string", "The version of the app that wrote it.")
      .field("hostVersion", "string", "The version of luahost that wrote it.")
      .field("savedAt", "number", "When it was written, in seconds since 1970.")
      .field("screenSize", "{ width: integer, height: integer }", "The size of the screen in cells; also as a list.")
  }
}

extension ScriptHost {
  /// Notifies observers of the use of a coder with a key of a script.
  fileprivate func note(
    _ method: CoderMethod, _ key: UnsafeRawBufferPointer, of coder: StateCoder, on stack: LuaStack,
    _ byteCount: Int = 0, dropsValue: Bool = false, error: (any Error)? = nil
  ) {
    guard observers.wantDetails else { return }
    let key = String(decoding: key, as: UTF8.self)
    note(method, key, of: coder, on: stack, byteCount, dropsValue: dropsValue, error: error)
  }

  /// Notifies observers of the use of a coder.
  ///
  /// - Parameter stack: the script's stack; nil for the main thread's.
  fileprivate func note(
    _ method: CoderMethod, _ key: String, of coder: StateCoder, on stack: LuaStack? = nil, _ byteCount: Int = 0,
    dropsValue: @autoclosure () -> Bool = false, error: (any Error)? = nil
  ) {
    guard observers.wantDetails else { return }
    let stack = stack ?? (try? lua.stack)
    let encoder =
      method == .encode ? stack?.classOfRunningMethod(RestorationCallbacks.encodeRestorableState.name) : nil
    var use = CoderUse(
      method: method, key: key, place: stack?.callerPlace, dropsValue: dropsValue(), encoder: encoder,
      byteCount: byteCount, error: error)
    if method == .encode, let stack, [.table, .userdata].contains(stack.kind(3)),
      let tables = coder.attachment as? EncodedTables
    {
      use.references = tables.lastReferenced.map(CoderUse.Reference.init)
    }
    observers.notifyInDetail { $0.coder(coder, wasUsed: use) }
  }
}

extension StateCoder {
  /// Whether a key has a value other than null.
  fileprivate func hasValue(_ key: String) -> Bool { decodeValue(forKey: key) ?? .null != .null }

  /// Checks that a script may use the coder now.
  fileprivate func check(isEncoding: Bool = false) throws {
    guard isUsable else {
      throw LuaError.usage(
        "this coder was used after its callback had returned; use it only inside the callback that receives it")
    }
    guard !isEncoding || !isDecoding else {
      throw LuaError.usage(
        "encode was called while the state is being decoded; encode values in encodeRestorableState, for the next save")
    }
  }

  /// The coder, if a script may use it now.
  fileprivate var checked: StateCoder {
    get throws {
      try check()
      return self
    }
  }
}

extension SaveInfo: LuaPushable {
  public func push(on stack: LuaStack) {
    stack.createTable(hash: 4)
    stack.setField("appVersion", appVersion)
    stack.setField("hostVersion", hostVersion)
    stack.setField("savedAt", savedAt)
    stack.pushFields([("width", screenWidth), ("height", screenHeight)])
    stack.push(screenWidth)
    stack.rawSet(-2, 1)
    stack.push(screenHeight)
    stack.rawSet(-2, 2)
    stack.rawSet(-2, "screenSize")
  }
}
