import StateRestoration

/// What an application lends to all that stands in it: its event log, its timers, whom to tell about problems, and the loop
/// that it runs on.
///
/// It is handed down the tree: a view asks its superview, a controller its container, a window its application. What is in no
/// tree yet was given it by whoever made it. Several applications in one process are told apart by it.
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
  /// Called when something went wrong that the person has to know. Problems that repeat are told once.
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

  /// Tells the person, once, about something that went wrong in preservation or restoration.
  public func report(_ problem: RestorationProblem) { report(Problem(problem)) }

  /// Tells the person about an error in a callback of the app.
  ///
  /// - Parameter isToldOnce: whether the same error from the same callback is told once: one that comes by itself, again and
  ///   again, would leave the person nothing else to do than to put it away.
  public func report(_ error: any Error, from source: String, isToldOnce: Bool = false) {
    report(Problem(summary: source, error: error, isToldOnce: isToldOnce))
  }

  /// Tells the person about a problem.
  public func report(_ problem: Problem) {
    if let error = problem.error, isFailure(error) { errorCount += 1 }
    if problem.isToldOnce, !reported.insert(problem.description).inserted { return }
    onProblem?(problem)
  }
}
