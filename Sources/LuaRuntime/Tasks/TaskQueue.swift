import CLua
import LuaBoundary

/// The tasks of a state, and the queue of those that are ready to continue.
///
/// A task never runs in the call that creates it or completes its wait, but only in ``run(while:)``: at the end of a
/// turn, one task after the other.
@MainActor
public final class TaskQueue {
  /// Called when a task becomes ready and none was before. ``run(while:)`` must be called soon.
  public var onReady: () -> Void = {}
  /// Called with an error that was not delivered to code waiting for the task.
  public var onError: (LuaError, LuaTask) -> Void = { _, _ in }

  /// Called around each run of a task's code.
  public var around: (_ task: LuaTask, _ body: () -> Void) -> Void = { $1() }

  /// Only accessed while there are tasks, which end when the state is closed.
  unowned(unsafe) let state: LuaState
  private var ready: [LuaTask] = []
  private var nextReady = 0
  private var running: [ObjectIdentifier: LuaTask] = [:]
  private var owned: [UnsafeMutableRawPointer: OwnedTasks] = [:]
  /// The number of times that a task was resumed.
  private var resumptions = 0
  /// Failed tasks with unreported errors, each with the value of ``resumptions`` after which all tasks that were ready
  /// at the time have continued. One of those may wait for the failed task.
  private var failed: [(task: LuaTask, reportable: Int)] = []
  private var current: LuaTask?
  /// Waits that a function in the script may complete.
  var waits: [Int: Wait] = [:]
  private var resumeFunction: HostFunction?
  private var made = 0

  init(_ state: LuaState) {
    self.state = state
  }

  func nextNumber() -> Int {
    made += 1
    return made
  }

  /// The number of tasks that have not ended.
  public var count: Int { running.count }

  // MARK: Starting

  /// Creates a task for the function at an index. It starts when the queue runs.
  ///
  /// - Precondition: The stack belongs to the queue's state.
  /// - Parameters:
  ///   - owner: the object that owns the task, passed as its argument. The task does not keep it alive: once only the
  ///     task and garbage reference the owner, the task is cancelled.
  ///   - ownerIsInTree: whether the owner is in the tree. Its tasks are cancelled when it leaves the tree.
  ///   - name: the task's name in messages.
  public func start(
    function index: Int32, owner: AnyObject? = nil, ownerIsInTree: Bool = false, name: String = "task",
    on stack: LuaStack
  ) throws -> LuaTask {
    precondition(stack.state.tasks === self, "a task was started in another Lua state's queue")
    let task = try LuaTask(function: index, owner: owner, name: name, queue: self, on: stack)
    running[ObjectIdentifier(task)] = task
    if let owner {
      task.ownerWasInTree = ownerIsInTree
      owned[Unmanaged.passUnretained(owner).toOpaque(), default: OwnedTasks()].append(task)
    }
    enqueue(task)
    return task
  }

  func enqueue(_ task: LuaTask) {
    ready.append(task)
    if ready.count - nextReady == 1 { onReady() }
  }

  func didFail(_ task: LuaTask) { failed.append((task, resumptions + ready.count - nextReady)) }

  func didEnd(_ task: LuaTask) {
    running[ObjectIdentifier(task)] = nil
    guard let owner = task.owner else { return }
    let pointer = Unmanaged.passUnretained(owner).toOpaque()
    owned[pointer]?.remove(task)
    if owned[pointer]?.tasks.isEmpty == true { owned[pointer] = nil }
  }

  /// Records which owners are in the tree, as they may leave it before the end of the turn.
  ///
  /// - Parameter isInTree: called once for each owner that was not in the tree, regardless of its number of tasks.
  package func noteOwners(isInTree: (AnyObject) -> Bool) {
    for (pointer, tasks) in owned where tasks.outsideCount > 0 {
      if let owner = tasks.owner, isInTree(owner) { owned[pointer]?.noteOwnerIsInTree() }
    }
  }

  /// Cancels the tasks whose owner was in the tree since they began, and no longer is.
  ///
  /// - Parameter isInTree: called once for each owner that was in the tree, regardless of its number of tasks.
  package func cancelTasksOfOwnersThatLeft(isInTree: (AnyObject) -> Bool) {
    var left: [LuaTask] = []
    for tasks in owned.values where tasks.outsideCount < tasks.tasks.count {
      if let owner = tasks.owner, !isInTree(owner) { left += tasks.tasks.filter(\.ownerWasInTree) }
    }
    for task in left.sorted(by: { $0.number < $1.number }) { task.cancel() }
  }

  /// Returns whether an object owns tasks.
  func hasOwner(_ pointer: UnsafeMutableRawPointer) -> Bool { owned[pointer] != nil }

  /// Cancels the tasks of an object that is garbage when the queue runs.
  func ownerIsGarbage(_ pointer: UnsafeMutableRawPointer) {
    for task in owned[pointer]?.tasks ?? [] {
      task.coroutine.hold()
      if !orphans.contains(where: { $0 === task }) { orphans.append(task) }
    }
    onReady()
  }
  private var orphans: [LuaTask] = []

  // MARK: Running

  /// Runs all ready tasks, including those that become ready meanwhile.
  ///
  /// - Parameter mayContinue: called before each task but the first; false leaves the rest for the next call.
  public func run(while mayContinue: () -> Bool) {
    let garbage = orphans
    orphans = []
    for task in garbage { task.cancel() }
    closeDeferred()
    var isFirst = true
    while nextReady < ready.count, state.isOpen, isFirst || mayContinue() {
      isFirst = false
      let task = ready[nextReady]
      nextReady += 1
      resumptions += 1
      current = task
      around(task) { task.run() }
      current = nil
      closeDeferred()
      if nextReady == ready.count || nextReady > 1000 {
        ready.removeFirst(nextReady)
        nextReady = 0
      }
    }
  }

