import Foundation
import Glibc
import Interface
import Synchronization
import SystemCalls

/// Hears on a thread of its own that the process is to end, while the main thread is busy and does not come to its loop.
///
/// The loop gets the same signals and keys when it is waited for again, so that the process ends in order then. Once it is
/// to end, what is written to a standard stream that nobody reads is thrown away: no `write` holds the process up. And where
/// the main thread computes on and on, the owner is called, who ends the process without it. `Ending.h` has the times.
final class EndListener: Sendable {
  /// The keys that are looked at.
  let input: (any UrgentInput)?
  private let ends: Int32
  private let endsByInterrupt: Bool
  private let onInterrupt: @Sendable (_ isByKey: Bool) -> Void
  private let onEnd: @Sendable () -> Void
  private let onDelay: @Sendable () -> Void
  private let onStuck: @Sendable () -> Void
  private let isUrgent = Mutex(false)
  private let mainThread = pthread_self()

  /// Starts to listen, for the rest of the process or until the pipe is closed.
  ///
  /// - Parameters:
  ///   - ends: where signals that end a process are noted, as bytes.
  ///   - input: what keys are looked at; nil for none.
  ///   - onInterrupt: called when the user presses the key that interrupts what runs, or it came as `SIGINT` and ends nothing.
  ///   - onDelay: called again and again while the process is still there half a second after it was asked to end.
  ///   - onStuck: called once, if the process is still there when the main thread has had its time.
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
    Thread.detachNewThread { self.listen() }
  }

  /// Whether the process was to end some time ago, so that nothing that came before is waited for any more.
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
        // A key is there, for which the loop has not come meanwhile.
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

  /// Sees to it that the process ends, until the loop gives the signals back.
  private func end() {
    onEnd()
    var silent: [Int32: Int] = [:]
    let (begun, workBefore) = (Self.milliseconds(of: CLOCK_MONOTONIC), mainThreadWork)
    var isTold = false
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
      if !isTold, passed > (isComputing ? END_STUCK : END_WAIT) {
        isTold = true
        onStuck()
      }
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        silent[descriptor] = poll(&stream, 1, 0) == 0 ? silent[descriptor, default: 0] + 1 : 0
        if silent[descriptor, default: 0] > 1 { throwAway(descriptor) }
      }
    }
  }

  /// How long the main thread has computed, in milliseconds.
  private var mainThreadWork: Int {
    var clock = clockid_t()
    return pthread_getcpuclockid(mainThread, &clock) == 0 ? Self.milliseconds(of: clock) : 0
  }

  private static func milliseconds(of clock: clockid_t) -> Int {
    var time = timespec()
    clock_gettime(clock, &time)
    return time.tv_sec * 1000 + time.tv_nsec / 1_000_000
  }

  /// A write that waits is begun again after a signal that has a handler, and finds the other descriptor.
  private func throwAway(_ descriptor: Int32) {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, descriptor)
    close(nowhere)
    // A parent process that ignores this signal has passed that on: it would not interrupt the write.
    if system_signal_is_ignored(SIGPIPE) == 1 { _ = system_signal_install(SIGPIPE, { _ in }, SA_RESTART, nil) }
    pthread_kill(mainThread, SIGPIPE)
  }
}
