/// A case that is to be run with neutral events between its steps.
@MainActor
public struct CaseRepetition {
  /// The events that the case chooses; nil for all.
  public let events: [NeutralEvent]?
  /// Whether the case was written to be run in this way, by `test.everywhere`.
  public let isRequested: Bool
  /// Runs the case once, followed by an object. Returns its failure; nil if it passed.
  public let run: (CaseRun?) -> String?

  /// Runs the case once, without events, where what these lose is of no interest.
  @MainActor
  public static func once(_ repetition: CaseRepetition) -> Result { Result(failure: repetition.run(nil)) }

  /// The result of all runs.
  public struct Result {
    /// The failure; nil if the case passed and nothing was lost.
    public var failure: String?
    /// Notes for the report.
    public var notes: [String] = []

    /// Creates a result.
    public init(failure: String? = nil, notes: [String] = []) {
      self.failure = failure
      self.notes = notes
    }
  }
}
