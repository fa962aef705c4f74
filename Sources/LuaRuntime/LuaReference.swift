import CLua

/// Keeps a Lua value alive from Swift: a reference in the registry (Lua manual, section 4.3), released with its owner.
///
/// Sendable only so that errors can carry it; it is made, used and released on the main actor.
public final class LuaReference: @unchecked Sendable {
  private weak var state: LuaState?
  private let slot: Int32
  private let owner: ObjectIdentifier

  /// A reference to the value at an index.
  public init(_ stack: LuaStack, _ index: Int32) {
    let state = stack.state
    self.state = state
    owner = ObjectIdentifier(state)
    lua_pushvalue(stack.L, index)
    slot = luaL_ref(stack.L, LH_REGISTRY)
  }

  /// Whether the value is one of this state's.
  func belongs(to state: LuaState) -> Bool { owner == ObjectIdentifier(state) }

  /// Pushes the value; nil if the state is closed.
  public func push(on stack: LuaStack) {
    lua_rawgeti(stack.L, LH_REGISTRY, Int64(slot))
  }

  deinit {
    state?.release(slot)
  }
}
