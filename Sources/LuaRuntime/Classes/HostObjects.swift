import CLua
import LuaBoundary

// Swift objects in Lua. An object always has the same userdata, found in a table with weak values (and, if the
// collector has cleared that too early, in one with weak keys). The userdata retains the object. Strong references
// between Swift objects are mirrored by links between their userdata, so that Lua's collector sees the whole graph and
// collects cycles through closures.
extension LuaState {
  func makeIdentityTable(_ stack: LuaStack) {
    identities = makeWeakTable("v", on: stack)
    userdatas = makeWeakTable("k", on: stack)
  }

  func makeWeakTable(_ mode: String, on stack: LuaStack) -> LuaReference {
    stack.createTable()
    stack.createTable()
    stack.setField("__mode", mode)
    _ = lh_set_metatable(stack.L, -2)
    defer { stack.pop() }
    return LuaReference(stack, -1)
  }

  /// Pushes an object as its userdata, creating the userdata if necessary.
  func push(_ object: AnyObject, on stack: LuaStack) {
    if pushKnown(object, on: stack) { return }
    guard let hostClass = hostClass(ofUnknown: object) else { return stack.pushNil() }
    pushNew(object, of: hostClass, isInstantiated: false, on: stack)
  }

  /// Creates the userdata of an object, unless it has one.
  public func makeKnown(_ object: AnyObject) {
    try? withStack { $0.push(object: object) }
  }

  /// Whether scripts know an object: it has a userdata.
  public func knows(_ object: AnyObject) -> Bool { exposed.contains(Unmanaged.passUnretained(object).toOpaque()) }

  /// Pushes the userdata of an object if it has one.
  func pushKnown(_ object: AnyObject, on stack: LuaStack) -> Bool {
    guard let identities else { return false }
    let pointer = Unmanaged.passUnretained(object).toOpaque()
    if lh_push_known(stack.L, identities.slot, pointer) != 0 { return true }
    guard exposed.contains(pointer) else { return false }
    stack.push(identities)
    restoreIdentities(on: stack)
    stack.pop()
    return lh_push_known(stack.L, identities.slot, pointer) != 0
  }

  /// Restores references whose finalizers have not run. The collector clears weak references to garbage before it runs
  /// the finalizers, which may resurrect the objects. The table of references is on top.
  private func restoreIdentities(on stack: LuaStack) {
    guard let userdatas else { return }
    stack.push(userdatas)
    // Weak keys stay until the object is freed.
    try? stack.forEachPair(-1) {
      guard let pointer = lh_to_object(stack.L, -2)?.pointee.object else { return }
      stack.pushValue(-2)
      _ = lh_raw_set_pointer(stack.L, -5, pointer)
    }
    stack.pop()
  }

  /// Creates and pushes the userdata of an object, as an instance of a class.
  ///
  /// - Parameter isInstantiated: whether a script creates the object.
  func pushNew(_ object: AnyObject, of hostClass: HostClass, isInstantiated: Bool, on stack: LuaStack) {
    guard let identities, let userdatas else { return stack.pushNil() }
    let pointer = Unmanaged.passRetained(object).toOpaque()
    lh_push_object(stack.L, pointer, hostClass.kind, Int32(hostClass.id))
    hostClass.pushInstanceMetatable(on: stack)
    _ = lh_set_metatable(stack.L, -2)
    exposed.insert(pointer)
    beginHolding(object, of: hostClass)
    stack.push(identities)
    stack.pushValue(-2)
    _ = lh_raw_set_pointer(stack.L, -2, pointer)
    stack.push(userdatas)
    stack.pushValue(-3)
    stack.push(true)
    stack.rawSet(-3)
    stack.pop(2)
    onExpose?(object, hostClass, isInstantiated, stack)
  }

