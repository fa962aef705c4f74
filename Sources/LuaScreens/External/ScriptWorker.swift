import Interface
import Loop
import LuaRuntime

/// A worker created by a script: Lua on another thread. The script waits for it as for a task.
@MainActor
final class ScriptWorker: LuaObject {
  static let luaName = "Worker"

  /// The task that waits for the worker: its result or error is that of the worker, and it ends with it.
  private(set) var task: LuaTask?
  /// The progress set by the worker last; nil if it has set none.
  private(set) var progress: Double?

  private weak var host: ScriptHost?
  /// The controller in whose callback the worker was created.
  private weak var owner: ViewController?
  private let worker: LuaWorker
  private var wait: Wait?
  /// The outcome, if the worker has ended before its task began to wait.
  private var outcome: ((Wait) -> Void)?
  /// Keeps the handlers alive while the worker runs.
  private var living: LuaReference?

  var isRunning: Bool { task?.isRunning ?? false }
  /// Whether it waits for a message of the app.
  var isIdle: Bool { worker.isIdle }

  init(_ worker: LuaWorker, of host: ScriptHost) {
    self.worker = worker
    self.host = host
    owner = host.calls.owner
  }

  /// Starts the task with the function on top of the stack, and pops it.
  func begin(_ host: ScriptHost, place: String?, on stack: LuaStack) throws {
    defer { stack.pop() }
    let task = try host.lua.tasks.start(function: -1, name: place.map { "worker of \($0)" } ?? "worker", on: stack)
    task.creator = owner
    self.task = task
    living = try host.lua.reference(to: self)
  }

  /// The task has begun to wait.
  func taskDidBegin(_ wait: Wait) {
    self.wait = wait
    wait.onCancel = { [weak self] in self?.end() }
    guard let outcome else { return }
    self.outcome = nil
    outcome(wait)
    end()
  }

  private func settle(_ outcome: @escaping (Wait) -> Void) {
    guard let wait else { return self.outcome = outcome }
    outcome(wait)
    end()
  }

  /// Sends the value on top of the stack to the worker, and pops it. Returns false if it has ended.
  func send(on stack: LuaStack) throws -> Bool { try worker.send(on: stack) }

  /// Cancels the worker and its task.
  func cancel() {
    guard isRunning else { return }
    task?.cancel()
    end()
  }

  /// Releases the handlers, as the worker has ended or was cancelled.
  private func end() {
    worker.cancel()
    living = nil
    host?.workersIfUsed?.remove(self)
  }

  /// Ends the worker with its app.
  func abandon() { worker.cancel() }

  // MARK: Events

  /// Handles what the worker has sent.
  ///
  /// - Parameter mayContinue: called before each event; false leaves the rest for the next call.
  /// - Returns: whether everything was handled.
  func handleEvents(while mayContinue: () -> Bool) -> Bool {
    if let progress = worker.takeProgress(), isRunning {
      self.progress = progress
      host?.calls.run(Handlers.onProgress, of: .handler(of: self), for: owner, self, progress)
    }
    while let host, host.lua.isOpen, isRunning {
      guard mayContinue() else { return false }
      guard let event = worker.nextEvent() else { return true }
      handle(event, host)
    }
    return true
  }

  private func handle(_ event: LuaWorker.Event, _ host: ScriptHost) {
    switch event {
    case .message(let message): receive(message, host)
    case .printed(let line): host.onPrint(line)
    case .requires(let name): host.lua.willRequire(name)
    case .loads(let path): host.lua.willLoad(path)
    case .refused(let name, let message): host.lua.didRefuseInWorker?(name, message)
    case .exits(let code):
      cancel()
      host.context.report(LuaError.exit(code: code), from: task?.name ?? "worker")
    case .returned(let results): settle { $0.finish { try results.push(on: $0) } }
    case .failed(let failure): fail(failure, host)
    }
  }

