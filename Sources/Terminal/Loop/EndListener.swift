import CTickit
import Foundation
import Glibc
import Synchronization

/// Hears on a thread of its own that the process is to end, while the main thread is busy and does not come to its loop.
///
/// The loop gets the same signals and keys when it is waited for again, so that the process ends in order then. Once it is
/// to end, what is written to a standard stream that nobody reads is thrown away: no `write` holds the process up.
final class EndListener: Sendable {
  private struct Keys {
    var isLoopWaiting = false
    /// What was read from the terminal for the loop.
    var ahead: [UInt8] = []
  }

  /// How long the main thread may be busy before its keys are looked at, and how long a stream may take nothing.
  private static let patience: Int32 = 200
  /// What may be read for a loop that does not come.
  private static let aheadLimit = 1 << 16

  private let ends: Int32
  private let terminal: Int32?
  private let key: UInt8?
  private let endsByInterrupt: Bool
  private let onEnd: @Sendable () -> Void
  private let keys = Mutex(Keys())
  private let mainThread = pthread_self()

  /// Starts to listen, for the rest of the process or until the pipe is closed.
  ///
  /// - Parameters:
  ///   - ends: where signals that end a process are noted, as bytes.
  ///   - terminal: what keys are read from; nil for none.
  ///   - key: the character that ends.
  init(
    signals ends: Int32, terminal: Int32?, key: UInt8?, endsByInterrupt: Bool, onEnd: @escaping @Sendable () -> Void
  ) {
    self.ends = ends
    self.terminal = key == nil ? nil : terminal
    self.key = key
    self.endsByInterrupt = endsByInterrupt
    self.onEnd = onEnd
    Thread.detachNewThread { self.listen() }
  }

  /// The loop is going to wait: the keys are its own. Returns what was read for it meanwhile.
  func loopWillWait() -> [UInt8] {
    keys.withLock { keys in
      keys.isLoopWaiting = true
      defer { keys.ahead = [] }
      return keys.ahead
    }
  }

  /// The loop has waited, and has read what there was.
  func loopDidWait() { keys.withLock { $0.isLoopWaiting = false } }

  private func listen() {
    while true {
      var descriptors = [
        pollfd(fd: ends, events: Int16(POLLIN), revents: 0),
        pollfd(fd: terminal ?? -1, events: Int16(POLLIN), revents: 0),
      ]
      guard poll(&descriptors, 2, -1) > 0 else { continue }
      if descriptors[0].revents != 0 {
        guard case .bytes(let numbers) = readOnce(ends, atMost: 64) else {
          close(ends)
          return
        }
        if endsByInterrupt || numbers.contains(where: { Int32($0) != SIGINT }) { end() }
      } else if descriptors[1].revents & Int16(POLLIN) == 0
        || (poll(&descriptors, 1, Self.patience) == 0 && keyIsAhead())
      {
        // The terminal is gone; or a key is there, for which the loop has not come meanwhile.
        SignalPipe.note(SIGTERM)
        end()
      }
    }
  }

  /// Reads what was typed, if the loop does not. Whether the key that ends is in it.
  private func keyIsAhead() -> Bool {
    keys.withLock { keys in
      guard let terminal, let key, !keys.isLoopWaiting, TerminalRescue.isArmed, keys.ahead.count < Self.aheadLimit
      else { return false }
      var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
      guard poll(&descriptor, 1, 0) > 0, case .bytes(let bytes) = readOnce(terminal) else { return false }
      keys.ahead += bytes
      return Self.isTyped(key, in: keys.ahead)
    }
  }

  /// Whether a character is among what was typed, not pasted.
  static func isTyped(_ key: UInt8, in bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    if let end = rest.firstRange(of: Sequences.pasteEnds), !rest[..<end.lowerBound].contains(Sequences.pasteBegins) {
      // It began before.
      rest = rest[end.upperBound...]
    }
    while let start = rest.firstRange(of: Sequences.pasteBegins) {
      if rest[..<start.lowerBound].contains(key) { return true }
      guard let end = rest[start.upperBound...].firstRange(of: Sequences.pasteEnds) else { return false }
      rest = rest[end.upperBound...]
    }
    return rest.contains(key)
  }

  private func end() -> Never {
    onEnd()
    var silent: [Int32: Int] = [:]
    while true {
      usleep(UInt32(Self.patience) * 1000)
      for descriptor in [STDOUT_FILENO, STDERR_FILENO] {
        var stream = pollfd(fd: descriptor, events: Int16(POLLOUT), revents: 0)
        silent[descriptor] = poll(&stream, 1, 0) == 0 ? silent[descriptor, default: 0] + 1 : 0
        if silent[descriptor, default: 0] > 1 { throwAway(descriptor) }
      }
    }
  }

  /// A write that waits is begun again after a signal that has a handler, and finds the other descriptor.
  private func throwAway(_ descriptor: Int32) {
    let nowhere = open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nowhere >= 0 else { return }
    dup2(nowhere, descriptor)
    close(nowhere)
    pthread_kill(mainThread, SIGPIPE)
  }
}