  /// Called when Lua no longer reaches the object at 1. If Swift still holds the object, its userdata lives on with the
  /// script's data.
  ///
  /// - Parameter mayGo: whether the object may be released now, which runs its `deinit`.
  /// - Returns: whether the userdata lives on.
  func collect(_ userdata: UnsafeMutablePointer<lh_object>, mayGo: Bool, on stack: LuaStack) -> Bool {
    guard let pointer = userdata.pointee.object else { return false }
    if !isClosing, let identities {
      stack.push(identities)
      defer { stack.pop() }
      // The object was requested again after the collector cleared the weak reference.
      lh_raw_get_pointer(stack.L, -1, pointer)
      let isKnown = lh_to_object(stack.L, -1) == userdata
      stack.pop()
      if isKnown { return true }
      // The reference is checked in place, as a copy would be another reference. It is bound to a Swift class because
      // unoptimized code copies an existential.
      let isLast = withUnsafeMutablePointer(to: &userdata.pointee.object) {
        $0.withMemoryRebound(to: NativeObject.self, capacity: 1) { isKnownUniquelyReferenced(&$0.pointee) }
      }
      if !isLast || !mayGo || tasks.hasOwner(pointer) {
        stack.pushValue(1)
        _ = lh_raw_set_pointer(stack.L, -2, pointer)
        // The object's tasks end first.
        if isLast, mayGo { tasks.ownerIsGarbage(pointer) }
        return true
      }
    }
    userdata.pointee.object = nil
    exposed.remove(pointer)
    endHolding(pointer)
    Unmanaged<AnyObject>.fromOpaque(pointer).release()
    return false
  }

  /// Pushes the table in a user value of the userdata on top, creating it if necessary.
  func pushUserTable(_ userValue: some BinaryInteger, on stack: LuaStack) {
    guard lh_get_user_value(stack.L, -1, Int32(userValue)) != LUA_TTABLE else { return }
    stack.pop()
    stack.createTable()
    stack.pushValue(-1)
    _ = lh_set_user_value(stack.L, -3, Int32(userValue))
  }

  // MARK: Links and roots

  /// Mirrors that one object retains another: a script's values on the other live as long as the first.
  public func link(_ owner: AnyObject, _ owned: AnyObject) {
    changeLink(owner, owned, by: 1)
  }

  /// Mirrors that one object no longer retains another.
  public func unlink(_ owner: AnyObject, _ owned: AnyObject) {
    changeLink(owner, owned, by: -1)
  }

  private func changeLink(_ owner: AnyObject, _ owned: AnyObject, by step: Int64) {
    guard let stack = try? stack, (try? stack.reserve(10)) != nil else { return }
    let base = stack.top
    defer { stack.top = base }
    stack.push(object: owner)
    guard stack.kind(-1) == .userdata else { return }
    pushUserTable(LH_OWNED, on: stack)
    stack.push(object: owned)
    guard stack.kind(-1) == .userdata else { return }
    stack.pushValue(-1)
    stack.rawGet(-3)
    let count = (stack.integer(-1) ?? 0) + step
    stack.pop()
    if count > 0 { stack.push(count) } else { stack.pushNil() }
    stack.rawSet(-3)
  }

  /// Returns a reference that keeps an object and the script's data on it alive.
  public func reference(to object: AnyObject) throws -> LuaReference {
    let stack = try stack
    stack.push(object: object)
    defer { stack.pop() }
    return LuaReference(stack, -1)
  }

  // MARK: Touched objects

  /// Whether objects are recorded for ``takeTouchedObjects()``.
  public var tracesTouchedObjects: Bool {
    get { context.pointee.traces_touch != 0 }
    set { context.pointee.traces_touch = newValue ? 1 : 0 }
  }

  /// Returns the objects of which a script has written a field, or read one that contains a table (which it may have
  /// changed), since the last call. Each object once, in that order.
  public func takeTouchedObjects() -> [AnyObject] {
    let taken = touched
    touched = []
    for (_, userdata) in taken { userdata.pointee.touched = 0 }
    return taken.map(\.object)
  }

  /// Returns whether a script ran since the last call while touched objects were recorded and ``isRunNoted`` was false.
  /// Changes to plain tables and local variables leave no other trace.
  public func takeDidRunScript() -> Bool {
    defer { hasRunScript = false }
    return hasRunScript
  }

