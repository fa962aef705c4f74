import Glibc
import SystemCalls

/// The event loop of a process: waits for descriptors, signals and timers, and calls their handlers, one after the other.
///
/// ```swift
/// let loop = MainLoop()
/// let input = loop.watch(STDIN_FILENO, for: .input) { read() }
/// loop.run { frontEnd.present(frame) }
/// ```
@MainActor
public final class MainLoop: EventLoop {
  /// The source of time.
  public enum Time: Sendable {
    /// Real time.
    case system
    /// Time that moves only by ``MainLoop/advance(by:firingAtMost:)``.
    case virtual
  }

  public let timers = TimerQueue()
  private let time: Time
  private let clock = ContinuousClock()
  private var lastTick = ContinuousClock.now
  private var queues: [WeakQueue] = []
  private var posted: [() -> Void] = []
  private var nextPosted = 0
  /// All watches; those of user input are first.
  private(set) var watches: [DescriptorWatch] = []
  private var preparations: [EventSource] = []
  private var signalSources: [(signal: ProcessSignal, source: EventSource)] = []
  /// The number of rounds in which descriptors were polled.
  private var looks = 0
  private var signals: SignalPipe?
  private var listener: EndListener?
  private var isStopped = false
  /// Whether input was read whose events are not handled yet.
  private var isInputComing = false
  /// Whether due timers wait until the effect of input is drawn.
  private var timersWait = false
  /// Called when there is user input.
  package var onInput: () -> Void = {}

  private struct WeakQueue {
    weak var queue: TimerQueue?
  }

  /// Creates a loop without sources.
  public init(_ time: Time = .system) {
    self.time = time
    drive(timers)
  }

  // MARK: Sources

  public func withOwnTimers() -> any EventLoop {
    let view = LoopView(of: self)
    drive(view.timers)
    return view
  }

  /// Moves a queue's clock with the loop's, for as long as the queue exists.
  private func drive(_ timers: TimerQueue) {
    queues.removeAll { $0.queue == nil }
    queues.append(WeakQueue(queue: timers))
  }

  public func watch(
    _ descriptor: Int32, for readiness: Readiness, onReady: @escaping () -> Void
  ) -> DescriptorWatch {
    let watch = DescriptorWatch(descriptor, for: readiness, in: self, onReady)
    watches.insert(watch, at: readiness == .input ? watches.prefix { $0.readiness == .input }.count : watches.count)
    return watch
  }

  public func watch(_ signal: ProcessSignal, onSignal: @escaping () -> Void) -> EventSource {
    let source = EventSource(in: self, onSignal)
    signalSources.append((signal, source))
    return source
  }

  public func beforeWait(_ action: @escaping () -> Void) -> EventSource {
    let source = EventSource(in: self, action)
    preparations.append(source)
    return source
  }

  func remove(_ source: EventSource) {
    watches.removeAll { $0 === source }
    preparations.removeAll { $0 === source }
    signalSources.removeAll { $0.source === source }
  }

  public func post(_ event: @escaping () -> Void) { posted.append(event) }

  public var hasInput: Bool {
    if isInputComing { return true }
    var descriptors = watches.prefix { $0.readiness == .input }.filter { !$0.isPaused }
      .map { pollfd(fd: $0.descriptor, events: Int16(POLLIN), revents: 0) }
    return !descriptors.isEmpty && poll(&descriptors, nfds_t(descriptors.count), 0) > 0
  }

  public var hasVirtualTime: Bool { time != .system }

  /// In virtual time, the speed of the machine must not matter; only endless work is cut off.
  public var longestTurn: Duration { time == .system ? .milliseconds(8) : .seconds(1) }

  // MARK: Signals

  /// Takes over the signals of the process and reports them as events, until ``returnSignals()`` or the end of the loop. Only
  /// one loop can have them at a time.
  ///
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  public func takeSignals() throws(LoopError) {
    if signals == nil { signals = try SignalPipe() }
  }

  /// Whether control-Z stops the process at once, even while the loop is busy. Otherwise it is reported as
  /// ``ProcessSignal/suspend``, so that the terminal can be restored before. Must be set after ``takeSignals()``.
  public var stopsAtOnce: Bool {
    get { signals?.stopsAtOnce ?? true }
    set { signals?.stopsAtOnce = newValue }
  }

