/// One wait of a task, from the call that begins it until the task goes on.
///
/// Whoever began what the task waits for keeps the wait, and says once how it came out: ``finish(_:)`` or ``fail(_:)``. Both
/// may be called at any time, also before the call that began the wait has returned; the task goes on at the end of the turn,
/// never inside the call. What comes second, or after the wait was cancelled, does nothing.
@MainActor
public final class Wait {
  /// Called once if the task is cancelled, or its app ends, before there was an outcome: what is waited for is to be ended.
  /// It must not call the script. Set it in the call that begins the wait.
  public var onCancel: (() -> Void)?

  /// How a wait came out: pushes what the task gets, or what is raised in it.
  enum Outcome {
    case values(@MainActor (LuaStack) throws -> Int32)
    case raises(@MainActor (LuaStack) -> Void)
  }

  /// The task that waits; nil when it no longer does.
  private(set) weak var task: LuaTask?
  private(set) var outcome: Outcome?
  /// By which a function of the script finds it; nil if there is none.
  private var number: Int?

  init(_ task: LuaTask) {
    self.task = task
  }

  /// Whether the task still waits for an outcome.
  public var isPending: Bool { task != nil && outcome == nil }

  /// The task goes on.
  ///
  /// - Parameter push: called right before: pushes what the call returns in the script, and returns the count. Ask for room
  ///   before pushing more than a few. What it throws is raised in the task.
  public func finish(_ push: @escaping @MainActor (LuaStack) throws -> Int32 = { _ in 0 }) { settle(.values(push)) }

  /// The task goes on with an error, at the script's line that waits.
  public func fail(_ error: any Error) { settle(.raises { $0.push(error: error) }) }

  func settle(_ outcome: Outcome) {
    guard isPending, let task else { return }
    self.outcome = outcome
    onCancel = nil
    forgetNumber()
    task.waitDidSettle(self)
  }

  /// Nobody waits any more.
  func end() {
    let cancel = outcome == nil ? onCancel : nil
    onCancel = nil
    outcome = nil
    forgetNumber()
    task = nil
    cancel?()
  }

  private func forgetNumber() {
    if let number { task?.queue.waits[number] = nil }
    number = nil
  }

  // MARK: The script's end of it

  /// Pushes a function by which the script finishes the wait: what it is called with is what the task gets.
  public func pushResume(on stack: LuaStack) {
    guard let queue = task?.queue else { return stack.pushNil() }
    let number = number ?? queue.nextNumber()
    self.number = number
    queue.waits[number] = self
    queue.pushResume(number, on: stack)
  }
}
