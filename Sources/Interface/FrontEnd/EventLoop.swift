/// What an app and its surroundings can wait for: the time, descriptors and signals.
///
/// A process has one loop, AppSession's `MainLoop`; an ``ApplicationContext`` knows it, so that whoever stands in the app can
/// ask for it. Everything that it calls is called on the main actor, one after the other.
@MainActor
public protocol EventLoop: AnyObject {
  /// Timers of whoever uses the loop. Those of an application end with it, and are its own.
  var timers: TimerQueue { get }

  /// Lets a queue's clock go with the loop's, for as long as somebody else holds the queue.
  func drive(_ timers: TimerQueue)

  /// Calls a closure whenever a descriptor is ready, or its other side is gone; the closure has to read, or write.
  ///
  /// - Parameter descriptor: asked before each wait; nil: not now.
  func watch(
    _ readiness: Readiness, of descriptor: @escaping () -> Int32?, onReady: @escaping () -> Void
  ) -> EventSource

  /// Calls a closure when the process gets a signal.
  func watch(_ signal: ProcessSignal, onSignal: @escaping () -> Void) -> EventSource

  /// Whether a person's input waits, or has just come and is handled next: what has much to do goes on after it.
  var hasInput: Bool { get }

  /// How long what an app does by itself may go on before its screen is drawn and input is looked at.
  var longestTurn: Duration { get }

  /// Takes the signals back that a library may have taken for itself.
  func keepSignals()

  /// Lets something happen after all that was posted before, each with the clock at its own time.
  func post(_ event: @escaping () -> Void)

  /// Waits until something is so, or there is nothing to wait for. Timers, descriptors and signals go on; what is posted
  /// waits. For what one event cannot be answered without.
  func wait(until isMet: () -> Bool)
}

/// What is waited for at a descriptor.
public enum Readiness: Sendable {
  case readable, writable
  /// What a person types can be read: it is looked at before everything else.
  case input
}

/// A signal that an app hears of.
public enum ProcessSignal: Hashable, Sendable, CaseIterable {
  /// `SIGTERM`: the process is to end.
  case terminate
  /// `SIGHUP`: the terminal is gone.
  case hangup
  /// `SIGINT`: control-C where keys are not read one by one.
  case interrupt
  /// `SIGTSTP`: the process is to stop.
  case suspend
  /// `SIGCONT`: the process goes on after it was stopped.
  case resume
  /// `SIGWINCH`: the terminal has another size.
  case windowSize
}

/// Something that a loop waits for, until it is cancelled.
@MainActor
public final class EventSource {
  private var onCancel: (() -> Void)?

  /// A source that this closure takes out of its loop.
  public init(onCancel: @escaping () -> Void) {
    self.onCancel = onCancel
  }

  /// It is no longer waited for. Does nothing the second time.
  public func cancel() {
    onCancel?()
    onCancel = nil
  }
}
