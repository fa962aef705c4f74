import CLua
import LuaBoundary

// Swift functions called by the C functions of LuaBoundary.
//
// They are called by their Swift names, because the entry point of a function exported to C checks the actor at every
// call, which costs as much as the call itself. This is safe: C runs only inside `lh_protected_call`, `lh_resume` and
// the like, which are called on the main actor.

/// Runs the body of a function called by Lua. C raises the thrown error after this frame is gone.
///
/// - Parameter balance: the number of values that the body leaves on the stack; nil if the body returns it.
/// - Returns: the number of results on top, -1 for an error value on top, or `LH_WAITS` if the calling task is
///   suspended.
@inline(__always)
@MainActor
private func enter(_ L: OpaquePointer, balance: Int32? = nil, _ body: (LuaStack) throws -> Int32) -> Int32 {
  let stack = LuaStack(L)
  let base = lua_gettop(L)
  do {
    let count = try body(stack)
    assert(
      count == LH_WAITS || count >= 0 && stack.top >= count, "a host function must push as many results as it returns")
    assert(balance.map { stack.top == base + $0 } ?? true, "a property must push exactly its value")
    return count
  } catch {
    stack.push(error: error)
    return -1
  }
}

@_silgen_name("lh_swift_call")
@MainActor
func callHostFunction(_ L: OpaquePointer, _ function: UnsafeMutableRawPointer) -> Int32 {
  // The state retains the function while it is open.
  enter(L) { stack in try Unmanaged<HostFunction>.fromOpaque(function).lend { try $0.body(stack) } }
}

@_silgen_name("lh_swift_call_method")
@MainActor
func callHostMethod(
  _ L: OpaquePointer, _ object: UnsafeMutableRawPointer, _ method: UnsafeMutableRawPointer
) -> Int32 {
  enter(L) { stack in
    let object = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    return try Unmanaged<HostMethod>.fromOpaque(method).lend { try $0.body?(object, stack) ?? 0 }
  }
}

@_silgen_name("lh_swift_wrong_method")
@MainActor
func refuseReceiver(_ L: OpaquePointer, _ method: UnsafeMutableRawPointer) -> Int32 {
  enter(L) { stack in
    let method = Unmanaged<HostMethod>.fromOpaque(method).takeUnretainedValue()
    let (className, name) = (method.hostClass.name, method.name)
    let ofSuperclass = "call a superclass's method with a dot: Class.super.\(name)(self, …)"
    let advice =
      method.isCallback || stack.state.hostClass(at: 1, on: stack) != nil
      ? ofSuperclass : "call it as object:\(name)(…)"
    throw LuaError.usage(
      "\(className):\(name): expected \(LuaError.withArticle(className)) as self, got \(stack.describeKind(1)); \(advice)"
    )
  }
}

@_silgen_name("lh_swift_wrong_class")
@MainActor
func refuseMetatable(_ L: OpaquePointer, _ id: Int32) -> Int32 {
  enter(L) { stack in
    let name = stack.state.classes[Int(id)].name
    throw LuaError.usage("the metatable of \(name): expected a \(name), got \(stack.describeKind(1))")
  }
}

@_silgen_name("lh_swift_get")
@MainActor
func getHostProperty(
  _ L: OpaquePointer, _ object: UnsafeMutableRawPointer, _ property: UnsafeMutableRawPointer
) -> Int32 {
  enter(L, balance: 1) { stack in
    let object = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    try Unmanaged<HostProperty>.fromOpaque(property).lend {
      try $0.getter(object, stack)
      if $0.givesListCopies, stack.kind(-1) == .table { stack.state.listCopies?.wasRead($0, on: stack) }
    }
    return 1
  }
}

