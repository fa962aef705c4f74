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
  /// What the app waits with: a view of the process's loop, with the app's own timers.
  public let loop: any EventLoop
  /// The app's timers.
  public var timers: TimerQueue { loop.timers }
  /// The application; nil before its creation.
  public internal(set) weak var application: Application?
  /// Called with a problem that the user must know about. A repeated problem is reported once.
  public var onProblem: ((Problem) -> Void)?
  private var reported: Set<String> = []
  /// The number of reported errors of the app.
  private(set) var errorCount = 0
  /// Handles an error by which the app requests its end, which is no problem. Returns whether the error is one.
  public var takeExitRequest: (any Error) -> Bool = { _ in false }
  /// Returns whether an error is a failure of the app; false for errors that end the app on request.
  public var isFailure: (any Error) -> Bool = { _ in true }

  /// Creates a context for one application.
  ///
  /// - Parameter loop: the loop that runs the app. By default there is none, and the caller moves the timers.
  public init(log: EventLog = EventLog(), loop: any EventLoop = MainLoop(.virtual)) {
    self.log = log
    self.loop = loop.withOwnTimers()
  }

  /// The current theme.
  public var theme: Theme { application?.theme ?? .terminal }

  // MARK: Problems

  /// Reports a problem in preservation or restoration to the user, once.
  public func report(_ problem: RestorationProblem) { report(Problem(problem)) }

  /// Reports an error in a callback to the user.
  ///
  /// - Parameter isToldOnce: whether the same error from the same callback is reported only once. Use it for callbacks
  ///   that run repeatedly without user input.
  public func report(_ error: any Error, from source: String, isReportedOnce: Bool = false) {
    report(Problem(summary: source, error: error, isReportedOnce: isReportedOnce))
  }

  /// Reports a problem to the user.
  public func report(_ problem: Problem) {
    if let error = problem.error {
      if isFailure(error) { errorCount += 1 }
      if takeExitRequest(error) { return }
    }
    if problem.isReportedOnce, !reported.insert(problem.description).inserted { return }
    onProblem?(problem)
  }
}
