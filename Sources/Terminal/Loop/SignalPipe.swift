import CTickit
import Glibc

/// From now on, a write to a pipe that nobody reads any more is an error of the write, not the end of the process.
public func surviveBrokenPipes() {
  // A handler, because an ignored signal would be ignored in the programs that scripts start, too.
  if terminal_signal_is_default(SIGPIPE) == 1 { _ = terminal_signal_install(SIGPIPE, { _ in }, SA_RESTART, nil) }
}

/// Turns signals into bytes of a pipe, so that they can be waited for together with input.
///
/// One at a time: handlers are the process's.
final class SignalPipe {
  static let signals = [SIGTERM, SIGHUP, SIGINT, SIGTSTP, SIGCONT, SIGWINCH]

  /// What to poll.
  let descriptor: Int32
  private let writeEnd: Int32
  private var endsWriteEnd: Int32 = -1
  private var previous: [(number: Int32, action: sigaction)] = []

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard terminal_make_pipe(&ends, 0) == 0 else { throw .system(call: "pipe", code: errno) }
    descriptor = ends[0]
    writeEnd = ends[1]
    let notes = signalNotes
    notes?.pointee.pipe = writeEnd
    notes?.pointee.interrupted = 0
    notes?.pointee.ended = 0
    for number in Self.signals {
      // Who starts a program with a signal ignored (nohup) means it.
      if terminal_signal_is_ignored(number) == 1 { continue }
      var action = sigaction()
      if terminal_signal_install(number, noteSignal, SA_RESTART, &action) == 0 { previous.append((number, action)) }
    }
    surviveBrokenPipes()
  }

  deinit {
    for (number, action) in previous.reversed() {
      var action = action
      _ = terminal_signal_set(number, &action)
    }
    if signalNotes?.pointee.pipe == writeEnd { signalNotes?.pointee.pipe = -1 }
    if endsWriteEnd >= 0 {
      if signalNotes?.pointee.ends == endsWriteEnd { signalNotes?.pointee.ends = -1 }
      close(endsWriteEnd)
    }
    close(descriptor)
    close(writeEnd)
  }

  /// The signals that came since the last time, each once, in order.
  func take() -> [Int32] {
    guard case .bytes(let bytes) = readOnce(descriptor, atMost: 4096) else { return [] }
    var result: [Int32] = []
    for byte in bytes where !result.contains(Int32(byte)) { result.append(Int32(byte)) }
    return result
  }

  /// A pipe with the signals that end a process, for another thread, which closes it when it ends.
  ///
  /// - Throws: `TerminalError.system` if the process has no descriptors left.
  func ends() throws(TerminalError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard terminal_make_pipe(&ends, 0) == 0 else { throw .system(call: "pipe", code: errno) }
    endsWriteEnd = ends[1]
    signalNotes?.pointee.ends = ends[1]
    return ends[0]
  }

  /// Notes a signal as if it had come.
  static func note(_ number: Int32) { noteSignal(number) }

  /// Whether `SIGINT` came since `clearInterrupt()`. May be asked anywhere, also while the loop's handler runs.
  static var isInterrupted: Bool { signalNotes?.pointee.interrupted == 1 }

  /// Whether `SIGTERM` or `SIGHUP` came.
  static var isEnded: Bool { signalNotes?.pointee.ended == 1 }

  static func clearInterrupt() { signalNotes?.pointee.interrupted = 0 }
}

// Set up before a handler is installed, and never freed.
private nonisolated(unsafe) let signalNotes: UnsafeMutablePointer<terminal_signal_notes>? = {
  let notes = UnsafeMutablePointer<terminal_signal_notes>.allocate(capacity: 1)
  notes.initialize(to: terminal_signal_notes(pipe: -1, ends: -1, interrupted: 0, ended: 0))
  return notes
}()

private let noteSignal: @convention(c) (Int32) -> Void = { number in
  if let signalNotes { terminal_signal_note(signalNotes, number) }
}
