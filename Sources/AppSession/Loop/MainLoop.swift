import Glibc
import Interface
import SystemCalls

/// The loop of a process: it waits for descriptors, signals and the time, and calls whoever asked, one after the other.
///
/// ```swift
/// let loop = MainLoop()
/// loop.drive(application.timers)
/// _ = loop.watch(.readable, of: { STDIN_FILENO }) { read() }
/// loop.run { frontEnd.present(frame) }
/// ```
@MainActor
public final class MainLoop: EventLoop {
  /// Where time comes from.
  public enum Time: Sendable {
    /// It passes by itself.
    case system
    /// It stands still until ``MainLoop/advance(by:)``.
    case virtual
  }

  public let timers = TimerQueue()
  private let time: Time
  private let clock = ContinuousClock()
  private var lastTick = ContinuousClock.now
  private var queues: [WeakQueue] = []
  private var posted: [() -> Void] = []
  private var nextPosted = 0
  private var watches: [Watch] = []
  private var handlers: [(number: Int, signal: ProcessSignal, onSignal: () -> Void)] = []
  private var made = 0
  private var signals: SignalPipe?
  private var listener: EndListener?
  private var isStopped = false
  /// Whether input was read whose events are not handled yet.
  private var isInputComing = false
  /// Called when the user has pressed a key or used the mouse.
  var onInput: () -> Void = {}

  private struct WeakQueue {
    weak var queue: TimerQueue?
  }

  private struct Watch {
    let number: Int
    let readiness: Readiness
    let descriptor: () -> Int32?
    let onReady: () -> Void
  }

  /// A loop with nothing to wait for yet.
  public init(_ time: Time = .system) {
    self.time = time
    drive(timers)
  }

  // MARK: What is waited for

  public func drive(_ timers: TimerQueue) {
    queues.removeAll { $0.queue == nil }
    queues.append(WeakQueue(queue: timers))
  }

  public func watch(
    _ readiness: Readiness, of descriptor: @escaping () -> Int32?, onReady: @escaping () -> Void
  ) -> EventSource {
    made += 1
    let number = made
    let watch = Watch(number: number, readiness: readiness, descriptor: descriptor, onReady: onReady)
    // Those of input are called before all others.
    watches.insert(watch, at: readiness == .input ? watches.prefix { $0.readiness == .input }.count : watches.count)
    return EventSource { [weak self] in self?.watches.removeAll { $0.number == number } }
  }

  public func watch(_ signal: ProcessSignal, onSignal: @escaping () -> Void) -> EventSource {
    made += 1
    let number = made
    handlers.append((number, signal, onSignal))
    return EventSource { [weak self] in self?.handlers.removeAll { $0.number == number } }
  }

  public func post(_ event: @escaping () -> Void) { posted.append(event) }

  public var hasInput: Bool {
    if isInputComing { return true }
    var descriptors = watches.prefix { $0.readiness == .input }
      .map { pollfd(fd: $0.descriptor() ?? -1, events: Int16(POLLIN), revents: 0) }
    return !descriptors.isEmpty && poll(&descriptors, nfds_t(descriptors.count), 0) > 0
  }

  /// In virtual time nobody waits, and how fast the machine is makes no difference; only what never ends is cut.
  public var longestTurn: Duration { time == .system ? .milliseconds(8) : .seconds(1) }

  // MARK: Signals

  /// Takes the process's signals over, until ``returnSignals()`` or the loop's end: they come as events. One loop at a
  /// time.
  ///
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  public func takeSignals() throws(LoopError) {
    if signals == nil { signals = try SignalPipe() }
  }

  /// Whether control-Z stops the process at once, as it does any program, also while the loop is busy; else it comes as
  /// ``ProcessSignal/suspend``, for who has to give the terminal back before. To be set after ``takeSignals()``.
  public var stopsAtOnce: Bool {
    get { signals?.stopsAtOnce ?? true }
    set { signals?.stopsAtOnce = newValue }
  }

