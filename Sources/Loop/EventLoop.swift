/// Waits for timers, descriptors and signals, and calls their handlers.
///
/// A process has one loop, a ``MainLoop``. An app has a view of it with its own timers (``withOwnTimers()``). All handlers are
/// called on the main actor, one after the other.
@MainActor
public protocol EventLoop: AnyObject {
  /// Timers that run on the loop's clock.
  var timers: TimerQueue { get }

  /// Returns a view of this loop with its own timers, which end with the view.
  func withOwnTimers() -> any EventLoop

  /// Calls a closure whenever a descriptor is ready, or its other end is closed. The closure must read, write, pause the watch,
  /// or cancel it. A descriptor that is closed while watched is reported once, and its watch ends.
  func watch(
    _ descriptor: Int32, for readiness: Readiness, onReady: @escaping () -> Void
  ) -> DescriptorWatch

  /// Calls a closure when the process receives a signal.
  func watch(_ signal: ProcessSignal, onSignal: @escaping () -> Void) -> EventSource

  /// Calls a closure before each wait, in the order of registration. Events that it posts, timers that it starts, and watches
  /// that it pauses or resumes count for that wait.
  func beforeWait(_ action: @escaping () -> Void) -> EventSource

  /// Whether user input waits, or was read and is handled next. Handlers with much to do continue after it.
  var hasInput: Bool { get }

  /// The longest time for handlers before the screen is drawn and input is read.
  var longestTurn: Duration { get }

  /// Whether the clock moves only on request, as in tests.
  var hasVirtualTime: Bool { get }

  /// Restores the signal handlers that a library may have replaced.
  func keepSignals()

  /// Calls a closure after all events that were posted before, with the clock at its time.
  func post(_ event: @escaping () -> Void)

  /// Waits until a condition is met, or no timer is left. Timers, descriptors and signals are handled meanwhile; posted events
  /// wait. Can be called within a handler.
  func wait(until isMet: () -> Bool)
}

/// The condition for which a descriptor is watched.
public enum Readiness: Sendable {
  case readable, writable
  /// User input can be read. It is handled before all else.
  case input
}

/// A signal that a loop reports.
public enum ProcessSignal: Hashable, Sendable, CaseIterable {
  /// `SIGTERM`: the process is asked to end.
  case terminate
  /// `SIGHUP`: the terminal is gone.
  case hangup
  /// `SIGINT`: control-C, unless keys are read one by one.
  case interrupt
  /// `SIGTSTP`: the process is asked to stop.
  case suspend
  /// `SIGCONT`: the process continues after a stop.
  case resume
  /// `SIGWINCH`: the size of the terminal has changed.
  case windowSize
}

/// A registration with a loop, until it is cancelled.
@MainActor
public class EventSource {
  private(set) var action: () -> Void
  private weak var loop: MainLoop?
  /// Whether the source is not cancelled.
  public private(set) var isActive = true

  init(in loop: MainLoop, _ action: @escaping () -> Void) {
    self.loop = loop
    self.action = action
  }

  /// Ends the registration. The closure is released and not called again.
  public func cancel() {
    guard isActive else { return }
    isActive = false
    action = {}
    loop?.remove(self)
  }
}

/// A descriptor that a loop watches.
public final class DescriptorWatch: EventSource {
  /// The descriptor. Its owner cancels the watch before closing it.
  public let descriptor: Int32
  let readiness: Readiness
  /// Whether the descriptor is not polled.
  public private(set) var isPaused = false

  init(
    _ descriptor: Int32, for readiness: Readiness, in loop: MainLoop, _ action: @escaping () -> Void
  ) {
    self.descriptor = descriptor
    self.readiness = readiness
    super.init(in: loop, action)
  }

  /// Stops polling the descriptor until ``resume()``. The closure is not called, even if the descriptor is ready already.
  public func pause() { isPaused = true }

  /// Polls the descriptor again, from the next wait on.
  public func resume() { isPaused = false }

  var isWaiting: Bool { isActive && !isPaused }
}
