import Glibc
import SystemCalls

/// Restores the terminal at any end of the process: a return, a thrown error, `exit`, a signal, a Swift trap or a stack
/// overflow. ``TerminalWatcher`` covers `SIGKILL`.
///
/// While it is armed, signals that terminate the process are handled by `terminal_rescue_fatal` (in `terminal.c`, which
/// does not use Swift's runtime). It restores the terminal and then lets the signal have its previous effect.
public enum TerminalRescue {
  /// Signals raised by faults of the program, and signals that request termination unless the event loop handles them.
  private static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
  private static let requests = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  /// Makes fault signals sent by other processes terminate this one, as they would without Swift's backtracer.
  ///
  /// Call it once, at the start of the program.
  public static func terminateOnSentFaults() {
    guard let state else { return }
    for number in faults { _ = terminal_rescue_watch_fault(state, number, handleFault) }
    // The backtracer also handles SIGQUIT, which is not a fault.
    var action = sigaction()
    if system_signal_is_ignored(SIGQUIT) != 1 { _ = system_signal_set(SIGQUIT, &action) }
  }

  /// Restores the terminal if it is in use, from any thread, for a process that exits without its main thread.
  public static func restoreIfArmed() { if let state { terminal_rescue_restore(state) } }

  /// Whether the terminal is in use and will be restored.
  static var isArmed: Bool { state?.pointee.armed == 1 }

  /// Arms the rescue: the terminal will be restored by writing these bytes and resetting its line settings.
  ///
  /// - Parameters:
  ///   - terminal: the descriptor to write the bytes to.
  ///   - line: the terminal's input descriptor.
  ///   - keepsTypeAhead: whether input that has not been read yet is kept for the next reader.
  static func arm(
    terminal: Int32, line: Int32, saved: termios, restoring sequences: [UInt8], keepsTypeAhead: Bool = false
  ) {
    guard let state, !isArmed else { return }
    state.pointee.terminal = terminal
    state.pointee.line = line
    state.pointee.saved = saved
    setSequences(sequences)
    state.pointee.awaits_answer = 0
    state.pointee.keeps_type_ahead = keepsTypeAhead ? 1 : 0
    _ = registersExit
    terminal_rescue_prepare_stack()
    state.pointee.armed = 1
    for number in faults { install(number, in: state) }
    for number in requests where system_signal_is_default(number) == 1 { install(number, in: state) }
  }

  /// Replaces the bytes that restore the terminal.
  static func setSequences(_ sequences: [UInt8]) {
    if let state { terminal_rescue_set_sequences(state, sequences, sequences.count) }
  }

  /// Whether the terminal still owes the last answer to queries, which is awaited for a limited time and discarded when
  /// the terminal is restored.
  static var awaitsAnswer: Bool {
    get { state?.pointee.awaits_answer == 1 }
    set { state?.pointee.awaits_answer = newValue ? 1 : 0 }
  }

  /// The process that restores the terminal after this one has been killed; it is killed once the terminal is restored.
  /// 0 for none.
  static var watcher: pid_t {
    get { state?.pointee.watcher ?? 0 }
    set { state?.pointee.watcher = newValue }
  }

  /// Restores the terminal now. Has no effect if it is not in use.
  static func restore() {
    guard let state else { return }
    terminal_rescue_restore(state)
    for number in faults + requests where system_signal_has_handler(number, handleFatal) == 1 {
      withUnsafePointer(to: terminal_rescue_kept_action(state, number)) { _ = system_signal_set(number, $0) }
    }
  }

  /// Withholds the terminal's input from scripts and the programs that they start, until the terminal is restored: they would
  /// take keys, the one that quits included. Their standard input is empty.
  static func withholdInput() {
    guard let state, state.pointee.standard.0 < 0, state.pointee.line != STDIN_FILENO, isatty(STDIN_FILENO) == 1
    else { return }
    let empty = open("/dev/null", O_RDONLY | O_CLOEXEC)
    guard empty >= 0 else { return }
    defer { close(empty) }
    let copy = terminal_duplicate(STDIN_FILENO)
    guard copy >= 0 else { return }
    state.pointee.standard.0 = copy
    dup2(empty, STDIN_FILENO)
  }

  /// Captures standard output and error until the terminal is restored.
  ///
  /// - Parameters:
  ///   - descriptors: 1, 2 or both.
  ///   - pipe: the ends of a non-blocking pipe.
  static func capture(_ descriptors: [Int32], into pipe: (read: Int32, write: Int32)) {
    guard let state, state.pointee.captured < 0 else { return }
    for descriptor in descriptors {
      let copy = terminal_duplicate(descriptor)
      guard copy >= 0 else { continue }
      if descriptor == 1 { state.pointee.standard.1 = copy } else { state.pointee.standard.2 = copy }
      dup2(pipe.write, descriptor)
    }
    state.pointee.captured = pipe.read
  }

  /// Keeps captured bytes, to write them when the terminal is restored.
  static func remember(_ bytes: [UInt8]) {
    guard let state else { return }
    bytes.withUnsafeBytes {
      terminal_rescue_remember(state, $0.baseAddress?.assumingMemoryBound(to: CChar.self), $0.count)
    }
  }

  private static func install(_ number: Int32, in state: UnsafeMutablePointer<terminal_rescue>) {
    guard system_signal_has_handler(number, handleFatal) == 0 else { return }
    var action = sigaction()
    guard sigaction(number, nil, &action) == 0 else { return }
    // Store the action before the handler can run.
    terminal_rescue_keep_action(state, number, &action)
    _ = system_signal_install(number, handleFatal, SA_ONSTACK, nil)
  }
}

// Globals are initialized at their first use, which must not be in a signal handler, so `arm` uses all of them first.
private nonisolated(unsafe) let state: UnsafeMutablePointer<terminal_rescue>? = terminal_rescue_new()

private let handleFatal: @convention(c) (Int32) -> Void = { number in
  if let state { terminal_rescue_fatal(state, number) }
}

private let handleFault: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
  number, info, context in
  if let state { terminal_rescue_fault(state, number, info, context) }
}

/// `exit` may be called by any code, including libraries.
private let registersExit: Bool = {
  atexit { if let state { terminal_rescue_restore(state) } }
  return true
}()
