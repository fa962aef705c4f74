import CLua
import LuaBoundary
import Synchronization

/// Keeps a Lua value alive from Swift (a reference in the registry; Lua manual, section 4.3).
///
/// Released when the last Swift owner lets go, and with its state.
@MainActor
public final class LuaReference {
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
    // Not at once: the last owner may go on any thread, or inside a callback that Lua runs.
    registry.release(slot)
  }
}

/// What references know of their state. They must not hold it, and a weak reference would make every use of it slower.
final class Registry: Sendable {
  private let released = Mutex<[Int32]>([])
  /// Whether somebody let go of a reference since the last time; kept beside, because it is asked at every call.
  private let hasReleased = Atomic(false)
  private let isClosed = Atomic(false)

  /// Whether the state can still be used.
  var isOpen: Bool { !isClosed.load(ordering: .relaxed) }

  /// Ends it: what is released from now on went with the state.
  func close() { isClosed.store(true, ordering: .relaxed) }

  /// Notes that nobody holds a reference any more.
  func release(_ slot: Int32) {
    guard isOpen else { return }
    released.withLock { $0.append(slot) }
    hasReleased.store(true, ordering: .releasing)
  }

  /// The references that are to be released, when no callback runs. Each once.
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

/// As an argument: a function of the script.
extension LuaReference: LuaConvertible {
  public static var luaDescription: String { "a function" }
  public static var luaType: String { "fun()" }
  public static func read(_ stack: LuaStack, _ index: Int32) -> LuaReference? {
    stack.kind(index) == .function ? LuaReference(stack, index) : nil
  }
}
