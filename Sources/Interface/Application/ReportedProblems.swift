/// An error with a traceback, which names the place where it was raised.
public protocol TracedError: Error {
  /// The traceback; empty if there is none.
  var traceback: String { get }
}

/// The problems that were reported in a launch, and the advice of earlier launches: the only memory of reports.
///
/// Notes, advice and warnings are reported once, and so are errors of callbacks that run without user input. Any other
/// error is reported each time, but marked as repeated until it has not been reported for some seconds: otherwise an
/// error of a timer would open a sheet again as soon as the user had dismissed it.
@MainActor
public final class ReportedProblems {
  /// The identity shared by reports of the same problem: their source, and the place where the error was raised; if that
  /// is unknown, its message without numbers.
  public struct Identity: Hashable {
    fileprivate let severity: Problem.Severity
    private let source: String
    private let place: String

    /// The identity of a problem.
    public init(_ problem: Problem) {
      let traceback = (problem.error as? any TracedError)?.traceback ?? ""
      self.init(
        problem, place: traceback.isEmpty ? problem.error.map { "\($0)" }?.filter { !$0.isNumber } ?? "" : traceback)
    }

    /// The identity of a problem that is reported once: its errors differ if their messages do.
    fileprivate init(once problem: Problem) { self.init(problem, place: problem.error.map { "\($0)" } ?? "") }

    private init(_ problem: Problem, place: String) {
      severity = problem.severity
      source = problem.source
      self.place = place
    }
  }

  /// The time without reports after which an error no longer counts as repeated, in seconds.
  private static let quietTime = 5.0
  private static let maximumErrors = 1000
  private static let maximumMessages = 100
  /// The problems that are not reported again.
  private var reportedOnce: Set<Identity> = []
  /// The times of the last reports of errors.
  private var lastReports: [Identity: Double] = [:]
  private var errorMessages: [String] = []
  /// Whether neither errors nor advice have been reported in this launch.
  public private(set) var isQuiet = true

  /// Creates the memory for a launch.
  ///
  /// - Parameter previous: the memory of the previous launch, whose advice is not repeated.
  public init(after previous: ReportedProblems? = nil) {
    reportedOnce = previous?.reportedOnce.filter { $0.severity == .advice } ?? []
  }

  /// Records a problem. Returns it to be reported, marked if it is repeated; nil if it was reported before and is
  /// reported only once.
  ///
  /// - Parameters:
  ///   - once: whether an error is reported only once, too.
  ///   - now: the time in seconds.
  public func admit(_ problem: Problem, once: Bool = false, at now: Double) -> Problem? {
    if problem.severity == .error || problem.severity == .advice { isQuiet = false }
    switch problem.subject {
    // Whether the state is saved can change any number of times.
    case .savingFailed, .savingResumed: break
    case .refusedSave, .pinnedSave, .lostInReload, nil:
      if once || problem.severity != .error, !reportedOnce.insert(Identity(once: problem)).inserted { return nil }
    }
    guard let error = problem.error else { return problem }
    errorMessages = (errorMessages + ["\(error)"]).suffix(Self.maximumMessages)
    if lastReports.count >= Self.maximumErrors { lastReports = lastReports.filter { now - $0.value < Self.quietTime } }
    if lastReports.count >= Self.maximumErrors { lastReports = [:] }
    let last = lastReports.updateValue(now, forKey: Identity(problem))
    var admitted = problem
    admitted.isRepeated = last.map { now - $0 < Self.quietTime } ?? false
    return admitted
  }

  /// Returns whether the message of a reported error contains a text, so that the error explains a mistake.
  public func hasError(containing text: String) -> Bool { errorMessages.contains { $0.contains(text) } }
}
