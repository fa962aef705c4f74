import CLua
import LuaBoundary
import Synchronization

/// Keeps a Lua value alive from Swift (a reference in the registry; Lua manual, section 4.3).
///
/// Released together with its last Swift owner, and with its state.
@MainActor
public final class LuaReference {
  private let registry: Registry
  /// The index in the registry.
  let slot: Int32

  /// Creates a reference to the value at an index.
  public init(_ stack: LuaStack, _ index: Int32) {
    registry = stack.state.registry
    lua_pushvalue(stack.L, index)
    slot = lh_keep(stack.L)
  }

  /// Returns whether the value belongs to a state.
  package func belongs(to state: LuaState) -> Bool { registry === state.registry }

  /// Pushes the value.
  ///
  /// - Precondition: The stack belongs to the state of the value.
  public func push(on stack: LuaStack) {
    // The registry outlives its state, so that no other one has its address.
    precondition(stack.withState { $0.registry === registry }, "a LuaReference was pushed on another state's stack")
    lh_push_kept(stack.L, slot)
  }

  deinit {
    // Deferred, because the last owner may be released on any thread, or inside a callback run by Lua.
    registry.release(slot)
  }
}

/// The part of the state that references use. They must not retain the state, and a weak reference would be slower.
final class Registry: Sendable {
  private let released = Mutex<[Int32]>([])
  /// Whether a reference was released since the last check; a separate flag because it is checked at every call.
  private let hasReleased = Atomic(false)
  private let isClosed = Atomic(false)

  /// Whether the state is open.
  var isOpen: Bool { !isClosed.load(ordering: .relaxed) }

  /// Marks the state as closed, which has released all references.
  func close() { isClosed.store(true, ordering: .relaxed) }

  /// Records that a reference was released.
  func release(_ slot: Int32) {
    guard isOpen else { return }
    released.withLock { $0.append(slot) }
    hasReleased.store(true, ordering: .releasing)
  }

  /// Returns the references to release, each once. Called when no callback runs.
  @inline(__always)
  func takeReleased() -> [Int32] {
    guard hasReleased.load(ordering: .acquiring) else { return [] }
    hasReleased.store(false, ordering: .relaxed)
    return released.withLock { slots in
      defer { slots = [] }
      return slots
    }
  }
}

/// As an argument, a reference accepts a function of the script.
extension LuaReference: LuaConvertible {
  public static var luaDescription: String { "a function" }
  public static var luaType: String { "fun()" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> LuaReference? {
    stack.kind(index) == .function ? LuaReference(stack, index) : nil
  }
}
