import CLua
import LuaBoundary

/// The thread of a task, which only the host resumes (Lua manual, section 2.6).
///
/// It is kept alive by the registry, or by the Lua side of the object that owns the task: a task that references its
/// owner is then garbage together with it.
@MainActor
final class LuaCoroutine {
  let L: OpaquePointer
  private var reference: LuaReference?
  private weak var owner: AnyObject?
  private let name: String
  /// Used only while the state is open.
  private unowned(unsafe) let state: LuaState

  /// The result of resuming the coroutine.
  enum Step {
    /// The coroutine waits.
    case waits
    /// The coroutine has returned; this many results are on top of its stack.
    case ends(Int32)
    /// The coroutine has failed, and its variables are closed. Unless it was stopped by the host, the error value is on
    /// top of its stack.
    case fails(LuaError)
  }

  /// Creates a coroutine for the function at an index, with its owner, if any, as the argument.
  ///
  /// - Parameter number: distinguishes it from others with the same owner.
  init(function index: Int32, owner: AnyObject?, number: Int, on stack: LuaStack) throws {
    try stack.reserve(8)
    state = stack.state
    name = "task \(number)"
    self.owner = owner
    let index = stack.absolute(index)
    guard let L = lh_push_task(stack.L) else { throw LuaError.memory(limit: 0) }
    self.L = L
    if let owner {
      state.setHandler(name, of: owner, toValueAt: -1, on: stack)
    } else {
      reference = LuaReference(stack, -1)
    }
    stack.pop()
    stack.pushValue(index)
    if let owner { stack.push(object: owner) }
    lua_xmove(stack.L, L, owner == nil ? 1 : 2)
  }

  var stack: LuaStack { LuaStack(L) }

  /// Keeps the coroutine alive until ``release()``, even without its owner.
  func hold() {
    guard reference == nil, let stack = try? state.stack, push(on: stack) else { return }
    reference = LuaReference(stack, -1)
    stack.pop()
  }

  /// Releases the coroutine.
  func release() {
    reference = nil
    guard let owner, let stack = try? state.stack else { return }
    stack.pushNil()
    state.setHandler(name, of: owner, toValueAt: -1, on: stack)
    stack.pop()
  }

  /// Pushes the thread. Returns false and pushes nothing if it is gone.
  private func push(on stack: LuaStack) -> Bool {
    if let reference {
      stack.push(reference)
      return true
    }
    guard let owner else { return false }
    return state.pushHandler(name, of: owner, on: stack)
  }

  /// Runs the coroutine until it waits or ends.
  ///
  /// - Parameter push: pushes the arguments onto the coroutine's stack and returns their number.
  /// - Returns: nil if the coroutine is gone.
  func resume(_ push: (LuaStack) -> Int32) throws -> Step? {
    let main = try state.stack
    guard lua_checkstack(main.L, 20) != 0, lua_checkstack(L, 20) != 0 else { throw LuaError.usage("stack overflow") }
    let base = main.top
    guard self.push(on: main) else { return nil }
    defer { if state.isOpen { main.top = base } }
    state.noteRun()
    defer { state.noteRun() }
    let arguments = push(stack)
    var count: Int32 = 0
    let status = lh_resume(L, main.L, arguments, &count)
    switch status {
    case LUA_OK: return .ends(count)
    case LUA_YIELD where lh_has_waited(L, count) != 0:
      stack.pop()
      return .waits
    case LUA_YIELD:
      lh_push_thread_traceback(main.L, L)
      let error = LuaError.runtime(
        message: "a task yielded a value that is not a wait of the host", traceback: main.lossyString(-1) ?? "",
        value: nil)
      _ = lh_close_coroutine(L, main.L)
      stack.top = 0
      stack.push(error.message)
      return .fails(error)
    default: return .fails(takeError(status, main))
    }
  }

  /// The traceback of the place where it waits.
  var traceback: String {
    guard let main = try? state.stack, lua_checkstack(main.L, 20) != 0 else { return "" }
    lh_push_thread_traceback(main.L, L)
    defer { main.pop() }
    return LuaState.cleaned(main.lossyString(-1) ?? "")
  }

  /// Converts the failure to an error, and closes the coroutine's variables.
  private func takeError(_ status: Int32, _ main: LuaStack) -> LuaError {
    let ended = state.context.pointee.ended
    if ended == LH_RUNNING { lh_push_thread_traceback(main.L, L) } else { lh_push_traceback(main.L) }
    let traceback = main.lossyString(-1) ?? ""
    main.pop()
    // As everywhere in Lua, an error while closing a variable replaces the original one.
    let closing = lh_close_coroutine(L, main.L)
    if stack.top == 0 { stack.pushNil() }
    return state.error(
      status: closing == LUA_OK ? status : closing, ended: ended, on: stack, traceback: traceback)
  }

  /// Closes the variables of a coroutine that is not resumed again.
  ///
  /// - Returns: the error of one of them, if any.
  func close() -> LuaError? {
    guard let main = try? state.stack, lua_checkstack(main.L, 20) != 0, push(on: main) else { return nil }
    defer { if state.isOpen { main.pop() } }
    let status = lh_close_coroutine(L, main.L)
    guard status != LUA_OK else { return nil }
    lh_push_traceback(main.L)
    let traceback = state.context.pointee.ended == LH_RUNNING ? "" : main.lossyString(-1) ?? ""
    main.pop()
    return state.error(status: status, ended: state.context.pointee.ended, on: stack, traceback: traceback)
  }
}
