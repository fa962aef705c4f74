import CLua
import LuaBoundary

/// The thread of a task, which only the host resumes (Lua manual, section 2.6).
///
/// It is kept alive by the registry, or by the Lua side of the object that owns the task: so a task that holds its owner,
/// and is held by it, is garbage together with it.
@MainActor
final class LuaCoroutine {
  let L: OpaquePointer
  private var reference: LuaReference?
  private weak var owner: AnyObject?
  private let name: String
  /// Used only while the state is open.
  private unowned(unsafe) let state: LuaState

  /// How it came back.
  enum Step {
    /// It waits.
    case waits
    /// It has ended; so many results are on top of its stack.
    case ends(Int32)
    /// It has failed, and its variables are closed. Unless something other than the script ended it, what it raised is on
    /// top of its stack.
    case fails(LuaError)
  }

  /// A coroutine that will run the function at an index, with its owner as the argument if it has one.
  ///
  /// - Parameter number: tells it from all others of its owner.
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

  /// From now on it lives until ``release()``, whatever becomes of its owner.
  func hold() {
    guard reference == nil, let stack = try? state.stack, push(on: stack) else { return }
    reference = LuaReference(stack, -1)
    stack.pop()
  }

  /// It is no longer needed.
  func release() {
    reference = nil
    guard let owner, let stack = try? state.stack else { return }
    stack.pushNil()
    state.setHandler(name, of: owner, toValueAt: -1, on: stack)
    stack.pop()
  }

  /// Pushes the thread; false, and nothing pushed, if it is gone.
  private func push(on stack: LuaStack) -> Bool {
    if let reference {
      stack.push(reference)
      return true
    }
    guard let owner else { return false }
    return state.pushHandler(name, of: owner, on: stack)
  }

  /// Runs it until it waits or ends.
  ///
  /// - Parameter push: pushes what it gets onto its stack, and returns the count.
  /// - Returns: nil if it is gone.
  func resume(_ push: (LuaStack) -> Int32) throws -> Step? {
    let main = try state.stack
    guard lua_checkstack(main.L, 20) != 0, lua_checkstack(L, 20) != 0 else { throw LuaError.usage("stack overflow") }
    let base = main.top
    guard self.push(on: main) else { return nil }
    defer { if state.isOpen { main.top = base } }
    if state.tracesTouchedObjects, !state.isRunNoted { state.hasRunScript = true }
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
        message: "a task yielded something that is no wait of the host's", traceback: main.lossyString(-1) ?? "",
        value: nil)
      _ = lh_close_coroutine(L, main.L)
      stack.top = 0
      stack.push(error.message)
      return .fails(error)
    default: return .fails(takeError(status, main))
    }
  }

  /// The calls that led to where it waits.
  var traceback: String {
    guard let main = try? state.stack, lua_checkstack(main.L, 20) != 0 else { return "" }
    lh_push_thread_traceback(main.L, L)
    defer { main.pop() }
    return LuaState.cleaned(main.lossyString(-1) ?? "")
  }

  /// Makes an error of what it failed with, and closes its variables.
  private func takeError(_ status: Int32, _ main: LuaStack) -> LuaError {
    let ended = state.context.pointee.ended
    if ended == LH_RUNNING { lh_push_thread_traceback(main.L, L) } else { lh_push_traceback(main.L) }
    let traceback = main.lossyString(-1) ?? ""
    main.pop()
    // What a variable raises while it is closed takes the place of what was raised before, as everywhere in Lua.
    let closing = lh_close_coroutine(L, main.L)
    if stack.top == 0 { stack.pushNil() }
    return state.error(
      status: closing == LUA_OK ? status : closing, ended: ended, on: stack, traceback: traceback)
  }

  /// Closes its variables, as it is not to go on.
  ///
  /// - Returns: what one of them raised.
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
