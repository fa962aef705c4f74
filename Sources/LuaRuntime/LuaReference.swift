import CLua

/// Keeps a Lua value alive from Swift (a reference in the registry; Lua manual, section 4.3).
///
/// Released when the last Swift owner lets go, and with its state.
public final class LuaReference: @unchecked Sendable {
  private let registry: Registry
  private let slot: Int32

  /// A reference to the value at an index.
  public init(_ stack: LuaStack, _ index: Int32) {
    registry = stack.state.registry
    lua_pushvalue(stack.L, index)
    slot = lh_keep(stack.L)
  }

  /// Whether the value is one of this state's.
  func belongs(to state: LuaState) -> Bool { registry === state.registry }

  /// Pushes the value; nil if the state is closed.
  public func push(on stack: LuaStack) {
    lh_push_kept(stack.L, slot)
  }

  deinit {
    // Not at once: the last owner may go inside a callback that Lua runs.
    if registry.isOpen { registry.releasedSlots.append(slot) }
  }
}

/// What references know of their state. They must not hold it, and a weak reference would make every use of it slower.
final class Registry {
  /// Whether the state can still be used.
  var isOpen = true
  /// References that nobody holds any more, to be released when no callback runs.
  var releasedSlots: [Int32] = []
}