  /// Restores the former actions of the signals.
  public func returnSignals() {
    signals = nil
    listener = nil
  }

  public func keepSignals() { signals?.keep() }

  /// Calls a closure on a separate thread as soon as the process is asked to end, even while the loop is busy: by
  /// `SIGTERM` or `SIGHUP`, by a key, or because the terminal is gone. The loop reports the same request later. Must be
  /// called once, after ``takeSignals()``.
  ///
  /// - Parameters:
  ///   - input: the keys to observe; nil for none.
  ///   - byInterrupt: whether `SIGINT` ends the process, too.
  ///   - onInterrupt: called on that thread when a key interrupts the running script, or `SIGINT` does if it does not end the
  ///     process.
  ///   - onDelay: called repeatedly on that thread while the process has not ended after half a second.
  ///   - onStuck: called once on that thread if the main thread still computes after 1.5 s, or waits after 10 s.
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  public func observeEnd(
    of input: (any UrgentInput)?, byInterrupt: Bool,
    onInterrupt: @escaping @Sendable (_ isByKey: Bool) -> Void = { _ in },
    onDelay: @escaping @Sendable () -> Void = {}, onStuck: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable () -> Void
  ) throws(LoopError) {
    guard let ends = try signals?.ends() else { return }
    listener = EndListener(
      signals: ends, input: input, endsByInterrupt: byInterrupt, onInterrupt: onInterrupt, onDelay: onDelay,
      onStuck: onStuck, onEnd: body)
  }

  /// Asks the process to end, as `SIGTERM` does. Can be called on any thread.
  public nonisolated static func requestEnd() { SignalPipe.note(SIGTERM) }

  /// Whether a signal that ends an app has arrived. Code that waits outside the loop checks this, and gives up.
  public nonisolated static var isEndPending: Bool { SignalPipe.isEnded || SignalPipe.isInterrupted }

  /// The signal that ends the app, if one has arrived.
  package nonisolated static var pendingEnd: Int32? { SignalPipe.end }

  /// Runs a closure during which another program has the terminal: keys act on that program, control-Z stops both, and
  /// time stands still.
  package func lendTerminal<Result>(_ body: () throws -> Result) rethrows -> Result {
    tick()
    let signals = ForegroundSignals()
    defer {
      signals.restore()
      lastTick = clock.now
    }
    return try body()
  }

  // MARK: Running

  /// Runs until ``stop()``.
  ///
  /// - Parameter turnEnded: called when all events are handled, before the loop waits: the time to draw.
  public func run(turnEnded: () -> Void) {
    isStopped = false
    while true {
      while let event = takePosted() {
        tick()
        // Earlier events are handled before the end, but not for long.
        if listener?.isEndUrgent == true { reportEnd() } else { event() }
        if isStopped { return }
      }
      tick()
      turnEnded()
      if isStopped { return }
      wait(orPosted: true)
      tick()
      // The effect of input is drawn before timers fire, which may take long. They wait for one turn at most.
      timersWait = isInputComing && !timersWait
      if untilNextTimer == .zero, !timersWait { post { [weak self] in self?.fireDueForOneTurn() } }
    }
  }

  /// Ends ``run(turnEnded:)`` after the current handler. Events that are still posted wait for the next run.
  public func stop() { isStopped = true }

  /// In virtual time, only fires due timers.
  public func wait(until isMet: () -> Bool) {
    look(waitingAtMost: .zero)
    while true {
      tick()
      fireDue()
      guard time == .system, !isMet(), untilNextTimer != nil else { return }
      wait(orPosted: false)
    }
  }

  /// Moves virtual time. Due timers fire, each at its own time. Descriptors are polled once, before.
  ///
  /// - Parameters:
  ///   - seconds: the time; 0 fires timers that are due now.
  ///   - most: the number of firings after which time stops.
  /// - Returns: whether all of the time has passed.
  @discardableResult
  public func advance(by seconds: Double, firingAtMost most: Int = .max) -> Bool {
    look(waitingAtMost: .zero)
    while let event = takePosted() { event() }
    return livingQueues.allSatisfy { $0.advance(to: $0.now + seconds, firingAtMost: most) }
  }

