/// The progress of an exploration.
public struct ExplorationProgress: Sendable {
  /// The number of steps that were made.
  public internal(set) var steps = 0
  /// The largest number of steps; nil if it is unknown.
  public internal(set) var total: Int?
  /// The number of states that were interrupted.
  public internal(set) var states = 0
  /// The number of losses and errors, of which several may have one cause.
  public internal(set) var losses = 0
  /// The discovery whose steps are being reduced, and the number of all; nil before.
  public internal(set) var reduction: (number: Int, count: Int)?
}

/// Adds up the progress of the parts of an exploration, and knows whether to stop.
@MainActor
final class ExplorationMonitor {
  private var progress = ExplorationProgress()
  private var parts: [Int: Shard.Progress] = [:]
  private var pace = Pace()
  private var stop: ContinuousClock.Instant?
  private let onProgress: (ExplorationProgress) -> Void
  private let shouldStop: () -> Bool

  /// The time for reductions after a stop.
  private let timeAfterStop: Duration

  init(
    total: Int? = nil, timeAfterStop: Duration = .seconds(2), _ onProgress: @escaping (ExplorationProgress) -> Void,
    shouldStop: @escaping () -> Bool
  ) {
    progress.total = total
    self.timeAfterStop = timeAfterStop
    self.onProgress = onProgress
    self.shouldStop = shouldStop
  }

  /// Whether the exploration was asked to stop.
  var isStopped: Bool {
    if stop == nil, shouldStop() { stop = .now }
    return stop != nil
  }

  /// Whether the time for reductions after a stop is over.
  var isOutOfTime: Bool { isStopped && stop.map { .now - $0 >= timeAfterStop } == true }

  /// Notes what a part has found so far.
  func note(_ result: Shard.Result, of index: Int) {
    if pace.isDue() { note(Shard.Progress(result), of: index) }
  }

  /// Notes the progress of a part.
  func note(_ part: Shard.Progress, of index: Int) {
    parts[index] = part
    let sum = parts.values.reduce(into: Shard.Progress()) { $0.add($1) }
    (progress.steps, progress.states, progress.losses) = (sum.steps, sum.states, sum.losses.count)
    onProgress(progress)
  }

  /// Notes that the steps of a discovery are going to be reduced.
  func noteReduction(_ number: Int, of count: Int) {
    progress.reduction = (number, count)
    onProgress(progress)
  }
}

/// Limits reports to about ten in a second.
struct Pace {
  private var last: ContinuousClock.Instant?

  /// Whether it is time for a report.
  mutating func isDue() -> Bool {
    let now = ContinuousClock.now
    if let last, now - last < .milliseconds(100) { return false }
    last = now
    return true
  }
}
