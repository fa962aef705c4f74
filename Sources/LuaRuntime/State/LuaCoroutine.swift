import CLua

/// A coroutine that Swift resumes (Lua manual, section 2.6).
@MainActor
public final class LuaCoroutine {
  private let thread: LuaReference
  private let L: OpaquePointer
  private let registry: Registry
  /// Used only while the registry says that it is open.
  private unowned(unsafe) let state: LuaState
  private var isStarted = false

  /// A coroutine that will run the function at an index.
  public init(function index: Int32, on stack: LuaStack) throws {
    try stack.reserve(4)
    let index = stack.absolute(index)
    guard let L = lh_push_thread(stack.L) else { throw LuaError.memory(limit: 0) }
    self.L = L
    thread = LuaReference(stack, -1)
    stack.pop()
    stack.pushValue(index)
    lua_xmove(stack.L, L, 1)
    state = stack.state
    registry = state.registry
  }

  /// Its own stack: what it yielded or returned is on top after ``resume(arguments:)``.
  public var stack: LuaStack { LuaStack(L) }

  /// Runs it until it yields or ends. The arguments are on top of its stack. If it fails, its `<close>` variables are
  /// closed.
  ///
  /// - Returns: how many values it yielded, or nil if it ended.
  /// - Throws: ``LuaError``.
  public func resume(arguments: Int32 = 0) throws -> Int32? {
    guard registry.isOpen else { throw LuaError.closed }
    let main = try state.stack
    var results: Int32 = 0
    var status: Int32 = LUA_OK
    do {
      try state.run(on: main, traceback: L) {
        status = lh_resume(L, main.L, arguments, &results)
        return status
      }
    } catch {
      if registry.isOpen { lh_close_coroutine(L, main.L) }
      throw error
    }
    return status == LUA_YIELD ? results : nil
  }
}