  /// Whether any tasks are ready.
  public var hasReady: Bool { nextReady < ready.count || !orphans.isEmpty }

  /// Reports undelivered errors at the end of the turn. A task's error is deferred while tasks are ready that were
  /// ready when it failed.
  public func reportErrors() {
    let all = failed
    failed = []
    for (task, reportable) in all {
      guard let error = task.undeliveredError else { continue }
      if resumptions < reportable || task.isErrorBeingDelivered {
        failed.append((task, reportable))
      } else {
        onError(error, task)
      }
    }
  }

  // MARK: Ending

  /// The nesting depth of tasks being closed by another's variables.
  private var closing = 0
  private var deferred: [LuaTask] = []
  private static let deepestClosing = 16

  /// Closes the variables of a cancelled task: now, or after the call from outside if the nesting is too deep.
  func close(_ task: LuaTask) {
    guard closing < Self.deepestClosing else {
      deferred.append(task)
      return
    }
    closing += 1
    var error: LuaError?
    state.calling(LuaCallback(task.name)) {
      around(task) { error = task.coroutine.close() }
    }
    task.coroutine.release()
    closing -= 1
    if let error { onError(error, task) }
  }

  private func closeDeferred() {
    while let task = deferred.popLast() { close(task) }
  }

  /// Ends all tasks with their app, and reports deferred errors.
  ///
  /// - Parameter runningScripts: whether `<close>` variables are closed; false as if the process were killed.
  public func end(runningScripts: Bool) {
    if runningScripts {
      // Errors cannot be deferred any further.
      for (task, _) in failed {
        if let error = task.undeliveredError { onError(error, task) }
      }
      // Closing a variable may start other tasks.
      for _ in 0..<10 where !running.isEmpty {
        for task in running.values.sorted(by: { $0.number < $1.number }) { task.cancel() }
      }
      closeDeferred()
    }
    for task in running.values { task.abandon() }
    running = [:]
    owned = [:]
    ready = []
    nextReady = 0
    failed = []
    waits = [:]
    deferred = []
    orphans = []
  }

  // MARK: Waiting

  /// Implements a host function that waits.
  ///
  /// - Parameters:
  ///   - name: the function's name in scripts.
  ///   - start: starts the operation and keeps the wait.
  /// - Returns: the result for the host function.
  /// - Throws: ``LuaError/usage(_:)`` if the caller cannot wait; errors of `start`.
  public func wait(_ name: String, on stack: LuaStack, _ start: (LuaStack, Wait) throws -> Void) throws -> Int32 {
    try runningTask(for: name, on: stack).beginWait(on: stack, start)
  }

  /// Returns the task whose own function calls a waiting host function.
  func runningTask(for name: String, on stack: LuaStack) throws -> LuaTask {
    guard let current, current.runs(on: stack) else {
      let state = stack.state
      let message =
        state.context.pointee.task != nil
        ? "\(name) cannot wait inside a coroutine of the script; call it directly in the task's function"
        : "\(name) waits, so it can only be called in a task: ui.task(function() \(name)(...) end)"
      if stack.L != state.thread { state.onRefusedWait?(message, stack.callerPlace) }
      throw LuaError.usage(message)
    }
    guard lua_isyieldable(stack.L) != 0 else {
      throw LuaError.usage(
        "\(name) cannot wait inside a function called by Lua's library (such as table.sort, string.gsub, require), a metamethod or a callback of the host; call it directly in the task's function"
      )
    }
    return current
  }

  /// Pushes a function that completes a wait with the arguments of its call.
  func pushResume(_ number: Int, on stack: LuaStack) {
    let function =
      resumeFunction
      ?? HostFunction { stack in
        // The number is the closure's second upvalue.
        guard let wait = stack.state.tasks.waits[stack.integer(LH_REGISTRY - 2).map(Int.init) ?? 0] else { return 0 }
        let count = stack.top
        try stack.reserve(4)
        stack.createTable(array: Int(count))
        let table = stack.top
        for index in 0..<count {
          stack.pushValue(index + 1)
          stack.rawSet(table, Int64(index + 1))
        }
        let values = LuaReference(stack, table)
        stack.pop()
        wait.finish { stack in
          try stack.reserve(count + 4)
          stack.push(values)
          let table = stack.top
          for index in 0..<count { stack.rawGet(table, Int64(index + 1)) }
          lua_rotate(stack.L, table, -1)
          stack.pop()
          return count
        }
        return 0
      }
    resumeFunction = function
    lua_pushlightuserdata(stack.L, Unmanaged.passUnretained(function).toOpaque())
    stack.push(number)
    lh_push_closure(stack.L, lh_call, 2)
  }
}

/// The running tasks of one owner, in the order of their creation.
@MainActor
private struct OwnedTasks {
  private(set) var tasks: [LuaTask] = []
  /// The number of those whose owner was not in the tree yet.
  private(set) var outsideCount = 0

  mutating func append(_ task: LuaTask) {
    tasks.append(task)
    if !task.ownerWasInTree { outsideCount += 1 }
  }

  mutating func remove(_ task: LuaTask) {
    // Many tasks usually end in the order of their creation.
    guard let index = tasks.firstIndex(where: { $0 === task }) else { return }
    tasks.remove(at: index)
    if !task.ownerWasInTree { outsideCount -= 1 }
  }

  var owner: AnyObject? { tasks.first?.owner }

  mutating func noteOwnerIsInTree() {
    outsideCount = 0
    for task in tasks { task.ownerWasInTree = true }
  }
}
