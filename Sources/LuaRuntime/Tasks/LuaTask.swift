import CLua
import LuaBoundary

/// A coroutine that can wait without blocking the app (Lua manual, section 2.6).
///
/// It starts, and continues after each wait, when its ``TaskQueue`` runs. Each time counts as a call from outside, with
/// its limits.
@MainActor
public final class LuaTask: LuaObject {
  public static var luaName: String { "Task" }

  unowned let queue: TaskQueue
  let coroutine: LuaCoroutine
  /// The sequence number, by which older tasks come first.
  let number: Int
  /// The object that owns the task.
  public private(set) weak var owner: AnyObject?
  /// The traceback of an error that was raised in another state, instead of that of the task.
  public var remoteTraceback: String?
  /// The object in whose callback the task was created.
  public weak var creator: AnyObject?
  /// Whether the owner has been in the tree. Its tasks are cancelled when it leaves the tree.
  var ownerWasInTree = false
  /// The name in messages.
  public let name: String
  /// The place of the task's function, as `file:line`.
  public let place: String?

  /// Whether the task has not ended yet, by itself, by an error or by cancellation.
  public private(set) var isRunning = true
  /// Whether the task was cancelled.
  public private(set) var isCancelled = false
  /// The error that ended the task, if any.
  public private(set) var error: LuaError?
  /// Called when the task has ended for any reason. Code that sets it waits for the task and receives its error, which
  /// is then not reported. It must not call the script.
  public var onEnd: (() -> Void)? {
    didSet { if onEnd != nil { isErrorDelivered = true } }
  }
  /// Whether the error was delivered to code that waits for the task.
  private var isErrorDelivered = false

  private var hasBegun = false
  /// Whether the task is running now.
  private var isOnStack = false
  private var isCancelRequested = false
  private var wait: Wait?
  /// The task for which this one waits.
  private weak var awaited: LuaTask?
  private var waiters: [Wait] = []

  init(function index: Int32, owner: AnyObject?, name: String, queue: TaskQueue, on stack: LuaStack) throws {
    self.queue = queue
    self.owner = owner
    self.name = name
    place = stack.definition(ofFunctionAt: index)
    number = queue.nextNumber()
    coroutine = try LuaCoroutine(function: index, owner: owner, number: number, on: stack)
  }

  /// Returns whether a stack belongs to this task's thread.
  func runs(on stack: LuaStack) -> Bool { isOnStack && coroutine.L == stack.L }

  // MARK: Waiting

  /// Starts a wait.
  ///
  /// - Returns: the result for the waiting host function.
  func beginWait(on stack: LuaStack, _ start: (LuaStack, Wait) throws -> Void) throws -> Int32 {
    // The task is about to be cancelled, so the wait never ends.
    if isCancelRequested { return LH_WAITS }
    let wait = Wait(self)
    self.wait = wait
    do {
      try start(stack, wait)
    } catch {
      self.wait = nil
      wait.end()
      throw error
    }
    return LH_WAITS
  }

  func waitDidSettle(_ wait: Wait) {
    // An outcome before the task was suspended takes effect afterwards.
    if wait === self.wait, !isOnStack { queue.enqueue(self) }
  }

  // MARK: Running

  /// Starts the task, or resumes it with the outcome of its wait.
  func run() {
    guard isRunning, !isOnStack else { return }
    if hasBegun, wait?.outcome == nil { return }
    isOnStack = true
    let wait = wait
    self.wait = nil
    awaited = nil
    let begins = !hasBegun
    hasBegun = true
    do {
      let step = try queue.state.calling(LuaCallback(name)) {
        try coroutine.resume { stack in
          // The owner, if any, is above the function.
          if begins { return stack.top - 1 }
          defer { wait?.end() }
          return push(wait?.outcome, on: stack)
        }
      }
      isOnStack = false
      switch step {
      case nil: end()
      case .waits?:
        if isCancelRequested { cancel() } else if self.wait?.outcome != nil { queue.enqueue(self) }
      case .ends(let count)?:
        keepResults(count)
        end()
      case .fails(let error)?:
        self.error = remoteTraceback.map { error.traced($0) } ?? error
        keepError()
        queue.didFail(self)
        end()
      }
    } catch {
      isOnStack = false
      end()
    }
  }

  private func push(_ outcome: Wait.Outcome?, on stack: LuaStack) -> Int32 {
    let base = stack.top
    switch outcome {
    case .values(let push)?:
      do {
        stack.push(true)
        return try push(stack) + 1
      } catch {
        stack.top = base
        stack.push(false)
        stack.push(error: error)
      }
    case .raises(let push)?:
      stack.push(false)
      push(stack)
    case nil: stack.push(true)
    }
    return stack.top - base
  }

  private func end() {
    isRunning = false
    endWait()
    if !isCancelled { coroutine.release() }
    queue.didEnd(self)
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { settle(waiter) }
    reportEnd()
  }