@_silgen_name("lh_swift_set")
@MainActor
func setHostProperty(
  _ L: OpaquePointer, _ object: UnsafeMutableRawPointer, _ property: UnsafeMutableRawPointer
) -> Int32 {
  enter(L, balance: 0) { stack in
    let object = Unmanaged<AnyObject>.fromOpaque(object).takeUnretainedValue()
    try Unmanaged<HostProperty>.fromOpaque(property).lend { try $0.set(object, toValueAt: 3, on: stack) }
    return 0
  }
}

@_silgen_name("lh_swift_unknown")
@MainActor
func refuseUnknownName(_ L: OpaquePointer, _ isWriting: Int32) -> Int32 {
  enter(L) { stack in throw stack.state.unknownName(stack, isWriting: isWriting != 0) }
}

@_silgen_name("lh_swift_touch")
@MainActor
func noteTouchedObject(_ L: OpaquePointer, _ userdata: UnsafeMutablePointer<lh_object>) {
  guard let pointer = userdata.pointee.object else { return }
  let object = Unmanaged<AnyObject>.fromOpaque(pointer).takeUnretainedValue()
  LuaStack(L).state.touched.append((object, userdata))
}

@_silgen_name("lh_swift_collect")
@MainActor
func collectHostObject(_ L: OpaquePointer, _ userdata: UnsafeMutablePointer<lh_object>, _ mayGo: Int32) -> Int32 {
  LuaStack(L).state.collect(userdata, mayGo: mayGo != 0, on: LuaStack(L)) ? 1 : 0
}

@_silgen_name("lh_swift_failed")
@MainActor
func reportFailedCallback(_ L: OpaquePointer, _ status: Int32) {
  let stack = LuaStack(L)
  stack.state.onCallbackError(stack.state.takeError(status: status, on: stack))
}

@_silgen_name("lh_swift_requires")
@MainActor
func reportRequiredModule(_ L: OpaquePointer, _ name: UnsafePointer<CChar>) {
  LuaStack(L).state.willRequire(String(cString: name))
}

@_silgen_name("lh_swift_loads")
@MainActor
func reportLoadedFile(_ L: OpaquePointer, _ path: UnsafePointer<CChar>) {
  LuaStack(L).state.willLoad(String(cString: path))
}

@_silgen_name("lh_swift_wrote")
@MainActor
func reportWritten(_ L: OpaquePointer, _ bytes: UnsafePointer<CChar>, _ count: Int, _ isError: Int32) {
  let bytes = Array(UnsafeRawBufferPointer(start: bytes, count: count))
  LuaStack(L).state.onWrite?(bytes, isError != 0)
}

@_silgen_name("lh_swift_starts")
@MainActor
func reportProcessStart(_ L: OpaquePointer) {
  LuaStack(L).state.onProcessStart()
}

@_silgen_name("lh_swift_started")
@MainActor
func reportStartedProcess(_ L: OpaquePointer, _ process: Int32) {
  LuaStack(L).state.onProcessStarted(process)
}

@_silgen_name("lh_swift_sampled")
@MainActor
func reportSample(_ L: OpaquePointer, _ functions: UnsafePointer<UInt8>, _ count: Int) {
  LuaStack(L).state.profile?.sample(
    String(decoding: UnsafeBufferPointer(start: functions, count: count), as: UTF8.self))
}

@_silgen_name("lh_swift_waited")
@MainActor
func reportLongWait(_ L: OpaquePointer, _ name: UnsafePointer<CChar>, _ nanoseconds: UInt64) {
  let state = LuaStack(L).state
  let place = String(cString: lh_waiting_place(state.context))
  state.onLongWait(
    LuaWait(
      function: String(cString: name), place: place, seconds: Double(nanoseconds) / 1e9,
      alternatives: state.options.alternatives))
}

extension Unmanaged {
  /// Passes the object to a short function without retaining it, where retaining would cost as much as the function.
  /// The object must be retained elsewhere.
  ///
  /// The standard library's own function would check the actor, as for every closure from the main actor.
  @inline(__always)
  func lend<Result>(_ body: (Instance) throws -> Result) rethrows -> Result { try _withUnsafeGuaranteedRef(body) }
}
