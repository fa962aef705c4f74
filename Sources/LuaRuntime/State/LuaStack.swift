import CLua
import LuaBoundary
import StateRestoration

/// The stack of a running function (Lua manual, section 4.1): arguments from 1 up, results on top. Outside of functions, the
/// first value on the stack of the main thread belongs to the host.
///
/// No method raises a Lua error; those that can fail throw. Pushing never exceeds the script's memory limit, which
/// applies only while script code runs.
///
/// A function called by a script has room for 40 values besides its arguments, and ``LuaState/withStack(reserving:_:)``
/// makes room for its body; ``reserve(_:)`` makes more. As in Lua's C API, neither room nor indices are checked: a value
/// pushed without room, or popped from an empty stack, corrupts memory.
///
/// The stack that a function or closure receives is valid until it returns, and any stack until its state is closed or
/// released; a stack does not keep its state alive. Debug builds check that the state is open.
@MainActor
public struct LuaStack {
  @usableFromInline let thread: OpaquePointer

  /// The thread that owns the stack.
  @inlinable
  public var L: OpaquePointer {
    assert(LuaState.isOpen(thread), "a stack was used after its Lua state was closed or released")
    return thread
  }

  /// Creates a stack for a thread.
  public init(_ L: OpaquePointer) {
    thread = L
  }

  /// The owner of the thread's state.
  public var state: LuaState {
    Unmanaged<LuaState>.fromOpaque(lh_get_context(L).pointee.owner).takeUnretainedValue()
  }

  /// Passes the owner to a short function without retaining it. The owner is alive, as this stack is in use.
  @inline(__always)
  func withState<Result>(_ body: (LuaState) throws -> Result) rethrows -> Result {
    try Unmanaged<LuaState>.fromOpaque(lh_get_context(L).pointee.owner).lend(body)
  }

  /// The types of Lua values (section 2.1).
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

  /// The number of values on the stack. Setting it pops values or pushes nils.
  @inlinable
  public var top: Int32 {
    get { lua_gettop(L) }
    nonmutating set {
      assert(newValue >= ownValues, "the first value on the stack of the main thread belongs to the host")
      lh_set_top(L, newValue)
    }
  }

  /// The number of values at the bottom that belong to the host.
  @usableFromInline var ownValues: Int32 {
    var function = lua_Debug()
    return L == lh_get_context(L).pointee.main && lua_getstack(L, 0, &function) == 0 ? 1 : 0
  }

  /// Reserves room for this many more values. Throws if the stack would be too deep.
  public func reserve(_ count: Int32) throws {
    guard lua_checkstack(L, count) != 0 else { throw LuaError.usage("stack overflow: values are nested too deeply") }
  }

  /// Pops this many values.
  @inlinable
  public func pop(_ count: Int32 = 1) {
    assert(count <= top - ownValues, "more values were popped than the stack has")
    lh_pop(L, count)
  }

  /// Converts an index relative to the top to an absolute one.
  @inlinable
  public func absolute(_ index: Int32) -> Int32 { lua_absindex(L, index) }

  // MARK: Reading

  /// Returns the type of the value at an index.
  @inlinable
  public func kind(_ index: Int32) -> Kind { Kind(rawValue: lua_type(L, index)) ?? .none }

  /// Returns the type in words: "a string", "nil", "an integer", "a Label".
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

  /// Returns whether there is nil or no value at an index.
  @inlinable
  public func isNil(_ index: Int32) -> Bool { lua_type(L, index) <= 0 }

  /// Returns whether the value at an index counts as true.
  @inlinable
  public func truth(_ index: Int32) -> Bool { lua_toboolean(L, index) != 0 }

  /// Returns the integer at an index; nil if it is not a number with an exact integer value. Strings are not converted.
  @inlinable
  public func integer(_ index: Int32) -> Int64? {
    guard lua_type(L, index) == LUA_TNUMBER else { return nil }
    var isInteger: Int32 = 0
    let value = lua_tointegerx(L, index, &isInteger)
    return isInteger != 0 ? value : nil
  }

  /// Returns the integer at an index, or the one that Lua converts a string to (Lua manual, section 3.4.3); nil for others.
  func convertedInteger(_ index: Int32) -> Int64? {
    var isInteger: Int32 = 0
    let value = lua_tointegerx(L, index, &isInteger)
    return isInteger != 0 ? value : nil
  }

  /// Returns the integer at an index as a quantity of cells, rows or items; nil for other values and for integers so
  /// large that sums could overflow. Use it for all integers in calculations.
  public func quantity(_ index: Int32) -> Int? {
    guard let value = integer(index), value.magnitude <= LuaStack.largestQuantity else { return nil }
    return Int(value)
  }

