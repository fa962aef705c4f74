import Glibc
import SystemCalls

/// Gives the terminal back at any end of the process: a return, a thrown error, `exit`, a signal, a trap of Swift, a
/// stack overflow. (`SIGKILL` is the business of `TerminalWatcher`.)
///
/// While it is armed, the signals that end a process are handled by `terminal_rescue_fatal` (in `terminal.c`, where
/// nothing of Swift's runtime runs), which restores the terminal and then lets the signal do what it did before.
public enum TerminalRescue {
  /// Signals that a fault of the program raises, and signals that end it unless the event loop takes them.
  private static let faults = [SIGILL, SIGTRAP, SIGABRT, SIGBUS, SIGFPE, SIGSEGV, SIGSYS]
  private static let requests = [SIGTERM, SIGHUP, SIGINT, SIGQUIT]

  /// From now on, a fault signal that is sent from outside ends the process, as it would without Swift's backtracer.
  ///
  /// To be called once, when the program begins.
  public static func dieOfSentFaults() {
    guard let state else { return }
    for number in faults { _ = terminal_rescue_watch_fault(state, number, handleFault) }
    // The backtracer takes this one, too, which is no fault but a wish.
    var action = sigaction()
    if system_signal_is_ignored(SIGQUIT) != 1 { _ = system_signal_set(SIGQUIT, &action) }
  }

  /// Gives the terminal back, if it is taken, from any thread: for a process that is to end without its main thread.
  public static func giveBack() { if let state { terminal_rescue_restore(state) } }

  /// Whether the terminal is taken, and would be given back.
  static var isArmed: Bool { state?.pointee.armed == 1 }

  /// From now on, the terminal is given back by writing these bytes and setting its line as it was.
  ///
  /// - Parameters:
  ///   - terminal: what the bytes are written to.
  ///   - line: a descriptor of the terminal that keys come from.
  ///   - keepsTypeAhead: whether what was typed and not read yet is left for the next reader.
  static func arm(
    terminal: Int32, line: Int32, saved: termios, restoring sequences: [UInt8], keepsTypeAhead: Bool = false
  ) {
    guard let state, !isArmed else { return }
    state.pointee.terminal = terminal
    state.pointee.line = line
    state.pointee.saved = saved
    let count = min(sequences.count, Int(TERMINAL_SEQUENCES_CAPACITY))
    withUnsafeMutableBytes(of: &state.pointee.sequences) { $0.copyBytes(from: sequences.prefix(count)) }
    state.pointee.sequences_length = count
    state.pointee.keeps_type_ahead = keepsTypeAhead ? 1 : 0
    _ = registersExit
    terminal_rescue_prepare_stack()
    state.pointee.armed = 1
    for number in faults { install(number, in: state) }
    for number in requests where system_signal_is_default(number) == 1 { install(number, in: state) }
  }

  /// A process that restores the terminal after this one, and ends as soon as the terminal is restored; 0 for none.
  static var watcher: pid_t {
    get { state?.pointee.watcher ?? 0 }
    set { state?.pointee.watcher = newValue }
  }

  /// Gives the terminal back now. Does nothing if it is not taken.
  static func restore() {
    guard let state else { return }
    terminal_rescue_restore(state)
    for number in faults + requests where system_signal_has_handler(number, handleFatal) == 1 {
      withUnsafePointer(to: previous(number, in: state)) { _ = system_signal_set(number, $0) }
    }
  }

  /// Keeps what standard output and error say from the terminal until it is given back.
  ///
  /// - Parameters:
  ///   - descriptors: 1, 2 or both.
  ///   - pipe: the ends of a pipe that does not block.
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

  /// Keeps bytes that were taken out of the pipe, to write them when the terminal is given back.
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
    // Kept before the handler can run.
    terminal_rescue_keep_action(state, number, &action)
    _ = system_signal_install(number, handleFatal, SA_ONSTACK, nil)
  }

  private static func previous(_ number: Int32, in state: UnsafeMutablePointer<terminal_rescue>) -> sigaction {
    terminal_rescue_kept_action(state, number)
  }
}

// Globals are made at their first use, which must not be in a signal handler: `arm` uses all of them first.
private nonisolated(unsafe) let state: UnsafeMutablePointer<terminal_rescue>? = terminal_rescue_new()

private let handleFatal: @convention(c) (Int32) -> Void = { number in
  if let state { terminal_rescue_fatal(state, number) }
}

private let handleFault: @convention(c) (Int32, UnsafeMutablePointer<siginfo_t>?, UnsafeMutableRawPointer?) -> Void = {
  number, info, context in
  if let state { terminal_rescue_fault(state, number, info, context) }
}

/// `exit` may be called by anything, also by a library.
private let registersExit: Bool = {
  atexit { if let state { terminal_rescue_restore(state) } }
  return true
}()
