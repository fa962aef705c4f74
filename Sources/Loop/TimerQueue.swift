/// Timers on a clock that its owner moves: an event loop in real time, a test by hand.
@MainActor
public final class TimerQueue {
  /// A closure that is called later, once or repeatedly.
  public final class Timer {
    /// The time on the queue's clock at which the timer fires next.
    public fileprivate(set) var deadline: Double
    fileprivate let order: Int
    fileprivate let isOfScript: Bool
    /// The seconds between two firings; nil for a timer that fires once.
    public let interval: Double?
    /// The seconds from the start to the first firing.
    fileprivate let delay: Double
    fileprivate var action: @MainActor () -> Void
    /// Whether the timer will fire.
    public fileprivate(set) var isPending = true

    fileprivate init(
      deadline: Double, order: Int, isOfScript: Bool, interval: Double?, delay: Double,
      action: @escaping @MainActor () -> Void
    ) {
      self.deadline = deadline
      self.delay = delay
      self.order = order
      self.isOfScript = isOfScript
      self.interval = interval
      self.action = action
    }

    /// Stops the timer.
    public func cancel() {
      isPending = false
      // Releases captured objects now, not at the deadline.
      action = {}
    }

    fileprivate func precedes(_ other: Timer) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : order < other.order
    }
  }

  /// The time of the clock, in seconds from an arbitrary start.
  public private(set) var now = 0.0
  /// A binary heap with the next timer first. Cancelled timers are removed at the top, or when they may outnumber the others.
  private var timers: [Timer] = []
  /// The number of timers at which cancelled ones are removed.
  private var cleanupThreshold = 64
  /// The number of timers that were started so far.
  public private(set) var startedCount = 0
  /// The number of times that timers of scripts have fired so far.
  public private(set) var firedScriptCount = 0
  private var isFiring = false
  private static let shortestInterval = 0.001

  /// Creates a queue whose clock shows 0.
  public init() {}

  /// Calls a closure once, after a number of seconds. NaN counts as 0, and infinity never comes.
  ///
  /// - Parameter isOfScript: whether a script has started the timer, not the host.
  @discardableResult
  public func after(_ seconds: Double, isOfScript: Bool = false, _ action: @escaping @MainActor () -> Void) -> Timer {
    add(after: seconds, isOfScript, interval: nil, action)
  }

  /// Calls a closure repeatedly, at an interval in seconds of at least a millisecond.
  ///
  /// - Parameter isOfScript: whether a script has started the timer, not the host.
  @discardableResult
  public func every(_ seconds: Double, isOfScript: Bool = false, _ action: @escaping @MainActor () -> Void) -> Timer {
    let interval = max(Self.shortestInterval, seconds)
    return add(after: interval, isOfScript, interval: interval, action)
  }

  private func add(
    after seconds: Double, _ isOfScript: Bool, interval: Double?, _ action: @escaping @MainActor () -> Void
  ) -> Timer {
    defer { startedCount += 1 }
    // A timer that restarts itself at once must not stop the clock.
    let least = isFiring ? Self.shortestInterval : 0
    // NaN counts as the least time; no timer could be compared with it. The order of the arguments matters.
    let timer = Timer(
      deadline: now + max(least, seconds), order: startedCount, isOfScript: isOfScript, interval: interval,
      delay: seconds, action: action)
    insert(timer)
    return timer
  }

  /// The time of the next timer; nil if there is none.
  public var nextDeadline: Double? {
    while let first = timers.first, !first.isPending { removeFirst() }
    return timers.first?.deadline
  }

  // MARK: The clock

  /// Moves the clock to a time and fires the timers that are due by then, in order, each at its own time, including timers
  /// that start meanwhile. A repeating timer fires for each interval that has passed. For clocks that are moved by hand.
  ///
  /// - Parameter most: the number of firings after which the clock stops.
  /// - Returns: whether the clock has reached the time.
  @discardableResult
  public func advance(to time: Double, firingAtMost most: Int = .max) -> Bool {
    var fired = 0
    firing {
      while fired < most, let next = removeDue(by: time) {
        now = max(now, next.deadline)
        fire(next, again: { $0.deadline + $1 })
        fired += 1
      }
    }
    if fired == most { return false }
    now = max(now, time)
    return true
  }

  /// Whether a timer of a script will fire.
  ///
  /// - Parameter numbers: the timers to look at, numbered in the order of their start from 0 on.
  public func hasScriptTimer(in numbers: Range<Int> = 0..<Int.max) -> Bool {
    timers.contains { $0.isPending && $0.isOfScript && numbers.contains($0.order) }
  }

  /// The number of timers that will fire.
  public var count: Int { timers.count { $0.isPending } }

  /// Fires timers of scripts before they are due, without moving the clock: those that fire once, in order. Those of the host,
  /// such as the time limit of a command, do not fire.
  ///
  /// - Parameter seconds: the largest time in which one is due.
  /// - Returns: the largest time in which one of them was due; nil if there was none.
  public func fireEarly(dueWithin seconds: Double) -> Double? {
    let early = single(dueWithin: seconds, true).sorted { $0.precedes($1) }
    firing {
      for timer in early where timer.isPending { fire(timer, again: { $0.deadline + $1 }) }
    }
    return early.last.map { max(0, $0.deadline - now) }
  }

  /// Returns the time until the last of the timers that fire once and are due within a time, in seconds; nil if there is
  /// none.
  ///
  /// - Parameter isOfScript: whether only timers of scripts count, and not those of the host, such as for saving.
  public func delay(dueWithin seconds: Double, isOfScript: Bool = false) -> Double? {
    single(dueWithin: seconds, isOfScript).map(\.deadline).max().map { max(0, $0 - now) }
  }

  /// The time that is left of a timer.
  public struct Phase {
    /// The seconds from the start to the first firing.
    public let delay: Double
    fileprivate let isRepeating: Bool
    fileprivate let left: Double
  }

  /// The times that are left of the timers of scripts, in the order of their start.
  public var scriptPhases: [Phase] {
    scriptTimers.map { Phase(delay: $0.delay, isRepeating: $0.interval != nil, left: $0.deadline - now) }
  }

  /// Makes timers of scripts fire when earlier ones with the same delay would have fired.
  ///
  /// - Parameter phases: the times that were left of the earlier timers, each of which is used once.
  public func align(with phases: [Phase]) {
    var rest = phases
    for timer in scriptTimers {
      let isRepeating = timer.interval != nil
      guard let index = rest.firstIndex(where: { $0.delay == timer.delay && $0.isRepeating == isRepeating }) else {
        continue
      }
      timer.deadline = now + rest.remove(at: index).left
    }
    // A sorted array is a heap.
    timers.sort { $0.precedes($1) }
  }

  private var scriptTimers: [Timer] {
    timers.filter { $0.isPending && $0.isOfScript }.sorted { $0.order < $1.order }
  }

  private func single(dueWithin seconds: Double, _ isOfScript: Bool) -> [Timer] {
    timers.filter {
      $0.isPending && $0.interval == nil && $0.deadline <= now + seconds && ($0.isOfScript || !isOfScript)
    }
  }

  /// Moves the clock to a time, without firing timers.
  public func move(to time: Double) {
    now = max(now, time)
  }

  /// Fires the timers that are due now, in order: each once, and none that starts meanwhile, so that input and frames come
  /// between one generation of timers and the next. For real time.
  ///
  /// - Parameter mayContinue: called after each firing; false leaves the rest for the next call, in which they are first.
  public func fireDue(while mayContinue: () -> Bool = { true }) {
    // Timers that start meanwhile, and those that repeat, are due later.
    let time = now
    firing {
      while let timer = removeDue(by: time) {
        // Missed intervals are skipped.
        fire(timer, again: { $0.deadline + $1 > now ? $0.deadline + $1 : now + $1 })
        if !mayContinue() { return }
      }
    }
  }

  private func firing(_ body: () -> Void) {
    let wasFiring = isFiring
    isFiring = true
    defer { isFiring = wasFiring }
    body()
  }

  private func fire(_ timer: Timer, again next: (Timer, Double) -> Double) {
    if let interval = timer.interval {
      timer.deadline = next(timer, interval)
      insert(timer)
    } else {
      timer.isPending = false
    }
    if timer.isOfScript { firedScriptCount += 1 }
    timer.action()
  }

  // MARK: The heap

  private func removeDue(by time: Double) -> Timer? {
    guard let deadline = nextDeadline, deadline <= time else { return nil }
    return removeFirst()
  }

  private func insert(_ timer: Timer) {
    if timers.count >= cleanupThreshold {
      let pending = timers.filter(\.isPending).sorted { $0.precedes($1) }
      // A sorted array is a heap.
      timers = pending
      cleanupThreshold = max(64, 2 * pending.count)
    }
    timers.append(timer)
    var index = timers.count - 1
    while index > 0, timers[index].precedes(timers[(index - 1) / 2]) {
      timers.swapAt(index, (index - 1) / 2)
      index = (index - 1) / 2
    }
  }

  @discardableResult
  private func removeFirst() -> Timer {
    timers.swapAt(0, timers.count - 1)
    let first = timers.removeLast()
    var index = 0
    while true {
      var soonest = index
      for child in [2 * index + 1, 2 * index + 2] where child < timers.count && timers[child].precedes(timers[soonest])
      {
        soonest = child
      }
      if soonest == index { return first }
      timers.swapAt(index, soonest)
      index = soonest
    }
  }
}