  /// The largest quantity.
  public static let largestQuantity: UInt64 = 1 << 40

  /// Returns whether the number at an index has the subtype integer.
  @inlinable
  public func isInteger(_ index: Int32) -> Bool { lua_isinteger(L, index) != 0 }

  /// Returns the number at an index; nil for other values. Strings are not converted.
  @inlinable
  public func number(_ index: Int32) -> Double? {
    guard lua_type(L, index) == LUA_TNUMBER else { return nil }
    return lua_tonumberx(L, index, nil)
  }

  /// Passes the bytes of the string at an index to a closure; returns nil for other values. Numbers are not converted.
  @inlinable
  public func withBytes<Result>(_ index: Int32, _ body: (UnsafeRawBufferPointer) throws -> Result) rethrows -> Result? {
    guard let bytes = unsafeBytes(index) else { return nil }
    return try body(bytes)
  }

  /// Returns the bytes of the string at an index.
  public func bytes(_ index: Int32) -> [UInt8]? { withBytes(index) { Array($0) } }

  /// Returns the bytes of the string at an index, which are valid while the string is on the stack; nil for other
  /// values.
  @inlinable
  public func unsafeBytes(_ index: Int32) -> UnsafeRawBufferPointer? {
    var count = 0
    guard let start = lh_bytes(L, index, &count) else { return nil }
    return UnsafeRawBufferPointer(start: start, count: count)
  }

  /// Returns the text of the string at an index; nil for other values and for invalid UTF-8.
  public func string(_ index: Int32) -> String? {
    guard let bytes = unsafeBytes(index), bytes.isUTF8 else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Returns the text of the string at an index, with invalid UTF-8 replaced.
  public func lossyString(_ index: Int32) -> String? { withBytes(index) { String(decoding: $0, as: UTF8.self) } }

  /// Returns the text of the first bytes of the string at an index, with invalid UTF-8 replaced.
  func lossyString(_ index: Int32, atMost count: Int) -> String? {
    withBytes(index) { String(decoding: $0.prefix(count), as: UTF8.self) }
  }

  /// Returns the host object at an index; nil for other values, or if the object is gone.
  @inlinable
  public func object(_ index: Int32) -> AnyObject? {
    guard let object = lh_to_object(L, index), let pointer = object.pointee.object else { return nil }
    return Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  }

  /// Returns the length of the table or string at an index, without metamethods.
  @inlinable
  public func rawLength(_ index: Int32) -> Int { Int(lua_rawlen(L, index)) }

  /// Returns the identity of the table, function or userdata at an index.
  @inlinable
  public func identity(_ index: Int32) -> UnsafeRawPointer? { lua_topointer(L, index) }

  /// Returns the text of `tostring`, including metamethods; if one fails, returns its message.
  public func describe(_ index: Int32) -> String {
    guard lua_checkstack(L, 4) != 0 else { return "?" }
    let index = absolute(index)
    lh_push_closure(L, lh_do_tostring, 0)
    lua_pushvalue(L, index)
    _ = lh_protected_call(L, 1, 1)
    defer { pop() }
    return lossyString(-1) ?? "(error object is \(describeKind(-1)))"
  }

  /// Returns the name at an index for a message: a long string is truncated, other values are converted by `tostring`.
  public func quotableName(_ index: Int32) -> String {
    lossyString(index, atMost: String.longestMessage) ?? describe(index).cutAsMessage
  }

  // MARK: Pushing

  /// Pushes nil.
  @inlinable
  public func pushNil() { lua_pushnil(L) }
  /// Pushes a boolean.
  @inlinable
  public func push(_ value: Bool) { lua_pushboolean(L, value ? 1 : 0) }
  /// Pushes an integer.
  @inlinable
  public func push(_ value: Int64) { lua_pushinteger(L, value) }
  /// Pushes an integer.
  @inlinable
  public func push(_ value: Int) { lua_pushinteger(L, Int64(value)) }
  /// Pushes a float.
  @inlinable
  public func push(_ value: Double) { lua_pushnumber(L, value) }
  /// Pushes a string of these bytes.
  public func push(bytes: UnsafeRawBufferPointer) { lh_push_bytes(L, bytes.baseAddress, bytes.count) }
  /// Pushes a string of these bytes.
  public func push(bytes: [UInt8]) { Self.push(bytes[...], on: L) }
  /// Pushes a string of these bytes.
  public func push(bytes: ArraySlice<UInt8>) { Self.push(bytes, on: L) }
  /// Pushes a text.
  public func push(_ text: String) { Self.push(text, on: L) }

  // The standard library would check closures of the main actor at every call, so these are nonisolated.
  nonisolated private static func push(_ bytes: ArraySlice<UInt8>, on L: OpaquePointer) {
    bytes.withUnsafeBytes { lh_push_bytes(L, $0.baseAddress, $0.count) }
  }
  nonisolated private static func push(_ text: String, on L: OpaquePointer) {
    var text = text
    text.withUTF8 { lh_push_bytes(L, $0.baseAddress, $0.count) }
  }

  /// Pops a value and replaces the one at an index with it.
  public func replace(_ index: Int32) {
    lua_copy(L, -1, index)
    pop()
  }
  /// Pushes a copy of the value at an index.
  @inlinable
  public func pushValue(_ index: Int32) { lua_pushvalue(L, index) }
  /// Pushes the value of a reference.
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
  // Without a table at the index, reading pushes nil and writing has no effect.

  /// Pushes a new table, preallocated for this many items and keys.
  public func createTable(array: Int = 0, hash: Int = 0) {
    lh_push_table(L, max(array, 0), max(hash, 0))
  }

  /// Pops a key and pushes its value in the table at an index.
  @inlinable
  @discardableResult
  public func rawGet(_ table: Int32) -> Kind { Kind(rawValue: lh_raw_get(L, table)) ?? .none }
  /// Pushes an item of the table at an index.
  @inlinable
  @discardableResult
  public func rawGet(_ table: Int32, _ item: Int64) -> Kind { Kind(rawValue: lh_raw_get_item(L, table, item)) ?? .none }
  /// Pushes the value of a string key in the table at an index.
  @discardableResult
  public func rawGet(_ table: Int32, _ key: String) -> Kind {
    let table = absolute(table)
    push(key)
    return rawGet(table)
  }
  /// Pops a value and a key and sets them in the table at an index. Ignores invalid keys.
  public func rawSet(_ table: Int32) { _ = lh_raw_set(L, table) }
  /// Pops a value and sets it as an item of the table at an index.
  public func rawSet(_ table: Int32, _ item: Int64) { _ = lh_raw_set_item(L, table, item) }
  /// Pops a value and sets it with a string key in the table at an index.
  public func rawSet(_ table: Int32, _ key: String) {
    let table = absolute(table)
    push(key)
    lua_rotate(L, -2, 1)
    rawSet(table)
  }

  /// Calls a closure for every pair of the table at an index, with the key at -2 and the value at -1. The closure must
  /// leave the stack unchanged.
  ///
  /// - Throws: ``LuaError/usage(_:)`` if the closure removes the current key or makes the table grow; errors of the
  ///   closure.
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
      assert(top == base + 2, "the body of forEachPair must not change the height of the stack")
    }
  }

  // MARK: Calling

  /// Requests all results of a function in ``call(arguments:results:)``.
  public static let allResults: Int32 = -1

  /// Calls the function below a number of arguments, and leaves a number of results in their place.
  ///
  /// - Throws: ``LuaError``; nothing is left on the stack in this case.
  public func call(arguments: Int32, results: Int32) throws {
    try withState { try $0.call(on: self, arguments: arguments, results: results) }
  }
}

