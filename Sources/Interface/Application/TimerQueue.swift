/// What is to happen later, on a clock that someone else moves: the event loop by the time of day, a test by hand.
@MainActor
public final class TimerQueue {
  /// One thing that is to happen.
  public final class Timer {
    fileprivate(set) var deadline: Double
    fileprivate let order: Int
    /// The seconds between two times; nil if it happens once.
    public let interval: Double?
    fileprivate var action: @MainActor () -> Void
    /// Whether it is still to happen.
    public fileprivate(set) var isPending = true

    fileprivate init(deadline: Double, order: Int, interval: Double?, action: @escaping @MainActor () -> Void) {
      self.deadline = deadline
      self.order = order
      self.interval = interval
      self.action = action
    }

    /// It no longer happens.
    public func cancel() {
      isPending = false
      // What the action holds is let go now, not when the time would have come.
      action = {}
    }

    fileprivate func precedes(_ other: Timer) -> Bool {
      deadline != other.deadline ? deadline < other.deadline : order < other.order
    }
  }

  /// The time, in seconds from an arbitrary start.
  public private(set) var now: Double
  /// A binary heap: the soonest is first. Cancelled ones stay until they come to its top, or are more than the others.
  private var timers: [Timer] = []
  /// From how many on it is worth looking for those.
  private var crowd = 64
  private var made = 0
  private var isFiring = false
  private static let shortestInterval = 0.001

  /// A queue whose clock stands at this time.
  public init(now: Double = 0) {
    self.now = now
  }

  /// Lets something happen once, this many seconds from now.
  @discardableResult
  public func after(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> Timer {
    add(after: seconds, interval: nil, action)
  }

  /// Lets something happen again and again, every so many seconds (at least a millisecond).
  @discardableResult
  public func every(_ seconds: Double, _ action: @escaping @MainActor () -> Void) -> Timer {
    let interval = max(seconds, Self.shortestInterval)
    return add(after: interval, interval: interval, action)
  }

  private func add(after seconds: Double, interval: Double?, _ action: @escaping @MainActor () -> Void) -> Timer {
    made += 1
    // What asks for itself again, at once, must not keep the clock from moving.
    let least = isFiring ? Self.shortestInterval : 0
    let timer = Timer(deadline: now + max(seconds, least), order: made, interval: interval, action: action)
    insert(timer)
    return timer
  }

  /// When the next thing is to happen; nil if nothing is.
  public var nextDeadline: Double? {
    while let first = timers.first, !first.isPending { removeFirst() }
    return timers.first?.deadline
  }

  // MARK: The clock

  /// Moves the clock to a time and lets happen, in order and each at its own time, what is due by then, also what was asked
  /// for meanwhile. A repeating timer happens once for each time that passed. For clocks that are moved by hand.
  ///
  /// - Parameter most: after how many times the clock stays where it is.
  /// - Returns: whether it got to the time.
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

  /// Moves the clock to a time. What is due waits for ``fireDue()``.
  public func move(to time: Double) {
    now = max(now, time)
  }

  /// Lets happen, in order, what is due now: each timer once, and none that is asked for meanwhile, so that input and
  /// frames come between one generation of timers and the next. For clocks that run by themselves.
  public func fireDue() {
    var due: [Timer] = []
    while let next = removeDue(by: now) { due.append(next) }
    firing {
      for timer in due where timer.isPending {
        // Times that were missed are left out.
        fire(timer, again: { $0.deadline + $1 > now ? $0.deadline + $1 : now + $1 })
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
    timer.action()
  }

  // MARK: The heap

  private func removeDue(by time: Double) -> Timer? {
    guard let deadline = nextDeadline, deadline <= time else { return nil }
    return removeFirst()
  }

  private func insert(_ timer: Timer) {
    if timers.count >= crowd {
      let pending = timers.filter(\.isPending).sorted { $0.precedes($1) }
      // What is sorted is a heap.
      timers = pending
      crowd = max(64, 2 * pending.count)
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
