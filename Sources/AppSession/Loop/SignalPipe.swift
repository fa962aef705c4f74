import Glibc
import Interface
import Processes
import SystemCalls

/// Turns signals into bytes of a pipe, so that they can be waited for together with input.
///
/// One at a time: handlers are the process's.
final class SignalPipe {
  /// What to poll.
  let descriptor: Int32
  private let writeEnd: Int32
  private var endsWriteEnd: Int32 = -1
  private var previous: [(number: Int32, action: sigaction)] = []

  init() throws(LoopError) {
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, 0) == 0 else { throw .system(call: "pipe", code: errno) }
    descriptor = ends[0]
    writeEnd = ends[1]
    let notes = signalNotes
    notes?.pointee.pipe = writeEnd
    notes?.pointee.interrupted = 0
    notes?.pointee.ended = 0
    for signal in ProcessSignal.allCases {
      // Who starts a program with a signal ignored (nohup) means it.
      if system_signal_is_ignored(signal.number) == 1 { continue }
      var action = sigaction()
      if system_signal_install(signal.number, noteSignal, SA_RESTART, &action) == 0 {
        previous.append((signal.number, action))
      }
    }
    surviveBrokenPipes()
  }

  /// See ``MainLoop/stopsAtOnce``.
  var stopsAtOnce = false {
    didSet {
      guard stopsAtOnce != oldValue, previous.contains(where: { $0.number == SIGTSTP }) else { return }
      var taken = sigaction()
      _ = system_signal_install(SIGTSTP, stopsAtOnce ? nil : noteSignal, SA_RESTART, &taken)
    }
  }

  deinit {
    for (number, action) in previous.reversed() {
      var action = action
      _ = system_signal_set(number, &action)
    }
    if signalNotes?.pointee.pipe == writeEnd {
      signalNotes?.pointee.pipe = -1
      signalNotes?.pointee.interrupted = 0
      signalNotes?.pointee.ended = 0
    }
    if endsWriteEnd >= 0 {
      if signalNotes?.pointee.ends == endsWriteEnd { signalNotes?.pointee.ends = -1 }
      close(endsWriteEnd)
    }
    close(descriptor)
    close(writeEnd)
  }

  /// Takes those signals back whose action somebody has changed since.
  func keep() {
    for (number, _) in previous where system_signal_has_handler(number, noteSignal) == 0 {
      if number == SIGTSTP, stopsAtOnce { continue }
      var taken = sigaction()
      _ = system_signal_install(number, noteSignal, SA_RESTART, &taken)
    }
  }

  /// The signals that came since the last time, each once, in order.
  func take() -> [ProcessSignal] {
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = system_read_some(descriptor, &bytes, bytes.count)
    var result: [ProcessSignal] = []
    for byte in bytes.prefix(max(0, count)) {
      guard let signal = ProcessSignal.allCases.first(where: { $0.number == Int32(byte) }), !result.contains(signal)
      else { continue }
      result.append(signal)
    }
    return result
  }

  /// A pipe with the signals that end a process, for another thread, which closes it when it ends.
  ///
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  func ends() throws(LoopError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, 0) == 0 else { throw .system(call: "pipe", code: errno) }
    endsWriteEnd = ends[1]
    signalNotes?.pointee.ends = ends[1]
    return ends[0]
  }

  /// Notes a signal as if it had come.
  static func note(_ number: Int32) { noteSignal(number) }

  /// Somebody does what a signal says: it is no longer pending.
  static func handled(_ signal: ProcessSignal) { if signal == .interrupt { signalNotes?.pointee.interrupted = 0 } }

  /// Whether `SIGINT` came and nobody has handled it yet. May be asked anywhere, also while the loop's handler runs.
  static var isInterrupted: Bool { signalNotes?.pointee.interrupted == 1 }

  /// Whether `SIGTERM` or `SIGHUP` came.
  static var isEnded: Bool { end != nil }

  /// The signal of those two that came.
  static var end: Int32? { signalNotes.flatMap { $0.pointee.ended == 0 ? nil : $0.pointee.ended } }
}

extension ProcessSignal {
  /// The system's number of the signal.
  var number: Int32 {
    switch self {
    case .terminate: SIGTERM
    case .hangup: SIGHUP
    case .interrupt: SIGINT
    case .suspend: SIGTSTP
    case .resume: SIGCONT
    case .windowSize: SIGWINCH
    }
  }
}

// Set up before a handler is installed, and never freed.
private nonisolated(unsafe) let signalNotes: UnsafeMutablePointer<system_signal_notes>? = {
  let notes = UnsafeMutablePointer<system_signal_notes>.allocate(capacity: 1)
  notes.initialize(to: system_signal_notes(pipe: -1, ends: -1, interrupted: 0, ended: 0))
  return notes
}()

private let noteSignal: @convention(c) (Int32) -> Void = { number in
  if let signalNotes { system_signal_note(signalNotes, number) }
}
