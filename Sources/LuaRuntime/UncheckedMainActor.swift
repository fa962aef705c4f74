// Scripts run on the main actor only, which the functions of a Lua state check where they are entered. To check it again at
// every call from Lua would cost more than the call.
//
// Each function is cast inside a structure of its own: as an argument of the generic `unsafeBitCast` it would be wrapped
// into two conversions, which cost as much as the call too.

/// The function of a host function's body without the actor's check.
func unchecked(_ body: @escaping @MainActor (LuaStack) throws -> Int32) -> (LuaStack) throws -> Int32 {
  struct Checked { let body: @MainActor (LuaStack) throws -> Int32 }
  struct Plain { let body: (LuaStack) throws -> Int32 }
  return unsafeBitCast(Checked(body: body), to: Plain.self).body
}

/// A property's getter without the actor's check.
func unchecked<Object>(
  getter: @escaping @MainActor (Object, LuaStack) throws -> Void
) -> (Object, LuaStack) throws -> Void {
  unsafeBitCast(CheckedGetter(body: getter), to: PlainGetter<Object>.self).body
}

/// A property's setter without the actor's check.
func unchecked<Object>(
  setter: @escaping @MainActor (Object, LuaStack, Int32) throws -> Void
) -> (Object, LuaStack, Int32) throws -> Void {
  unsafeBitCast(CheckedSetter(body: setter), to: PlainSetter<Object>.self).body
}

private struct CheckedGetter<Object> { let body: @MainActor (Object, LuaStack) throws -> Void }
private struct PlainGetter<Object> { let body: (Object, LuaStack) throws -> Void }
private struct CheckedSetter<Object> { let body: @MainActor (Object, LuaStack, Int32) throws -> Void }
private struct PlainSetter<Object> { let body: (Object, LuaStack, Int32) throws -> Void }
