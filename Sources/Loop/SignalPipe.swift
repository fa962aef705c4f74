import Glibc
import SystemCalls

/// Turns signals into bytes of a pipe, so that they can be polled together with descriptors.
///
/// Only one can exist at a time, as the process has one handler for a signal.
final class SignalPipe {
  /// The descriptor to poll.
  let descriptor: Int32
  private let writeEnd: Int32
  private var endsWriteEnd: Int32 = -1
  private var previous: [(number: Int32, action: sigaction)] = []

  init() throws(LoopError) {
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, 0) == 0 else { throw .system(call: "pipe", code: errno) }
    descriptor = ends[0]
    writeEnd = ends[1]
    if let signalNotes { system_signal_notes_begin(signalNotes, writeEnd) }
    for signal in ProcessSignal.allCases {
      // A signal that the parent process ignores (nohup) stays ignored.
      if system_signal_is_ignored(signal.number) == 1 { continue }
      var action = sigaction()
      if system_signal_install(signal.number, noteSignal, SA_RESTART, &action) == 0 {
        previous.append((signal.number, action))
      }
    }
    ignoreBrokenPipes()
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
    if let signalNotes, signalNotes.pointee.pipe == writeEnd { system_signal_notes_begin(signalNotes, -1) }
    if endsWriteEnd >= 0 {
      if signalNotes?.pointee.ends == endsWriteEnd { signalNotes?.pointee.ends = -1 }
      close(endsWriteEnd)
    }
    close(descriptor)
    close(writeEnd)
  }

  /// Restores the handlers that other code has replaced.
  func keep() {
    for (number, _) in previous where system_signal_has_handler(number, noteSignal) == 0 {
      if number == SIGTSTP, stopsAtOnce { continue }
      var taken = sigaction()
      _ = system_signal_install(number, noteSignal, SA_RESTART, &taken)
    }
  }

  /// Returns the signals that have arrived since the last call, each once, in order. None is lost, however many there are.
  func take() -> [ProcessSignal] {
    guard let notes = signalNotes else { return [] }
    var bytes = [UInt8](repeating: 0, count: 4096)
    let count = system_read_some(descriptor, &bytes, bytes.count)
    // Signals for which the pipe had no room come last.
    let order = bytes.prefix(max(0, count)).map(Int32.init) + ProcessSignal.allCases.map(\.number)
    return order.compactMap { number in
      system_signal_take(notes, number) == 0 ? nil : ProcessSignal.allCases.first { $0.number == number }
    }
  }

  /// Returns a pipe with the signals that end a process, for another thread, which closes it when it exits.
  ///
  /// - Throws: ``LoopError`` if the process has no descriptors left.
  func ends() throws(LoopError) -> Int32 {
    var ends: [Int32] = [-1, -1]
    guard system_make_pipe(&ends, 0) == 0 else { throw .system(call: "pipe", code: errno) }
    endsWriteEnd = ends[1]
    signalNotes?.pointee.ends = ends[1]
    return ends[0]
  }

  /// Records a signal as if it had arrived.
  static func note(_ number: Int32) { noteSignal(number) }

  /// Records that a signal is being handled, and no longer pending.
  static func handled(_ signal: ProcessSignal) { if signal == .interrupt { signalNotes?.pointee.interrupted = 0 } }

  /// Whether `SIGINT` has arrived and is not handled yet.
  static var isInterrupted: Bool { signalNotes?.pointee.interrupted == 1 }

  /// Whether `SIGTERM` or `SIGHUP` has arrived.
  static var isEnded: Bool { end != nil }

  /// `SIGTERM` or `SIGHUP`, if one has arrived.
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

// Initialised before a handler is installed, and never freed.
private nonisolated(unsafe) let signalNotes: UnsafeMutablePointer<system_signal_notes>? = {
  let notes = UnsafeMutablePointer<system_signal_notes>.allocate(capacity: 1)
  notes.initialize(to: system_signal_notes())
  notes.pointee.ends = -1
  system_signal_notes_begin(notes, -1)
  return notes
}()

private let noteSignal: @convention(c) (Int32) -> Void = { number in
  if let signalNotes { system_signal_note(signalNotes, number) }
}
