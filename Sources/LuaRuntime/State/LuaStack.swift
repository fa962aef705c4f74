import CLua
import LuaBoundary

/// The stack of one running function (Lua manual, section 4.1): arguments from 1 up, results on top.
///
/// None of its methods raises a Lua error; those that can fail throw. Pushing never fails for the script's memory limit,
/// which counts only while script code runs.
@MainActor
public struct LuaStack {
  /// The thread whose stack this is.
  public let L: OpaquePointer

  /// The stack of this thread.
  public init(_ L: OpaquePointer) {
    self.L = L
  }

  /// The owner of the thread's state.
  public var state: LuaState {
    Unmanaged<LuaState>.fromOpaque(lh_get_context(L).pointee.owner).takeUnretainedValue()
  }

  /// Lends the owner to a short function. It is there: somebody is using this stack.
  @inline(__always)
  func withState<Result>(_ body: (LuaState) throws -> Result) rethrows -> Result {
    try Unmanaged<LuaState>.fromOpaque(lh_get_context(L).pointee.owner).lend(body)
  }

  /// The kinds of Lua values (section 2.1).
  public enum Kind: Int32, Sendable {
    case none = -1
    case `nil` = 0
    case boolean = 1
    case lightUserdata = 2
    case number = 3
    case string = 4
    case table = 5
    case function = 6
    case userdata = 7
    case thread = 8
  }

  /// How many values are on the stack. Setting it pops, or pushes nils.
  public var top: Int32 {
    get { lua_gettop(L) }
    nonmutating set { lh_set_top(L, newValue) }
  }

  /// Makes room for this many more values. Throws if the stack would be too deep.
  public func reserve(_ count: Int32) throws {
    guard lua_checkstack(L, count) != 0 else { throw LuaError.usage("stack overflow: values are nested too deeply") }
  }

  /// Pops this many values.
  public func pop(_ count: Int32 = 1) { lh_pop(L, count) }

  /// The index from the bottom of a value given from the top.
  public func absolute(_ index: Int32) -> Int32 { lua_absindex(L, index) }

  // MARK: Reading

  /// The kind of the value at an index.
  public func kind(_ index: Int32) -> Kind { Kind(rawValue: lua_type(L, index)) ?? .none }

  /// The kind as people call it: "a string", "nil", "an integer", "a Label".
  public func describeKind(_ index: Int32) -> String {
    switch kind(index) {
    case .none: "nothing"
    case .nil: "nil"
    case .boolean: "a boolean"
    case .number: lua_isinteger(L, index) != 0 ? "an integer" : "a float"
    case .string: "a string"
    case .table: state.className(ofClassAt: index, self).map { "the class \($0)" } ?? "a table"
    case .function: "a function"
    case .thread: "a coroutine"
    case .userdata, .lightUserdata:
      state.classOfObject(at: index, self).map { LuaError.withArticle($0.name) } ?? "foreign userdata"
    }
  }

  /// Whether there is nil or nothing at an index.
  public func isNil(_ index: Int32) -> Bool { lua_type(L, index) <= 0 }

  /// Whether the value at an index counts as true.
  public func truth(_ index: Int32) -> Bool { lua_toboolean(L, index) != 0 }

  /// The integer at an index; nil if it is no number with an exact integer value. Strings are not converted.
  public func integer(_ index: Int32) -> Int64? {
    guard lua_type(L, index) == LUA_TNUMBER else { return nil }
    var isInteger: Int32 = 0
    let value = lua_tointegerx(L, index, &isInteger)
    return isInteger != 0 ? value : nil
  }

  /// The integer at an index as a number of cells, rows, items or the like; nil if there is something else, or one so large
  /// that it counts nothing and sums of it could overflow. What Swift reckons with is read by this.
  public func quantity(_ index: Int32) -> Int? {
    guard let value = integer(index), value.magnitude <= LuaStack.largestQuantity else { return nil }
    return Int(value)
  }

  /// The largest number of anything.
  public static let largestQuantity: UInt64 = 1 << 40

  /// Whether the number at an index is of the integer subtype.
  public func isInteger(_ index: Int32) -> Bool { lua_isinteger(L, index) != 0 }

  /// The number at an index; nil if there is something else. Strings are not converted.
  public func number(_ index: Int32) -> Double? {
    guard lua_type(L, index) == LUA_TNUMBER else { return nil }
    return lua_tonumberx(L, index, nil)
  }

