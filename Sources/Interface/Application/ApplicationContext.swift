import StateRestoration

/// What an application lends to all that stands in it: its event log, its timers, whom to tell about problems, and the loop
/// that it runs on.
///
/// It is handed down the tree: a view asks its superview, a controller its container, a window its application. What is in no
/// tree yet was given it by whoever made it. It distinguishes several applications in one process.
@MainActor
public final class ApplicationContext {
  /// What happened so far.
  public let log: EventLog
  /// What waits for its time.
  public let timers: TimerQueue
  /// What moves the timers, and can wait for other things; nil where nobody runs one.
  public weak var loop: (any EventLoop)?
  /// The application; nil before it is made.
  public internal(set) weak var application: Application?
  /// Called when something went wrong that the user has to know. A repeated problem is reported once.
  public var onProblem: ((Problem) -> Void)?
  private var reported: Set<String> = []
  /// How many errors of the app were reported.
  private(set) var errorCount = 0
  /// Whether an error is a failure of the app; false for one by which it asks to be ended, or is ended.
  public var isFailure: (any Error) -> Bool = { _ in true }

  /// A context for one application.
  public init(log: EventLog = EventLog(), timers: TimerQueue = TimerQueue(), loop: (any EventLoop)? = nil) {
    self.log = log
    self.timers = timers
    self.loop = loop
  }

  /// How everything looks.
  public var theme: Theme { application?.theme ?? .terminal }

  // MARK: Problems

  /// Tells the user, once, about something that went wrong in preservation or restoration.
  public func report(_ problem: RestorationProblem) { report(Problem(problem)) }

  /// Tells the user about an error in a callback of the app.
  ///
  /// - Parameter isToldOnce: whether the same error from the same callback is reported once: one that comes by itself, again and
  ///   again, would leave the user nothing to do but dismiss it.
  public func report(_ error: any Error, from source: String, isToldOnce: Bool = false) {
    report(Problem(summary: source, error: error, isToldOnce: isToldOnce))
  }

  /// Tells the user about a problem.
  public func report(_ problem: Problem) {
    if let error = problem.error, isFailure(error) { errorCount += 1 }
    if problem.isToldOnce, !reported.insert(problem.description).inserted { return }
    onProblem?(problem)
  }
}