extension LuaStack {
  /// Returns `script:line: ` for the function running at a level; empty if it is not a script's.
  public func place(level: Int32) -> String {
    lh_push_place(L, level)
    defer { pop() }
    return lossyString(-1) ?? ""
  }
}

extension LuaStack {
  /// Pushes a field of the value at an index, using metamethods.
  ///
  /// - Throws: ``LuaError`` if a metamethod raises, or the value has no fields.
  @discardableResult
  public func getField(_ index: Int32, _ name: String) throws -> Kind {
    try reserve(6)
    let index = absolute(index)
    lh_push_closure(L, lh_do_gettable, 0)
    pushValue(index)
    push(name)
    try callUnnoted(arguments: 2, results: 1)
    return kind(-1)
  }

  /// Pops a value and sets it as a field of the value at an index, using metamethods.
  ///
  /// - Throws: ``LuaError`` if a metamethod raises, or the value has no fields.
  public func setField(_ index: Int32, _ name: String) throws {
    try reserve(6)
    let (index, value) = (absolute(index), top)
    defer { top = value - 1 }
    lh_push_closure(L, lh_do_settable, 0)
    pushValue(index)
    push(name)
    pushValue(value)
    try callUnnoted(arguments: 3, results: 0)
  }

  /// Calls a function that does not count as a callback, even if it runs a metamethod.
  private func callUnnoted(arguments: Int32, results: Int32) throws {
    let state = state
    let wasNoted = state.isRunNoted
    state.isRunNoted = true
    defer { state.isRunNoted = wasNoted }
    try call(arguments: arguments, results: results)
  }
}
