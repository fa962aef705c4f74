import Loop
import StateRestoration

/// The services that an application shares with all its objects: the event log, timers, problem reports and the event
/// loop.
///
/// The context is inherited through the tree: a view asks its superview, a controller its container, a window its
/// application. An object outside a tree receives the context from its creator. Each application in a process has its
/// own context.
@MainActor
public final class ApplicationContext {
  /// The events so far.
  public let log: EventLog
  /// The app's event loop: a view of the process's loop, with the app's own timers.
  public let loop: any EventLoop
  /// The app's timers.
  public var timers: TimerQueue { loop.timers }
  /// The application; nil before its creation.
  public internal(set) weak var application: Application?
  /// Called with each problem to report.
  public var onProblem: ((Problem) -> Void)?
  /// The problems that were reported.
  public let reported: ReportedProblems
  /// The number of failures of the app.
  public private(set) var errorCount = 0
  /// Whether the app has requested to exit with a code other than 0.
  private(set) var exitsWithFailure = false
  /// Handles an error by which the app requests to exit. Returns false for any other error.
  public var takeExitRequest: (any Error) -> Bool = { _ in false }
  /// Returns whether an error is a failure of the app; false for errors that end the app on request.
  public var isFailure: (any Error) -> Bool = { _ in true }

  /// Creates a context for one application.
  ///
  /// - Parameters:
  ///   - loop: the loop that runs the app. By default there is none, and the caller moves the timers.
  ///   - reported: the memory of reports; by default a new one.
  public init(
    log: EventLog = EventLog(), loop: any EventLoop = MainLoop(.virtual), reported: ReportedProblems? = nil
  ) {
    self.log = log
    self.loop = loop.withOwnTimers()
    self.reported = reported ?? ReportedProblems()
  }

  // MARK: Problems

  /// Reports a problem in preservation or restoration to the user.
  ///
  /// - Parameter place: the place in the app to fix, as `file:line`; nil if it is unknown.
  public func report(_ problem: RestorationProblem, at place: String? = nil) {
    if case .callbackFailed(_, let error, _) = problem, isExitRequest(error) { return }
    report(Problem(problem, at: place))
  }

  /// Reports an error in a callback to the user.
  ///
  /// - Parameters:
  ///   - source: the name of the callback in the message.
  ///   - callback: the name of the receiver's method or handler; nil for other functions.
  ///   - receiver: the application, controller or view with the callback; for any other object, only the message is reported.
  ///   - once: whether the same error from the same callback is reported only once. Use it for callbacks that run
  ///     repeatedly without user input.
  public func report(
    _ error: any Error, from source: String, in callback: String? = nil, of receiver: AnyObject? = nil,
    once: Bool = false
  ) {
    if isExitRequest(error) { return }
    let event = callback.flatMap { name in self.receiver(receiver).map { LifeCycleEvent($0, name) } }
    report(Problem(error: error, summary: source, callback: event), once: once)
  }

  private func receiver(_ object: AnyObject?) -> LifeCycleEvent.Receiver? {
    guard let application, let responder = object as? Responder else { return nil }
    if responder === application { return .application }
    let former = (responder as? ViewController).flatMap { $0.restorationIdentifierPath ?? $0.appearedPath }
    return .node(former ?? Automation(application).path(to: responder))
  }

  /// Reports a problem to the user, unless it was reported before and is reported only once.
  public func report(_ problem: Problem, once: Bool = false) {
    if problem.error.map(isFailure) == true { errorCount += 1 }
    if let problem = reported.admit(problem, once: once, at: timers.now) { onProblem?(problem) }
  }

  /// Whether an error is the app's request to exit, which is then handled and no problem.
  private func isExitRequest(_ error: any Error) -> Bool {
    guard takeExitRequest(error) else { return false }
    if isFailure(error) { exitsWithFailure = true }
    return true
  }
}