  private func endWait() {
    let wait = wait
    self.wait = nil
    wait?.end()
  }

  private func reportEnd() {
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }

  // MARK: Ending

  /// Cancels the task: its wait is cancelled, and its `<close>` variables are closed. Has no effect on an ended task; a
  /// running task is cancelled when it waits.
  public func cancel() {
    guard isRunning else { return }
    guard !isOnStack else {
      isCancelRequested = true
      return
    }
    coroutine.hold()
    isRunning = false
    isCancelled = true
    endWait()
    if hasBegun { queue.close(self) } else { coroutine.release() }
    end()
  }

  /// Ends the task with its app, without running any more of its code.
  func abandon() {
    isRunning = false
    isCancelled = true
    endWait()
    waiters = []
    reportEnd()
  }

  /// Cancels the task at its wait because the user interrupted it: it ends with ``LuaError/interrupted(traceback:)``.
  public func interrupt() {
    guard isRunning, !isOnStack else { return }
    error = .interrupted(traceback: coroutine.traceback)
    cancel()
  }

  /// The results or the error value stay on the task's Lua side, where the collector sees them.
  private static let outcome = "outcome"

  private func keepResults(_ count: Int32) {
    let stack = coroutine.stack
    guard count > 0, lua_checkstack(stack.L, 8) != 0 else { return }
    let first = stack.top - count
    stack.createTable(array: Int(count))
    for index in 1...count {
      stack.pushValue(first + index)
      stack.rawSet(-2, Int64(index))
    }
    resultCount = count
    stack.state.setHandler(Self.outcome, of: self, toValueAt: -1, on: stack)
  }
  private var resultCount: Int32 = 0

  private func keepError() {
    let stack = coroutine.stack
    guard isErrorOfScript, lua_checkstack(stack.L, 8) != 0 else { return }
    stack.createTable(array: 1)
    stack.pushValue(-2)
    stack.rawSet(-2, 1)
    stack.state.setHandler(Self.outcome, of: self, toValueAt: -1, on: stack)
  }

  /// Whether the script raised the error, rather than the host or a limit.
  private var isErrorOfScript: Bool { if case .runtime? = error { true } else { false } }

  /// Pushes the task's results and returns their number.
  public func pushResults(on stack: LuaStack) throws -> Int32 {
    guard resultCount > 0 else { return 0 }
    try stack.reserve(resultCount + 8)
    guard stack.state.pushHandler(Self.outcome, of: self, on: stack) else { return 0 }
    let table = stack.top
    for index in 1...resultCount { stack.rawGet(table, Int64(index)) }
    lua_rotate(stack.L, table, -1)
    stack.pop()
    return resultCount
  }

  /// Pushes the task's error.
  private func pushError(on stack: LuaStack) {
    isErrorDelivered = true
    if isCancelled { return stack.push("the task was cancelled") }
    guard isErrorOfScript, stack.state.pushHandler(Self.outcome, of: self, on: stack) else {
      return stack.push(error: error ?? .closed)
    }
    stack.rawGet(-1, 1)
    lua_rotate(stack.L, -2, -1)
    stack.pop()
  }

  /// The error, unless it was delivered to code that waits for the task.
  var undeliveredError: LuaError? { isErrorDelivered ? nil : error }
  /// Whether the error will be delivered when the queue runs.
  var isErrorBeingDelivered: Bool { deliveries.contains { $0.wait?.outcome != nil } }
  private var deliveries: [Delivery] = []
  private struct Delivery {
    weak var wait: Wait?
  }

  private func settle(_ waiter: Wait) {
    if error != nil || isCancelled {
      deliveries.append(Delivery(wait: waiter))
      waiter.settle(.raises { [self] in pushError(on: $0) })
    } else {
      waiter.settle(.values { [self] in try pushResults(on: $0) })
    }
  }

  // MARK: Waiting for the task

  /// `task:wait()`: returns the task's results once it has ended, or raises its error.
  public func waitForEnd(on stack: LuaStack) throws -> Int32 {
    let waiting = try queue.runningTask(for: "task:wait", on: stack)
    guard waiting !== self else { throw LuaError.usage("a task cannot wait for itself") }
    if !isRunning, !waiting.isCancelRequested {
      guard error != nil || isCancelled else { return try pushResults(on: stack) }
      pushError(on: stack)
      let value = LuaReference(stack, -1)
      stack.pop()
      throw LuaError.runtime(message: error?.message ?? "the task was cancelled", traceback: "", value: value)
    }
    var next = awaited
    while let task = next {
      guard task !== waiting else {
        throw LuaError.usage("this task already waits for the current one, so waiting would never end")
      }
      next = task.awaited
    }
    return try waiting.beginWait(on: stack) { [self] _, wait in
      waiters.append(wait)
      waiting.awaited = self
      wait.onCancel = { [weak self, weak wait] in self?.waiters.removeAll { $0 === wait } }
    }
  }
}
