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
  }

  /// The time, in seconds from an arbitrary start.
  public private(set) var now: Double
  private var timers: [Timer] = []
  private var made = 0
  private var isAdvancing = false
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
    let least = isAdvancing ? Self.shortestInterval : 0
    let timer = Timer(deadline: now + max(seconds, least), order: made, interval: interval, action: action)
    timers.append(timer)
    return timer
  }

  /// When the next thing is to happen; nil if nothing is.
  public var nextDeadline: Double? {
    timers.lazy.filter(\.isPending).map(\.deadline).min()
  }

  /// Moves the clock to a time and lets happen, in order, what is due by then. A repeating timer happens once for each
  /// time that passed if `catchesUp`, else once.
  public func advance(to time: Double, catchesUp: Bool = true) {
    let wasAdvancing = isAdvancing
    isAdvancing = true
    defer { isAdvancing = wasAdvancing }
    while let next = earliest(dueBy: time) {
      now = max(now, next.deadline)
      if let interval = next.interval {
        next.deadline += interval
        if !catchesUp, next.deadline <= time { next.deadline = time + interval }
      } else {
        next.isPending = false
      }
      next.action()
      timers.removeAll { !$0.isPending }
    }
    timers.removeAll { !$0.isPending }
    now = max(now, time)
  }

  private func earliest(dueBy time: Double) -> Timer? {
    timers.lazy.filter { $0.isPending && $0.deadline <= time }
      .min { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
  }
}