  // MARK: Handlers

  /// Pushes the function or object that a script assigned to a handler property. Returns false and pushes nothing if
  /// there is none.
  public func pushHandler(_ name: String, of object: AnyObject, on stack: LuaStack) -> Bool {
    let base = stack.top
    guard pushKnown(object, on: stack), lh_get_user_value(stack.L, -1, Int32(LH_HANDLERS)) == LUA_TTABLE,
      stack.rawGet(-1, name) != .nil
    else {
      stack.top = base
      return false
    }
    lua_rotate(stack.L, -3, 1)
    stack.pop(2)
    return true
  }

  /// Stores the value at an index on an object's Lua side, under a name.
  public func setHandler(_ name: String, of object: AnyObject, toValueAt index: Int32, on stack: LuaStack) {
    let index = stack.absolute(index)
    push(object, on: stack)
    pushUserTable(LH_HANDLERS, on: stack)
    stack.pushValue(index)
    stack.rawSet(-2, name)
    stack.pop(2)
  }

  /// Pushes a copy of the list that a script assigned to a handler property, or any other value itself, like
  /// ``pushHandler(_:of:on:)``.
  public func pushHandlerList(_ name: String, of object: AnyObject, on stack: LuaStack) -> Bool {
    guard pushHandler(name, of: object, on: stack) else { return false }
    stack.copyList(-1)
    lua_rotate(stack.L, -2, 1)
    stack.pop()
    return true
  }

  /// Stores a copy of the list at an index, or any other value itself, like ``setHandler(_:of:toValueAt:on:)``. The
  /// script may change its own table later.
  public func setHandlerList(_ name: String, of object: AnyObject, toValueAt index: Int32, on stack: LuaStack) {
    stack.copyList(index)
    setHandler(name, of: object, toValueAt: -1, on: stack)
    stack.pop()
  }

  /// Returns whether a script assigned the same value to a handler property of two objects.
  public func haveSameHandler(_ name: String, _ left: AnyObject, _ right: AnyObject) -> Bool {
    guard let stack = try? self.stack, (try? stack.reserve(8)) != nil else { return left === right }
    let base = stack.top
    defer { stack.top = base }
    return pushHandler(name, of: left, on: stack) && pushHandler(name, of: right, on: stack)
      && lua_rawequal(stack.L, -1, -2) != 0
  }

  // MARK: Overrides

  /// Pushes a script's method of an object, and the object as its first argument: a function in a field of the object,
  /// or one defined by its class or a script superclass. Returns false and pushes nothing if there is none.
  public func pushOverride(_ name: String, of object: AnyObject, on stack: LuaStack) -> Bool {
    guard pushKnown(object, on: stack), let userdata = lh_to_object(stack.L, -1) else { return false }
    let hostClass = classes[Int(userdata.pointee.class_id)]
    if hostClass.isScript, let table = hostClass.table { stack.push(table) } else { stack.pushNil() }
    stack.push(name)
    return lh_find_override(stack.L) != 0
  }

  /// Pushes a method defined by a script class or its script superclasses.
  func pushMethod(_ name: String, of hostClass: HostClass, on stack: LuaStack) -> Bool {
    var current: HostClass? = hostClass
    while let scriptClass = current, scriptClass.isScript, let table = scriptClass.table {
      stack.push(table)
      if stack.rawGet(-1, name) == .function {
        lua_rotate(stack.L, -2, -1)
        stack.pop()
        return true
      }
      stack.pop(2)
      current = scriptClass.superclass
    }
    return false
  }

  /// Pushes a class method defined by a script, and the class as its first argument. Returns false if there is none.
  public func pushClassMethod(_ name: String, of hostClass: HostClass, on stack: LuaStack) -> Bool {
    guard let table = hostClass.table, pushMethod(name, of: hostClass, on: stack) else { return false }
    stack.push(table)
    return true
  }
}

/// A stand-in for any Swift object with reference counting.
private final class NativeObject {}
