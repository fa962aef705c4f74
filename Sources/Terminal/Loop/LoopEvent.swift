import Interface

/// Something the event loop tells its host.
public enum LoopEvent: Hashable, Sendable {
  /// A key, a paste, the mouse, or another size of the terminal.
  case input(InputEvent)
  /// A line from a pipe or file, without its newline.
  case line([UInt8])
  /// The pipe or file that lines are read from has ended. Timers go on until the host stops the loop.
  case endOfInput
  /// The deadline that the host gave has come.
  case timersDue
  /// The process was asked to end (`SIGTERM`).
  case terminate
  /// `SIGINT`: control-C while keys are not read one by one.
  case interrupt
  /// The terminal is gone (`SIGHUP`, or nothing more to read from it).
  case hangup
  /// The process was asked to stop (`SIGTSTP`): see `TerminalScreen.suspend()`.
  case suspend
  /// The process goes on after it was stopped (`SIGCONT`): see `TerminalScreen.reclaim()`.
  case `continue`
  /// All that had come was handled; now is the time to draw and to save, before the loop waits again.
  case turnEnded
}

/// What the event loop does next.
public enum LoopAction: Hashable, Sendable {
  /// Goes on.
  case proceed
  /// Ends.
  case stop
}
