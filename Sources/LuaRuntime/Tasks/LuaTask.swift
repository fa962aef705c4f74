import CLua
import LuaBoundary

/// A coroutine of the app (Lua manual, section 2.6): it waits without keeping the app from going on.
///
/// It begins, and goes on after each wait, when its ``TaskQueue`` runs: each time as a call from outside, with the limits of
/// one.
@MainActor
public final class LuaTask: LuaObject {
  public static var luaName: String { "Task" }

  unowned let queue: TaskQueue
  let coroutine: LuaCoroutine
  /// By which it comes before those that were begun later.
  let number: Int
  /// The object that the task belongs to.
  public private(set) weak var owner: AnyObject?
  /// The object in whose callback the task was begun.
  public weak var creator: AnyObject?
  /// Whether the owner has been where its tasks go on; for whoever cancels them when it is there no longer.
  public var ownerWasInTree = false
  /// What it is called in messages.
  public let name: String

  /// Whether it has not ended yet, by itself, by an error or because it was cancelled.
  public private(set) var isRunning = true
  /// Whether it was cancelled.
  public private(set) var isCancelled = false
  /// What it ended with, if that was an error.
  public private(set) var error: LuaError?
  /// Told that it has ended, in whatever way. Whoever sets it waits for the task: an error is theirs, and told to nobody else.
  /// It must not call the script.
  public var onEnd: (() -> Void)? {
    didSet { if onEnd != nil { isErrorTaken = true } }
  }
  /// Whether the error has come to somebody who waited for it.
  private var isErrorTaken = false

  private var hasBegun = false
  /// Whether it is what the script runs now.
  private var isOnStack = false
  private var isCancelRequested = false
  private var wait: Wait?
  /// The task that it waits for.
  private weak var awaited: LuaTask?
  private var waiters: [Wait] = []

  init(function index: Int32, owner: AnyObject?, name: String, queue: TaskQueue, on stack: LuaStack) throws {
    self.queue = queue
    self.owner = owner
    self.name = name
    number = queue.nextNumber()
    coroutine = try LuaCoroutine(function: index, owner: owner, number: number, on: stack)
  }

  /// Whether its thread is this one.
  func runs(on stack: LuaStack) -> Bool { isOnStack && coroutine.L == stack.L }

  // MARK: Waiting

  /// Begins a wait.
  ///
  /// - Returns: what the host function that waits is to return.
  func beginWait(on stack: LuaStack, _ start: (LuaStack, Wait) throws -> Void) throws -> Int32 {
    // It is left for good at once.
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
    // What comes out before the task was left waits until it is.
    if wait === self.wait, !isOnStack { queue.enqueue(self) }
  }

  // MARK: Running

  /// Begins it, or goes on with what it waited for.
  func run() {
    guard isRunning, !isOnStack else { return }
    if hasBegun, wait?.outcome == nil { return }
    isOnStack = true
    queue.state.willCall(name, of: nil)
    let wait = wait
    self.wait = nil
    awaited = nil
    let begins = !hasBegun
    hasBegun = true
    do {
      let step = try coroutine.resume { stack in
        // Its owner, if it has one, stands above the function.
        if begins { return stack.top - 1 }
        defer { wait?.end() }
        return push(wait?.outcome, on: stack)
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
        self.error = error
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
    self.wait?.end()
    self.wait = nil
    if !isCancelled { coroutine.release() }
    queue.didEnd(self)
    let waiters = waiters
    self.waiters = []
    for waiter in waiters { settle(waiter) }
    tellEnd()
  }

  private func tellEnd() {
    let onEnd = onEnd
    self.onEnd = nil
    onEnd?()
  }

  // MARK: Its end

  /// Ends it: what it waits for is ended, and its `<close>` variables are closed. One that has ended stays as it is; one that
  /// runs ends when it waits.
  public func cancel() {
    guard isRunning else { return }
    guard !isOnStack else {
      isCancelRequested = true
      return
    }
    coroutine.hold()
    isRunning = false
    isCancelled = true
    let wait = wait
    self.wait = nil
    wait?.end()
    if hasBegun { queue.close(self) } else { coroutine.release() }
    end()
  }

  /// It ends with its app. Nothing of it runs any more.
  func abandon() {
    isRunning = false
    isCancelled = true
    let wait = wait
    self.wait = nil
    wait?.end()
    waiters = []
    tellEnd()
  }

  /// Ends it at its wait, as ``cancel()`` does, because a person asked: it ends with ``LuaError/interrupted(traceback:)``.
  public func interrupt() {
    guard isRunning, !isOnStack else { return }
    error = .interrupted(traceback: coroutine.traceback)
    cancel()
  }

  /// What it returned, or raised, stays on the Lua side of the task, where the collector sees it.
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

  /// Whether the script raised what it ended with, and not the host or a limit.
  private var isErrorOfScript: Bool { if case .runtime? = error { true } else { false } }

  /// Pushes what it returned, and returns the count.
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

  /// Pushes what it raised.
  private func pushError(on stack: LuaStack) {
    isErrorTaken = true
    if isCancelled { return stack.push("the task was cancelled") }
    guard isErrorOfScript, stack.state.pushHandler(Self.outcome, of: self, on: stack) else {
      return stack.push(error: error ?? .closed)
    }
    stack.rawGet(-1, 1)
    lua_rotate(stack.L, -2, -1)
    stack.pop()
  }

  /// The error that it ended with, as long as it has come to nobody who waited for it.
  var untakenError: LuaError? { isErrorTaken ? nil : error }
  /// Whether somebody is going to get the error when the queue runs on.
  var isErrorOnItsWay: Bool { deliveries.contains { $0.wait?.outcome != nil } }
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

  // MARK: Being waited for

  /// `task:wait()`: what it returned, once it has ended; raises what it raised.
  public func waitForEnd(on stack: LuaStack) throws -> Int32 {
    let waiting = try queue.runningTask(for: "task:wait", on: stack)
    guard waiting !== self else { throw LuaError.usage("a task cannot wait for itself: it would never end") }
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
        throw LuaError.usage("the task waits for this one, by itself or through others: neither would ever end")
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