  /// Gives the signals back to whoever had them before.
  public func returnSignals() {
    signals = nil
    listener = nil
  }

  public func keepSignals() { signals?.keep() }

  /// Calls a closure, on a thread of its own, as soon as the process is asked to end, also while the loop is busy: by
  /// `SIGTERM` or `SIGHUP`, because the terminal is gone, or by a key. The loop hears of it, too, when it comes to that.
  /// To be called once, after ``takeSignals()``.
  ///
  /// - Parameters:
  ///   - input: where keys are looked at; nil for nowhere.
  ///   - byInterrupt: whether `SIGINT` ends too.
  ///   - onInterrupt: called on that thread when a key asks to interrupt what runs, or `SIGINT` does and does not end.
  ///   - onStuck: called once, on that thread, if the main thread still computes 1.5 s later, or waits 10 s later: what it
  ///     does comes to no end.
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  public func observeEnd(
    of input: (any UrgentInput)? = nil, byInterrupt: Bool = true,
    onInterrupt: @escaping @Sendable (_ isByKey: Bool) -> Void = { _ in },
    onDelay: @escaping @Sendable () -> Void = {}, onStuck: @escaping @Sendable () -> Void = {},
    _ body: @escaping @Sendable () -> Void
  ) throws(LoopError) {
    guard let ends = try signals?.ends() else { return }
    listener = EndListener(
      signals: ends, input: input, endsByInterrupt: byInterrupt, onInterrupt: onInterrupt, onDelay: onDelay,
      onStuck: onStuck, onEnd: body)
  }

  /// Asks the process to end, as `SIGTERM` does.
  public func requestEnd() { SignalPipe.note(SIGTERM) }

  /// Whether a signal came that ends an app in order: who waits outside of the loop asks, and gives up.
  public nonisolated static var isEndPending: Bool { SignalPipe.isEnded || SignalPipe.isInterrupted }

  /// The signal that ends an app in order, if one came.
  nonisolated static var pendingEnd: Int32? { SignalPipe.end }

  /// Does something during which another program has the terminal: what its keys send is for that program, control-Z
  /// stops both, and time stands still.
  func lendTerminal<Result>(_ body: () throws -> Result) rethrows -> Result {
    tick()
    let signals = LentSignals()
    defer {
      signals.takeBack()
      lastTick = clock.now
    }
    return try body()
  }

  // MARK: Running

  /// Runs until ``stop()``.
  ///
  /// - Parameter turnEnded: called whenever all that had come was handled, before the loop waits: the time to draw.
  public func run(turnEnded: () -> Void) {
    isStopped = false
    while true {
      while let event = takePosted() {
        tick()
        // What came before the end is handled first, but not for long.
        if listener?.isEndUrgent == true { tellOfEnd() } else { event() }
        if isStopped { return }
      }
      tick()
      turnEnded()
      if isStopped { return }
      wait(orPosted: true)
      tick()
      if untilNextTimer == .zero { post { [weak self] in self?.fireDue() } }
    }
  }

  /// Ends ``run(turnEnded:)`` when what happens now has ended. What was posted and has not happened yet waits for another
  /// run.
  public func stop() { isStopped = true }

  /// In virtual time it only lets happen what is due.
  public func wait(until isMet: () -> Bool) {
    look(waitingAtMost: .zero)
    while true {
      tick()
      fireDue()
      guard time == .system, !isMet(), untilNextTimer != nil else { return }
      wait(orPosted: false)
    }
  }

  /// Moves virtual time: what is due by then happens, each at its own time. Descriptors are looked at once.
  ///
  /// - Parameters:
  ///   - seconds: 0 for what is due now.
  ///   - most: after how many times that timers went off time stays where it is.
  /// - Returns: whether all of the time has passed.
  @discardableResult
  public func advance(by seconds: Double, firingAtMost most: Int = .max) -> Bool {
    look(waitingAtMost: .zero)
    while let event = takePosted() { event() }
    return livingQueues.allSatisfy { $0.advance(to: $0.now + seconds, firingAtMost: most) }
  }

