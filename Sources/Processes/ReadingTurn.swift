/// The part of a loop's turn in which the output of processes is reported: it has an end, and a person's input ends it before.
@MainActor
final class ReadingTurn {
  /// How long handlers have in a turn.
  private static let time = Duration.milliseconds(8)
  /// How often input is looked for.
  private static let step = Duration.microseconds(500)

  private let loop: any ProcessLoop
  private let end: ContinuousClock.Instant
  private var nextLook: ContinuousClock.Instant
  private var hasInput = false

  init(_ loop: any ProcessLoop) {
    self.loop = loop
    nextLook = ContinuousClock.now
    end = nextLook + Self.time
  }

  func isOver() -> Bool {
    let now = ContinuousClock.now
    if hasInput || now >= end { return true }
    if now >= nextLook {
      nextLook = now + Self.step
      hasInput = loop.hasInput
    }
    return hasInput
  }
}
