import StateRestoration

/// A problem that the app's author or user must know about.
public struct Problem: CustomStringConvertible {
  /// The severity of a problem, which determines how long its message is shown.
  public enum Severity: Comparable, Sendable {
    /// Information for the app's author: only printed.
    case note
    /// A mistake in the app that does not stop it: shown until the next input, which the app receives.
    case advice
    /// A message to the user: shown until it is dismissed.
    case warning
    /// A failure of the app: shown until it is dismissed. A run without a user exits with an error code.
    case error

    /// The word that begins a printed line: `error` or `note`.
    public var label: String { self == .error ? "error" : "note" }
  }

  /// The subject of a problem that requires more than showing it.
  public enum Subject: Sendable {
    /// Saving fails and is retried. The message takes no keyboard input and stays until ``savingResumed`` is reported.
    case savingFailed(reason: String)
    /// Saving works again.
    case savingResumed
    /// This save was not restored and stays in the history.
    case refusedSave(SaveNumber)
    /// This save was pinned because of errors during the launch that restored it.
    case pinnedSave(SaveNumber)
    /// A reload of the scripts has lost state. The message takes no keyboard input.
    case lostInReload
  }

  /// The problem and its location, in one line.
  public var summary: String
  /// The consequences and the remedy.
  public var detail: String
  /// The severity.
  public let severity: Severity
  /// The subject; nil if the problem only needs to be shown.
  public let subject: Subject?
  /// The underlying error, with its traceback if a script threw it.
  public let error: (any Error)?
  /// The callback that threw the error; nil if another function did, or for receivers other than the application,
  /// controllers, views, and what a save contains. A class name replaces a missing identifier in its path.
  public let callback: LifeCycleEvent?
  /// The part that all reports of the same problem share besides the error: by default the summary.
  let source: String
  /// Whether the same problem was reported a short time ago. ``ReportedProblems`` sets it.
  public internal(set) var isRepeated = false

  /// Creates a problem for an error. Very long texts are truncated.
  public init(
    error: any Error, summary: String, detail: String = "", subject: Subject? = nil, callback: LifeCycleEvent? = nil
  ) {
    self.init(.error, summary: summary, detail: detail, subject: subject, error: error, callback: callback)
  }

  /// Creates a problem. Very long texts are truncated.
  ///
  /// - Parameter source: the part that all reports of the same problem share; nil for the summary.
  public init(
    _ severity: Severity, summary: String, detail: String = "", subject: Subject? = nil, source: String? = nil,
    error: (any Error)? = nil, callback: LifeCycleEvent? = nil
  ) {
    self.severity = severity
    self.summary = summary.cutAsMessage
    self.detail = detail.cutAsMessage
    self.subject = subject
    self.source = source ?? self.summary
    self.error = error
    self.callback = callback
  }

  /// The notification that saving works again after a reported failure.
  static var savingResumed: Problem {
    Problem(.note, summary: "The state is saved again", detail: "No changes were lost.", subject: .savingResumed)
  }

  /// Creates the problem for a save that was pinned because of launch errors.
  init(launchErrorsPinning save: SaveNumber) {
    self.init(.warning, summary: "Launch errors: save \(save) pinned", subject: .pinnedSave(save))
  }

  /// Returns the problem for a new controller that finds no room in its container besides the restored ones.
  @MainActor
  static func noRoom(for child: ViewController, in container: ViewController) -> Problem {
    let name = child.restorationIdentifierPath?.description ?? child.restorationIdentifier ?? child.className
    return Problem(
      .note,
      summary:
        "\(name) (\(child.className)) has no room in \(container.className): a restored controller took its place",
      detail: "It was omitted; no saved state was lost. To show it, add it to a container that has room.")
  }

  /// - Parameter place: the place in the app to fix, as `file:line`; nil if it is unknown.
  @MainActor
  init(_ problem: RestorationProblem, at place: String?) {
    let (summary, detail) = (problem.summary, problem.detail)
    func at(_ place: String?) -> String { (place.map { "\($0): " } ?? "") + summary }
    switch problem {
    case .callbackFailed(let event, let error, _):
      self.init(error: error, summary: event.description, detail: detail, callback: event)
    case .duplicateIdentifier(_, _, let last):
      self.init(.note, summary: at((last as? Responder)?.createdAt), detail: detail)
    case .omitted:
      self.init(.note, summary: at(place), detail: detail)
    case .unreachableReference:
      self.init(.note, summary: summary, detail: detail)
    case .restorationNotCompleted:
      self.init(.warning, summary: at(place), detail: detail)
    case .tooDeep, .storeRewritten:
      self.init(.warning, summary: summary, detail: detail)
    case .crashedWhileRestoring(let save):
      self.init(.warning, summary: summary, detail: detail, subject: .refusedSave(save))
    }
  }

  public var description: String {
    var lines = [summary]
    if let error { lines[0] += ": \(error)" }
    if !detail.isEmpty { lines.append(detail) }
    return lines.joined(separator: "\n")
  }
}
