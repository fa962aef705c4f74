/// Limits the work of handlers in one turn of a loop: it ends at user input, and after ``EventLoop/longestTurn``.
@MainActor
public final class TurnLimit {
  /// The number of bytes that are read from a descriptor, or written to it, in a turn.
  public nonisolated static let bytes = 64 << 10
  /// The interval at which input is polled.
  private static let step = Duration.microseconds(500)

  private let loop: any EventLoop
  private let end: ContinuousClock.Instant
  private var nextPoll: ContinuousClock.Instant
  private var hasInput = false

  /// Creates a limit for a turn that begins now.
  public init(of loop: any EventLoop) {
    self.loop = loop
    nextPoll = ContinuousClock.now
    end = nextPoll + loop.longestTurn
  }

  /// Returns whether remaining work must wait for the next turn.
  public func isOver() -> Bool {
    let now = ContinuousClock.now
    if hasInput || now >= end { return true }
    if now >= nextPoll {
      nextPoll = now + Self.step
      hasInput = loop.hasInput
    }
    return hasInput
  }
}
