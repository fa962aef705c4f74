import CTickit
import Glibc
import Interface

/// Waits for input, signals, timers and other descriptors on the main thread, and tells its host one after another.
///
/// ```swift
/// let loop = try EventLoop(input: .terminal(device))
/// loop.run(untilNextTimer: { host.timeUntilNextTimer }) { event in
///   switch event {
///   case .input(let input): host.handle(input)
///   case .timersDue: host.fireTimers()
///   case .turnEnded: host.draw()
///   case .terminate, .hangup: return .stop
///   default: break
///   }
///   return .proceed
/// }
/// ```
///
/// Signals are taken over from `init` until the loop is gone; one loop at a time.
@MainActor
public final class EventLoop {
  /// What the loop reads.
  public enum Input: Sendable {
    /// Keys from a terminal that is in raw mode.
    case terminal(TerminalDevice)
    /// Lines from a pipe, a file, or a terminal that is not in raw mode.
    case lines(descriptor: Int32)
    /// Nothing.
    case none
  }

  /// Something else that is waited for.
  public struct Watch: Hashable, Sendable {
    fileprivate let number: Int
  }

  private let input: Input
  private let decoder: InputDecoder?
  private let signals: SignalPipe
  private var lines = LineSplitter()
  private var isInputOpen: Bool
  private var pending: [LoopEvent] = []
  private var listener: EndListener?
  private var watches: [(watch: Watch, descriptor: () -> Int32?, isForWriting: Bool, onReady: () -> Void)] = []
  private var nextWatch = 0

  /// A loop that reads this input.
  ///
  /// - Throws: `TerminalError.system` if the process has no descriptors left.
  public init(input: Input) throws(TerminalError) {
    self.input = input
    signals = try SignalPipe()
    switch input {
    case .terminal(let device):
      decoder = InputDecoder(terminalName: device.name, backspaceIsControlH: device.backspaceIsControlH)
      isInputOpen = true
    case .lines:
      decoder = nil
      isInputOpen = true
    case .none:
      decoder = nil
      isInputOpen = false
    }
  }

  /// A loop that reads the keys of a screen, and gives its `onOutput` what was written to standard output and error.
  public convenience init(screen: TerminalScreen) throws(TerminalError) {
    try self.init(input: .terminal(screen.device))
    // The screen has another pipe each time that it takes the terminal.
    _ = watch({ [weak screen] in screen?.outputDescriptor }, onReady: { [weak screen] in screen?.drainOutput() })
    _ = watch(
      { [weak screen] in screen?.unwrittenDescriptor }, isForWriting: true,
      onReady: { [weak screen] in screen?.writeOn() })
  }

  /// Whether a signal came that ends an app in order: who waits outside of the loop asks, and gives up.
  public nonisolated static var isEndPending: Bool { SignalPipe.isEnded || SignalPipe.isInterrupted }

  /// Calls a closure, on a thread of its own, as soon as the process is asked to end, also while the loop's handler is busy:
  /// by `SIGTERM` or `SIGHUP`, or because the terminal is gone. The loop gives the event when the handler has returned.
  /// To be called once.
  ///
  /// - Parameters:
  ///   - key: a control character that ends too, when it is typed.
  ///   - byInterrupt: whether `SIGINT` ends too.
  /// - Throws: `TerminalError.system` if the process has no descriptors left.
  public func observeEnd(
    key: UInt8? = nil, byInterrupt: Bool = true, _ body: @escaping @Sendable () -> Void
  ) throws(TerminalError) {
    var terminal: Int32?
    if case .terminal(let device) = input { terminal = device.input }
    listener = EndListener(
      signals: try signals.ends(), terminal: terminal, key: key, endsByInterrupt: byInterrupt, onEnd: body)
  }

  /// Asks the process to end, as `SIGTERM` does.
  public func requestEnd() { SignalPipe.note(SIGTERM) }

  /// Calls a closure whenever there is something to read from a descriptor, or it is closed. The closure must read.
  @discardableResult
  public func watch(_ descriptor: Int32, onReadable: @escaping () -> Void) -> Watch {
    watch({ descriptor }, onReady: onReadable)
  }

  /// The descriptor is asked for before each wait; nil: not now.
  private func watch(
    _ descriptor: @escaping () -> Int32?, isForWriting: Bool = false, onReady: @escaping () -> Void
  ) -> Watch {
    nextWatch += 1
    let watch = Watch(number: nextWatch)
    watches.append((watch, descriptor, isForWriting, onReady))
    return watch
  }

  /// Ends a watch.
  public func remove(_ watch: Watch) {
    watches.removeAll { $0.watch == watch }
  }

  /// Runs until the handler says stop, or throws.
  ///
  /// - Parameters:
  ///   - untilNextTimer: asked before each wait: how long until the host's next timer; nil if there is none.
  ///   - handle: called for each event.
  public func run(
    untilNextTimer: () -> Duration? = { nil }, _ handle: (LoopEvent) throws -> LoopAction
  ) rethrows {
    while true {
      // What an earlier run left is not lost.
      while !pending.isEmpty {
        if try handle(pending.removeFirst()) == .stop { return }
      }
      if try handle(.turnEnded) == .stop { return }
      wait(untilNextTimer())
      if let remaining = untilNextTimer(), remaining <= .zero { pending.append(.timersDue) }
    }
  }

