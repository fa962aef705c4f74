import Glibc
import Synchronization
import SystemCalls

/// Listens on its own thread for requests to end the process while the main thread is busy.
///
/// The loop receives the same signals and keys when it runs again, and ends the process in order. After the request, output to
/// a standard stream without a reader is discarded, so that no `write` blocks the end. If the main thread does not
/// return, the owner ends the process without it. `Ending.h` has the times.
final class EndListener: Sendable {
  /// The observed keys.
  let input: (any UrgentInput)?
  private let ends: Int32
  private let endsByInterrupt: Bool
  private let onInterrupt: @Sendable (_ isByKey: Bool) -> Void
  private let onEnd: @Sendable () -> Void
  private let onDelay: @Sendable () -> Void
  private let onStuck: @Sendable () -> Void
  private let isUrgent = Mutex(false)
  private let mainThread = pthread_self()

  /// Starts to listen, until the pipe is closed.
  ///
  /// - Parameters:
  ///   - ends: a pipe with the signals that end a process, as bytes.
  ///   - input: the keys to observe; nil for none.
  ///   - onInterrupt: called when a key, or a `SIGINT` that does not end the process, interrupts the running script.
  ///   - onDelay: called repeatedly while the process has not ended half a second after the request.
  ///   - onStuck: called once if the main thread has not returned in its time.
  init(
    signals ends: Int32, input: (any UrgentInput)?, endsByInterrupt: Bool,
    onInterrupt: @escaping @Sendable (_ isByKey: Bool) -> Void, onDelay: @escaping @Sendable () -> Void,
    onStuck: @escaping @Sendable () -> Void, onEnd: @escaping @Sendable () -> Void
  ) {
    self.ends = ends
    self.input = input
    self.endsByInterrupt = endsByInterrupt
    self.onInterrupt = onInterrupt
    self.onDelay = onDelay
    self.onStuck = onStuck
    self.onEnd = onEnd
    start()
  }

  private func start() {
    var thread = pthread_t()
    let listener = Unmanaged.passRetained(self)
    let code = pthread_create(
      &thread, nil,
      { listener in
        listener.map { Unmanaged<EndListener>.fromOpaque($0).takeRetainedValue().listen() }
        return nil
      }, listener.toOpaque())
    if code == 0 { pthread_detach(thread) } else { listener.release() }
  }

  /// Whether the request is old enough that earlier events are no longer handled.
  var isEndUrgent: Bool { isUrgent.withLock { $0 } }

  private func listen() {
    while true {
      var descriptors = [
        pollfd(fd: ends, events: Int16(POLLIN), revents: 0),
        pollfd(fd: input?.descriptor ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 2, -1) > 0 else { continue }
      if descriptors[0].revents != 0 {
        var numbers = [UInt8](repeating: 0, count: 64)
        let count = system_read_some(ends, &numbers, numbers.count)
        guard count > 0 else {
          if count == 0 { continue }
          close(ends)
          return
        }
        if endsByInterrupt || numbers.prefix(count).contains(where: { Int32($0) != SIGINT }) { return end() }
        onInterrupt(false)
      } else if descriptors[1].revents & Int16(POLLIN) == 0 {
        // The terminal is gone.
        SignalPipe.note(SIGTERM)
        return end()
      } else if poll(&descriptors, 1, Int32(END_LOOK)) == 0 {
        // The loop has not read a key that has been there for a while.
        switch input?.urgentRequest() {
        case .end?:
          SignalPipe.note(SIGTERM)
          return end()
        case .interrupt?: onInterrupt(true)
        case nil: break
        }
      }
    }
  }

  /// Supervises the end of the process until the loop returns the signals.
  private func end() {
    onEnd()
    var silent: [Int32: Int] = [:]
    let (begun, workBefore) = (Self.milliseconds(of: CLOCK_MONOTONIC), mainThreadWork)
    var isReported = false
    while true {
      var signals = pollfd(fd: ends, events: 0, revents: 0)
      if poll(&signals, 1, Int32(END_LOOK)) > 0, signals.revents & Int16(POLLHUP) != 0 {
        close(ends)
        return
      }
      let passed = Self.milliseconds(of: CLOCK_MONOTONIC) - begun
      if passed > END_INPUT {
        isUrgent.withLock { $0 = true }
        onDelay()
      }
      let isComputing = mainThreadWork - workBefore > END_WORK
      if !isReported, passed > (isComputing ? END_STUCK : END_WAIT) {
        isReported = true
        onStuck()
      }
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        silent[descriptor] = poll(&stream, 1, 0) == 0 ? silent[descriptor, default: 0] + 1 : 0
        if silent[descriptor, default: 0] > 1 { discardOutput(to: descriptor) }
      }
    }
  }

  /// The processor time of the main thread, in milliseconds.
  private var mainThreadWork: Int {
    var clock = clockid_t()
    return pthread_getcpuclockid(mainThread, &clock) == 0 ? Self.milliseconds(of: clock) : 0
  }

  private static func milliseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// Redirects a stream. A blocked write restarts after a signal that has a handler, and uses the new descriptor.
  private func discardOutput(to descriptor: Int32) {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, descriptor)
    close(nowhere)
    // An ignored signal, as inherited from a parent process, would not interrupt the write.
    if system_signal_is_ignored(SIGPIPE) == 1 { _ = system_signal_install(SIGPIPE, { _ in }, SA_RESTART, nil) }
    pthread_kill(mainThread, SIGPIPE)
  }
}