  /// Lets happen what is due.
  public func fireDue() { livingQueues.forEach { $0.fireDue() } }

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

  /// Lets the timers know the time.
  private func tick() {
    guard time == .system else { return }
    let now = clock.now
    let elapsed = (now - lastTick).seconds
    lastTick = now
    for queue in livingQueues { queue.move(to: queue.now + elapsed) }
  }

  /// How long until the next timer, as of the last tick; nil if there is none.
  private var untilNextTimer: Duration? {
    // A duration has no room for all that a script may wait for.
    livingQueues.compactMap { queue in queue.nextDeadline.map { max(0, $0 - queue.now) } }.min()
      .map { .seconds(min($0, 86_400)) }
  }

  // MARK: One wait

  /// Waits until something happens, or it is time for a timer.
  ///
  /// - Parameter orPosted: whether what was posted ends the wait, too.
  private func wait(orPosted: Bool) {
    listener?.input?.mainThreadWillWait()
    defer { listener?.input?.mainThreadDidWait() }
    look(waitingAtMost: nil, orPosted: orPosted)
  }

  /// Calls whoever asked for a descriptor that is ready.
  ///
  /// - Parameters:
  ///   - most: how long it waits for one; nil: until it is time for a timer.
  ///   - orPosted: whether what was posted ends the wait, too.
  func look(waitingAtMost most: Duration?, orPosted: Bool = false) {
    var descriptors = [pollfd(fd: signals?.descriptor ?? -1, events: Int16(POLLIN), revents: 0)]
    let watched = watches
    for watch in watched {
      let events = Int16(watch.readiness == .writable ? POLLOUT : POLLIN)
      // A negative descriptor is passed over.
      descriptors.append(pollfd(fd: watch.descriptor() ?? -1, events: events, revents: 0))
    }
    // Those that were asked for their descriptors may have posted something, or begun a timer.
    let limit =
      most
      ?? (orPosted && hasPosted ? .zero : untilNextTimer.map { max(.zero, $0 - (clock.now - lastTick)) })
    guard poll(&descriptors, nfds_t(descriptors.count), Self.milliseconds(limit)) > 0 else { return }
    // A timer that is begun when something was read counts from now, not from before the wait.
    tick()
    if descriptors[0].revents != 0 { hearSignals() }
    for (watch, descriptor) in zip(watched, descriptors.dropFirst()) where descriptor.revents != 0 {
      guard watches.contains(where: { $0.number == watch.number }) else { continue }
      // A descriptor that was closed without ending its watch would wake the loop for ever.
      if descriptor.revents & Int16(POLLNVAL) != 0 { watches.removeAll { $0.number == watch.number } }
      if watch.readiness == .input {
        isInputComing = true
        onInput()
      }
      watch.onReady()
    }
  }

  private func tellOfEnd() {
    for handler in handlers where handler.signal == .terminate { handler.onSignal() }
  }

  private func hearSignals() {
    for signal in signals?.take() ?? [] {
      for handler in handlers where handler.signal == signal {
        post {
          SignalPipe.handled(signal)
          handler.onSignal()
        }
      }
    }
  }

  /// Milliseconds for `poll`, rounded up so that no timer is asked for too early, again and again.
  private static func milliseconds(_ limit: Duration?) -> Int32 {
    guard let limit else { return -1 }
    let (seconds, attoseconds) = limit.components
    if seconds > 86_400 { return 86_400_000 }
    return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }
}

extension Duration {
  /// The duration in seconds.
  var seconds: Double { Double(components.seconds) + Double(components.attoseconds) * 1e-18 }
}

/// Why a loop cannot wait.
public enum LoopError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system refused a call.
  case system(call: String, code: Int32)

  public var description: String {
    switch self {
    case .system(let call, let code):
      "cannot wait for events: \(call) failed with \"\(strerror(code).map { String(cString: $0) } ?? "error \(code)")\". Too many inherited file descriptors; close them in the parent process."
    }
  }
}
