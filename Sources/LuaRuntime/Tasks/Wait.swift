/// A wait of a task, from the call that starts it until the task continues.
///
/// The code that started the operation keeps the wait and completes it once, with ``finish(_:)`` or ``fail(_:)``. Both
/// may be called at any time, even before the call that starts the wait has returned; the task continues at the end of
/// the turn, never inside the call. A second completion, or one after a cancellation, has no effect.
@MainActor
public final class Wait {
  /// Called once if the task is cancelled, or its app ends, before there is an outcome, to cancel the operation. It
  /// must not call the script. Set it in the call that starts the wait.
  public var onCancel: (() -> Void)?

  /// The outcome of a wait: pushes the results, or the error to raise.
  enum Outcome {
    case values(@MainActor (LuaStack) throws -> Int32)
    case raises(@MainActor (LuaStack) -> Void)
  }

  /// The waiting task; nil once it no longer waits.
  public private(set) weak var task: LuaTask?
  private(set) var outcome: Outcome?
  /// The number by which a function in the script finds the wait; nil if there is none.
  private var number: Int?

  init(_ task: LuaTask) {
    self.task = task
  }

  /// Whether the task still waits for an outcome.
  public var isPending: Bool { task != nil && outcome == nil }

  /// Completes the wait.
  ///
  /// - Parameter push: called right before the task continues; pushes the results of the call in the script and returns
  ///   their number. It must reserve room for more than a few values. Errors that it throws are raised in the task.
  public func finish(_ push: @escaping @MainActor (LuaStack) throws -> Int32 = { _ in 0 }) { settle(.values(push)) }

  /// Completes the wait with an error, raised at the line of the script that waits.
  public func fail(_ error: any Error) { settle(.raises { $0.push(error: error) }) }

  func settle(_ outcome: Outcome) {
    guard isPending, let task else { return }
    self.outcome = outcome
    onCancel = nil
    forgetNumber()
    task.waitDidSettle(self)
  }

  /// Ends the wait, cancelling the operation if there is no outcome.
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

  // MARK: Completion by the script

  /// Pushes a function with which the script completes the wait; its arguments become the results.
  public func pushResume(on stack: LuaStack) {
    guard let queue = task?.queue else { return stack.pushNil() }
    let number = number ?? queue.nextNumber()
    self.number = number
    queue.waits[number] = self
    queue.pushResume(number, on: stack)
  }
}