  /// Fires due timers.
  public func fireDue() { livingQueues.forEach { $0.fireDue() } }

  /// Fires due timers until there is user input, or the turn is long enough; at least one of each queue.
  private func fireDueForOneTurn() {
    let limit = TurnLimit(of: self)
    for queue in livingQueues { queue.fireDue { !limit.isOver() } }
  }

  private var livingQueues: [TimerQueue] { queues.compactMap(\.queue) }

  private func takePosted() -> (() -> Void)? {
    guard nextPosted < posted.count else {
      posted.removeAll(keepingCapacity: true)
      nextPosted = 0
      isInputComing = false
      return nil
    }
    nextPosted += 1
    return posted[nextPosted - 1]
  }

  private var hasPosted: Bool { nextPosted < posted.count }

  /// Moves the clocks of all timers to the current time.
  private func tick() {
    guard time == .system else { return }
    let now = clock.now
    let elapsed = (now - lastTick).seconds
    lastTick = now
    for queue in livingQueues { queue.move(to: queue.now + elapsed) }
  }

  /// The time until the next timer, as of the last tick; nil if there is none.
  private var untilNextTimer: Duration? {
    // A script may ask for more seconds than a duration can have.
    livingQueues.compactMap { queue in queue.nextDeadline.map { max(0, $0 - queue.now) } }.min()
      .map { .seconds(min($0, 86_400)) }
  }

  // MARK: One wait

  /// Waits for a descriptor, a signal or a timer.
  ///
  /// - Parameter orPosted: whether a posted event ends the wait, too.
  private func wait(orPosted: Bool) {
    listener?.input?.mainThreadWillWait()
    defer { listener?.input?.mainThreadDidWait() }
    look(waitingAtMost: nil, orPosted: orPosted)
  }

  /// Polls the descriptors once, and calls the handlers of those that are ready: user input first, the others in the order
  /// of their watches.
  ///
  /// - Parameters:
  ///   - most: the longest wait; nil waits until the next timer.
  ///   - orPosted: whether a posted event ends the wait, too.
  package func look(waitingAtMost most: Duration?, orPosted: Bool = false) {
    looks += 1
    let look = looks
    for preparation in preparations { preparation.action() }
    let watched = watches.filter { !$0.isPaused }
    var descriptors = [pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)]
    for watch in watched {
      let events = Int16(watch.readiness == .writable ? POLLOUT : POLLIN)
      descriptors.append(pollfd(fd: watch.descriptor, events: events, revents: 0))
    }
    let limit =
      most
      ?? (orPosted && hasPosted ? .zero : untilNextTimer.map { max(.zero, $0 - (clock.now - lastTick)) })
    guard poll(&descriptors, nfds_t(descriptors.count), Self.milliseconds(limit)) > 0 else { return }
    // A timer that a handler starts counts from now, not from before the wait.
    tick()
    if descriptors[0].revents != 0 { handleSignals() }
    for (watch, descriptor) in zip(watched, descriptors.dropFirst()) where descriptor.revents != 0 {
      // A handler has waited, and what was ready may have been read. The rest is polled again.
      guard look == looks else { return }
      guard watch.isWaiting else { continue }
      let action = watch.action
      // A closed descriptor would wake the loop forever.
      if descriptor.revents & Int16(POLLNVAL) != 0 { watch.cancel() }
      if watch.readiness == .input {
        isInputComing = true
        onInput()
      }
      action()
    }
  }

  private func reportEnd() {
    for (signal, source) in signalSources where signal == .terminate { source.action() }
  }

  private func handleSignals() {
    for signal in signals?.take() ?? [] {
      for (wanted, source) in signalSources where wanted == signal {
        post {
          SignalPipe.handled(signal)
          source.action()
        }
      }
    }
  }

  /// Milliseconds for `poll`, rounded up so that no wait ends before its timer is due.
  private static func milliseconds(_ limit: Duration?) -> Int32 {
    guard let limit else { return -1 }
    let (seconds, attoseconds) = limit.components
    if seconds > 86_400 { return 86_400_000 }
    return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

extension Duration {
  /// The duration in seconds.
  package var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}