  // MARK: One wait

  /// Waits until something happens, and queues its events.
  private func wait(_ untilTimer: Duration?) {
    var descriptors = [pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)]
    // A negative descriptor is passed over.
    descriptors.append(pollfd(fd: isInputOpen ? inputDescriptor : -1, events: Int16(POLLIN), revents: 0))
    let watched = watches
    for entry in watched {
      let events = Int16(entry.isForWriting ? POLLOUT : POLLIN)
      descriptors.append(pollfd(fd: entry.descriptor() ?? -1, events: events, revents: 0))
    }

    let ahead = listener?.loopWillWait() ?? []
    defer { listener?.loopDidWait() }
    if let decoder { pending += decoder.decode(ahead).map { .input($0) } }
    let count = poll(&descriptors, nfds_t(descriptors.count), ahead.isEmpty ? timeout(untilTimer) : 0)
    if count > 0 {
      if descriptors[0].revents != 0 { queueSignals() }
      for (index, entry) in watched.enumerated() where descriptors[index + 2].revents != 0 {
        guard watches.contains(where: { $0.watch == entry.watch }) else { continue }
        // A descriptor that was closed without ending its watch would wake the loop for ever.
        if descriptors[index + 2].revents & Int16(POLLNVAL) != 0 { remove(entry.watch) }
        entry.onReady()
      }
      if descriptors[1].revents != 0 { readInput() }
    }
    if let line = lines.next() { pending.append(.line(line)) }
    if let decoder, let deadline = decoder.deadline, deadline <= .now {
      pending += decoder.flush().map { .input($0) }
    }
  }

  private var inputDescriptor: Int32 {
    switch input {
    case .terminal(let device): device.input
    case .lines(let descriptor): lines.isEmpty ? descriptor : -1
    case .none: -1
    }
  }

  /// Milliseconds for `poll`, rounded up so that no timer is asked for too early, again and again.
  private func timeout(_ untilTimer: Duration?) -> Int32 {
    if !lines.isEmpty { return 0 }
    var wait = untilTimer
    if let deadline = decoder?.deadline {
      let remaining = ContinuousClock.Instant.now.duration(to: deadline)
      wait = wait.map { min($0, remaining) } ?? remaining
    }
    guard let wait else { return -1 }
    if wait <= .zero { return 0 }
    let (seconds, attoseconds) = wait.components
    if seconds > 86_400 { return 86_400_000 }
    return Int32(seconds) * 1000 + Int32((attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000)
  }

  private func queueSignals() {
    for number in signals.take() {
      switch number {
      case SIGTERM: pending.append(.terminate)
      case SIGHUP: pending.append(.hangup)
      case SIGINT:
        SignalPipe.clearInterrupt()
        pending.append(.interrupt)
      case SIGTSTP: pending.append(.suspend)
      case SIGCONT: pending.append(.continue)
      case SIGWINCH: if case .terminal(let device) = input { pending.append(.input(.resize(device.size))) }
      default: break
      }
    }
  }

  private func readInput() {
    switch readOnce(inputDescriptor) {
    case .nothing: break
    case .bytes(let bytes):
      if let decoder { pending += decoder.decode(bytes).map { .input($0) } } else { lines.append(bytes) }
    case .closed:
      isInputOpen = false
      if let decoder {
        pending += decoder.flush().map { .input($0) }
        pending.append(.hangup)
      } else {
        if let last = lines.finish() { pending.append(.line(last)) }
        pending.append(.endOfInput)
      }
    }
  }
}

/// Cuts bytes into lines.
private struct LineSplitter {
  private var bytes: [UInt8] = []
  private var start = 0
  /// Where the next newline is; nil if there is none.
  private var newline: Int?

  /// Whether there is no complete line.
  var isEmpty: Bool { newline == nil }

  mutating func append(_ more: [UInt8]) {
    let searched = bytes.count
    bytes += more
    if newline == nil { newline = bytes[searched...].firstIndex(of: 0x0a) }
  }

  /// The next complete line, without its newline.
  mutating func next() -> [UInt8]? {
    guard let end = newline else { return nil }
    let line = Array(Self.withoutReturn(bytes[start..<end]))
    start = end + 1
    newline = bytes[start...].firstIndex(of: 0x0a)
    if newline == nil {
      bytes.removeFirst(start)
      start = 0
    }
    return line
  }

  /// What is left when nothing more comes: a last line without a newline.
  mutating func finish() -> [UInt8]? {
    defer { bytes = [] }
    return bytes.isEmpty ? nil : Array(Self.withoutReturn(bytes[...]))
  }

  /// Files from elsewhere end their lines with two characters.
  private static func withoutReturn(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    line.last == 0x0d ? line.dropLast() : line
  }
}