  /// Lends the bytes of the string at an index; nil if there is something else. Numbers are not converted.
  public func withBytes<Result>(_ index: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result? {
    var count = 0
    guard let start = lh_bytes(L, index, &count) else { return nil }
    return try body(UnsafeRawBufferPointer(start: start, count: count))
  }

  /// The bytes of the string at an index.
  public func bytes(_ index: Int32) -> [UInt8]? { withBytes(index) { Array($0) } }

  /// The text of the string at an index; nil if there is something else, or bytes that are not UTF-8.
  public func string(_ index: Int32) -> String? {
    withBytes(index) { bytes in
      // Most strings are ASCII, which needs no second look.
      for byte in bytes where byte >= 0x80 { return String(validating: bytes, as: UTF8.self) }
      return String(decoding: bytes, as: UTF8.self)
    } ?? nil
  }

  /// The text of the string at an index, with what is not UTF-8 replaced.
  public func lossyString(_ index: Int32) -> String? { withBytes(index) { String(decoding: $0, as: UTF8.self) } }

  /// The text of the first bytes of the string at an index, with what is not UTF-8 replaced.
  func lossyString(_ index: Int32, atMost count: Int) -> String? {
    withBytes(index) { String(decoding: $0.prefix(count), as: UTF8.self) }
  }

  /// The host object at an index; nil if there is something else, or the object is gone.
  public func object(_ index: Int32) -> AnyObject? {
    guard let object = lh_to_object(L, index), let pointer = object.pointee.object else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// The length of the table or string at an index, without metamethods.
  public func rawLength(_ index: Int32) -> Int { Int(lua_rawlen(L, index)) }

  /// What tells one table, function or userdata from another.
  public func identity(_ index: Int32) -> UnsafeRawPointer? { lua_topointer(L, index) }

  /// The text that `tostring` gives, metamethods included; an error in one gives its message.
  public func describe(_ index: Int32) -> String {
    guard lua_checkstack(L, 4) != 0 else { return "?" }
    let index = absolute(index)
    lh_push_closure(L, lh_do_tostring, 0)
    lua_pushvalue(L, index)
    _ = lh_protected_call(L, 1, 1)
    defer { pop() }
    return lossyString(-1) ?? "(error object is \(describeKind(-1)))"
  }

  /// The name at an index as a message quotes it: of a long string the beginning, of anything else what `tostring` gives.
  public func quotableName(_ index: Int32) -> String {
    lossyString(index, atMost: LuaError.longestMessage) ?? LuaError.cut(describe(index))
  }

  // MARK: Pushing

  /// Pushes nil.
  public func pushNil() { lua_pushnil(L) }
  /// Pushes a boolean.
  public func push(_ value: Bool) { lua_pushboolean(L, value ? 1 : 0) }
  /// Pushes an integer.
  public func push(_ value: Int64) { lua_pushinteger(L, value) }
  /// Pushes an integer.
  public func push(_ value: Int) { lua_pushinteger(L, Int64(value)) }
  /// Pushes a float.
  public func push(_ value: Double) { lua_pushnumber(L, value) }
  /// Pushes a string of these bytes.
  public func push(bytes: UnsafeRawBufferPointer) { lh_push_bytes(L, bytes.baseAddress, bytes.count) }
  /// Pushes a string of these bytes.
  public func push(bytes: [UInt8]) { Self.push(bytes, on: L) }
  /// Pushes a text.
  public func push(_ text: String) { Self.push(text, on: L) }

  // Closures of the main actor are checked for it when the standard library calls them; these are not of it.
  nonisolated private static func push(_ bytes: [UInt8], on L: OpaquePointer) {
    bytes.withUnsafeBytes { lh_push_bytes(L, $0.baseAddress, $0.count) }
  }
  nonisolated private static func push(_ text: String, on L: OpaquePointer) {
    var text = text
    text.withUTF8 { lh_push_bytes(L, $0.baseAddress, $0.count) }
  }

  /// Pops a value and puts it in the place of the one at an index.
  public func replace(_ index: Int32) {
    lua_copy(L, -1, index)
    pop()
  }
  /// Pushes a copy of the value at an index.
  public func pushValue(_ index: Int32) { lua_pushvalue(L, index) }
  /// Pushes what a reference refers to.
  public func push(_ reference: LuaReference) { reference.push(on: self) }
  /// Pushes a host object; nil pushes nil.
  public func push(object: AnyObject?) {
    guard let object else { return pushNil() }
    state.push(object, on: self)
  }
  /// Pushes a list of texts.
  public func push(_ list: [String]) {
    createTable(array: list.count)
    for (index, item) in list.enumerated() {
      push(item)
      rawSet(-2, Int64(index + 1))
    }
  }

  // MARK: Tables, without metamethods
  //
  // Where there is no table, reading gives nil and writing does nothing.

  /// Pushes a new table with room for so many items and keys.
  public func createTable(array: Int = 0, hash: Int = 0) {
    lh_push_table(L, max(array, 0), max(hash, 0))
  }

  /// Pops a key and pushes its value in the table at an index.
  @discardableResult
  public func rawGet(_ table: Int32) -> Kind { Kind(rawValue: lh_raw_get(L, table)) ?? .none }
  /// Pushes an item of the table at an index.
  @discardableResult
  public func rawGet(_ table: Int32, _ item: Int64) -> Kind { Kind(rawValue: lh_raw_get_item(L, table, item)) ?? .none }
  /// Pushes the value of a text key of the table at an index.
  @discardableResult
  public func rawGet(_ table: Int32, _ key: String) -> Kind {
    let table = absolute(table)
    push(key)
    return rawGet(table)
  }
  /// Pops a value, then a key, and sets it in the table at an index. A key that no table can have is passed over.
  public func rawSet(_ table: Int32) { _ = lh_raw_set(L, table) }
  /// Pops a value and makes it an item of the table at an index.
  public func rawSet(_ table: Int32, _ item: Int64) { _ = lh_raw_set_item(L, table, item) }
  /// Pops a value and sets it under a text key in the table at an index.
  public func rawSet(_ table: Int32, _ key: String) {
    let table = absolute(table)
    push(key)
    lua_rotate(L, -2, 1)
    rawSet(table)
  }

  /// Calls a closure for every pair of the table at an index, with the key at -2 and the value at -1. The closure leaves
  /// the stack as it is.
  ///
  /// - Throws: ``LuaError/usage(_:)`` if the closure runs code that removes what it was given, or makes the table grow while
  ///   it is read; what the closure throws.
  public func forEachPair(_ table: Int32, _ body: () throws -> Void) throws {
    let table = absolute(table)
    try reserve(4)
    let base = top
    pushNil()
    pushNil()
    while true {
      switch lh_next(L, table) {
      case 0: return
      case 1: break
      default: throw LuaError.usage("the table was changed while it was read")
      }
      do { try body() } catch {
        top = base
        throw error
      }
      assert(top == base + 2, "the body of forEachPair leaves the stack as it is")
    }
  }

  // MARK: Calling

  /// For ``call(arguments:results:)``: as many results as the function returns.
  public static let allResults: Int32 = -1

  /// Calls the function below so many arguments, and leaves so many results in their place.
  ///
  /// - Throws: ``LuaError``; nothing is left on the stack then.
  public func call(arguments: Int32, results: Int32) throws {
    try withState { try $0.call(on: self, arguments: arguments, results: results) }
  }

  // MARK: Arguments

  /// The text argument at an index.
  ///
  /// - Throws: ``LuaError/wrongType(what:expected:actual:)``.
  public func checkString(_ index: Int32, _ name: String) throws -> String {
    if let text = string(index) { return text }
    throw wrongType(index, name, expected: "a string")
  }

  /// The argument at an index, as a message: cut at ``LuaError/longestMessage``.
  public func checkMessage(_ index: Int32, _ name: String) throws -> String {
    guard kind(index) == .string, rawLength(index) > LuaError.longestMessage else {
      return try checkString(index, name)
    }
    return quotableName(index)
  }

  /// How many bytes the host takes for each of a name that is stored: it holds the name, and copies it while a save is written.
  private static let bytesPerByteOfStoredName = 4

  private func makeRoom(forStoredName index: Int32) throws {
    guard kind(index) == .string, rawLength(index) >= LuaState.smallest else { return }
    try state.makeRoom(for: rawLength(index) * Self.bytesPerByteOfStoredName, on: self)
  }

  /// The argument at an index, as a name that is stored: in saved states, or on disk.
  ///
  /// - Throws: an error if it is not UTF-8, or has a NUL byte in it.
  public func checkStoredName(_ index: Int32, _ name: String) throws -> String {
    try makeRoom(forStoredName: index)
    let text = try checkString(index, name)
    try Self.checkStoredName(text, name)
    return text
  }

  /// The same, or nil.
  public func takeStoredName(_ index: Int32, _ name: String) throws -> String? {
    try makeRoom(forStoredName: index)
    let text = try String?.take(self, index, name)
    if let text { try Self.checkStoredName(text, name) }
    return text
  }

  /// Checks that a text can be a name that is stored.
  public static func checkStoredName(_ text: String, _ name: String) throws {
    guard text.utf8.contains(0) else { return }
    throw LuaError.usage(
      "\(name): \(ValuePrinter.quoted(Array(text.utf8))) has a NUL byte in it; a name cannot have one")
  }

  /// The integer argument at an index.
  public func checkInteger(_ index: Int32, _ name: String) throws -> Int {
    if let value = quantity(index) { return value }
    throw wrongType(index, name, expected: "an integer")
  }

  /// The number argument at an index.
  public func checkNumber(_ index: Int32, _ name: String) throws -> Double {
    if let value = number(index) { return value }
    throw wrongType(index, name, expected: "a number")
  }

  /// The host object of a type at an index.
  public func checkObject<Object: AnyObject>(_ index: Int32, _ name: String, as type: Object.Type = Object.self) throws
    -> Object
  {
    if let object = object(index) as? Object { return object }
    throw wrongType(index, name, expected: state.article(for: type))
  }

  /// The function argument at an index, as a reference.
  public func checkFunction(_ index: Int32, _ name: String) throws -> LuaReference {
    guard kind(index) == .function else { throw wrongType(index, name, expected: "a function") }
    return LuaReference(self, index)
  }

  /// The error for a value of another type than expected.
  public func wrongType(_ index: Int32, _ name: String, expected: String) -> LuaError {
    if kind(index) == .string, expected.hasPrefix("a string") {
      return .wrongType(what: name, expected: "text in UTF-8", actual: "a string of other bytes")
    }
    if let value = integer(index), value.magnitude > LuaStack.largestQuantity {
      return .wrongType(what: name, expected: expected, actual: "\(value), which is out of range")
    }
    return .wrongType(what: name, expected: expected, actual: describeKind(index))
  }
}

extension LuaStack {
  /// Pops a value and makes it a global, without metamethods.
  public func setGlobal(_ name: String) {
    rawGet(LH_REGISTRY, Int64(LUA_RIDX_GLOBALS))
    lua_rotate(L, -2, 1)
    rawSet(-2, name)
    pop()
  }

  /// Pushes a global, without metamethods.
  @discardableResult
  public func pushGlobal(_ name: String) -> Kind {
    rawGet(LH_REGISTRY, Int64(LUA_RIDX_GLOBALS))
    let kind = rawGet(-1, name)
    lua_rotate(L, -2, -1)
    pop()
    return kind
  }
}

extension LuaStack {
  /// Pushes one of the tables that Lua's libraries keep in the registry; a new one if it is not there.
  func pushRegistryTable(_ name: String) {
    guard rawGet(LH_REGISTRY, name) != .table else { return }
    pop()
    createTable()
    pushValue(-1)
    rawSet(LH_REGISTRY, name)
  }

  /// Pushes what `require` has given for a module; nil if it was not required yet.
  public func pushLoadedModule(_ name: String) {
    pushRegistryTable("_LOADED")
    rawGet(-1, name)
    lua_rotate(L, -2, -1)
    pop()
  }

  /// `script:line: ` of the function that runs at a level; empty if it is none of a script.
  func place(level: Int32) -> String {
    lh_push_place(L, level)
    defer { pop() }
    return lossyString(-1) ?? ""
  }
}

extension LuaStack {
  /// Pushes a field of the value at an index, metamethods included.
  ///
  /// - Throws: ``LuaError`` if a metamethod raises one, or the value has no fields.
  @discardableResult
  public func getField(_ index: Int32, _ name: String) throws -> Kind {
    try reserve(6)
    let index = absolute(index)
    lh_push_closure(L, lh_do_gettable, 0)
    pushValue(index)
    push(name)
    // Looking something up is no callback, also where a metamethod does it.
    let state = state
    let wasNoted = state.isRunNoted
    state.isRunNoted = true
    defer { state.isRunNoted = wasNoted }
    try call(arguments: 2, results: 1)
    return kind(-1)
  }
}
