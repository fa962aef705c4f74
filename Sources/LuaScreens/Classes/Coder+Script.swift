import Interface
import LuaRuntime
import StateRestoration

extension ScriptClasses {
  /// The key under which a coder gives the storyboard that a controller came from.
  static let storyboardKey = "UIStateRestorationViewControllerStoryboardKey"

  static let coder = ScriptClassDefinition(
    "Coder", StateCoder.self, "The keyed coder of one object. Each object has its own key space."
  ) { coder, host in
    coder.size { $0.byteCount }
    coder.method("encode(key: string, value: any)", "Keeps a value under a key; nil takes the key away.") {
      [unowned host] coder, stack in
      let key = try stack.checkString(2, "the key")
      if stack.isNil(3) {
        coder.removeValue(forKey: key)
        return 0
      }
      try stack.state.makeRoom(for: stack.size(2) + stack.size(3), on: stack)
      try host.encode(stack, 3, key: key, into: coder)
      stack.state.setHeld(coder.byteCount, for: coder)
      return 0
    }
    coder.method("decode(key: string): any", "The value that was kept under a key; nil if none was.") {
      [unowned host] coder, stack in
      let key = try stack.checkString(2, "the key")
      if key == storyboardKey {
        stack.push(object: coder.storyboard)
      } else {
        host.decode(key, from: coder, on: stack)
      }
      return 1
    }
    coder.method("contains(key)", "Whether a value was kept under a key.") { $0.contains($1) }
    coder.method("keys()", "The keys under which values were kept.") { $0.keys }
    coder.method("decodeInteger(key)", "The integer under a key; nil if there is something else.") {
      (coder, key: String) -> Int? in coder.decodeInteger(forKey: key)
    }
    coder.method("decodeBoolean(key)", "The boolean under a key; nil if there is something else.") {
      (coder, key: String) -> Bool? in coder.decodeBoolean(forKey: key)
    }
    let kinds: [(Signature, String, LuaStack.Kind)] = [
      ("decodeNumber(key: string): number|nil", "The number under a key; nil if there is something else.", .number),
      ("decodeString(key: string): string|nil", "The string under a key; nil if there is something else.", .string),
      ("decodeTable(key: string): table|nil", "The table under a key; nil if there is something else.", .table),
    ]
    for (signature, about, kind) in kinds {
      coder.method(signature, about) { [unowned host] coder, stack in
        host.decode(try stack.checkString(2, "the key"), from: coder, on: stack)
        if stack.kind(-1) != kind { stack.pushNil() }
        return 1
      }
    }
    coder.property("info", "What is known of the save that is read; nil while one is written.", get: { $0.info })

    host.module.table("SaveInfo", "What is known of a save.")
      .field("appVersion", "string", "The app's version that wrote it.")
      .field("hostVersion", "string", "The version of the host that wrote it.")
      .field("savedAt", "number", "Seconds since 1970.")
      .field("screenSize", "{ width: integer, height: integer }", "The screen's size in cells; also as a list.")
  }
}

extension SaveInfo: LuaConvertible {
  public static var luaDescription: String { "what is known of a save" }
  public static var luaType: String { "SaveInfo" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> SaveInfo? { nil }
  public func push(on stack: LuaStack) {
    stack.createTable(hash: 4)
    stack.push(appVersion)
    stack.rawSet(-2, "appVersion")
    stack.push(hostVersion)
    stack.rawSet(-2, "hostVersion")
    stack.push(savedAt)
    stack.rawSet(-2, "savedAt")
    stack.pushFields([("width", screenWidth), ("height", screenHeight)])
    stack.push(screenWidth)
    stack.rawSet(-2, 1)
    stack.push(screenHeight)
    stack.rawSet(-2, 2)
    stack.rawSet(-2, "screenSize")
  }
}