  private func receive(_ message: LuaWorkerMessage, _ host: ScriptHost) {
    do {
      _ = try host.calls.call(
        Handlers.onMessage, of: .handler(of: self), for: owner, results: 0,
        push: { stack in
          stack.push(object: self)
          _ = try message.push(on: stack)
        }, take: { _ in })
    } catch {
      host.calls.report(error, in: Handlers.onMessage, of: .handler(of: self))
    }
  }

  private func fail(_ failure: LuaWorkerMessage, _ host: ScriptHost) {
    let error: any Error
    do {
      error = try host.lua.withStack { stack in
        guard try failure.push(on: stack) == 2 else { return LuaError.memory(limit: host.lua.options.memoryLimit ?? 0) }
        task?.remoteTraceback = stack.lossyString(-1)
        return stack.raisedError(-2)
      }
    } catch let problem {
      error = problem
    }
    settle { $0.fail(error) }
  }
}

/// The running workers of an app.
@MainActor
final class ScriptWorkers {
  private unowned let host: ScriptHost
  private let workers: LuaWorkers
  private var running: [ScriptWorker] = []
  private var watch: DescriptorWatch?
  /// The function of the tasks that wait for workers.
  private let taskFunction: LuaReference

  /// Creates a list without workers.
  ///
  /// - Throws: ``LuaError/usage(_:)`` if the process has no descriptors left.
  init(_ host: ScriptHost) throws {
    self.host = host
    workers = try host.lua.workers(json: ScriptHost.jsonTexts)
    taskFunction = try host.lua.withStack { stack in
      host.lua.pushFunction(on: stack) { [weak host] stack in
        try stack.state.tasks.wait("worker", on: stack) { _, wait in host?.workersIfUsed?.taskDidBegin(wait) }
      }
      return LuaReference(stack, -1)
    }
  }

  private func taskDidBegin(_ wait: Wait) { running.first { $0.task === wait.task }?.taskDidBegin(wait) }

  var isEmpty: Bool { running.isEmpty }
  /// Whether all wait for messages of the app.
  var areIdle: Bool { running.allSatisfy(\.isIdle) }

  /// Starts a worker with the function at an index and the values above it.
  func start(function index: Int32, place: String?, on stack: LuaStack) throws -> ScriptWorker {
    // A trial run has no effects outside of it.
    let refused =
      host.lua.willUse == nil
      ? [] : host.lua.options.capabilities.intersection([.files, .processes, .network, .nativeCode])
    let capabilities = host.lua.options.capabilities.subtracting(refused)
    if capabilities.contains(.processes) { host.processes.otherProcessesWillStart() }
    let worker = ScriptWorker(
      try workers.start(function: index, capabilities: capabilities, refused: refused, on: stack), of: host)
    stack.push(taskFunction)
    try worker.begin(host, place: place, on: stack)
    running.append(worker)
    if watch == nil {
      watch = host.context.loop.watch(workers.descriptor, for: .readable) { [weak self] in self?.handleEvents() }
    }
    return worker
  }

  func remove(_ worker: ScriptWorker) { running.removeAll { $0 === worker } }

  private func handleEvents() {
    workers.settle()
    let limit = TurnLimit(of: host.context.loop)
    var isFirst = true
    var interrupted: ScriptWorker?
    host.turn {
      for worker in running {
        let isDone = worker.handleEvents {
          defer { isFirst = false }
          return isFirst || !limit.isOver()
        }
        if !isDone, interrupted == nil { interrupted = worker }
      }
    }
    guard let interrupted else { return }
    // The rest is handled in the next turn, after input, that of the other workers first.
    if let index = running.firstIndex(where: { $0 === interrupted }) {
      running = Array(running[(index + 1)...] + running[...index])
    }
    workers.remind()
  }

  /// Ends all workers with their app.
  func end() {
    watch?.cancel()
    for worker in running { worker.abandon() }
    running = []
  }
}
