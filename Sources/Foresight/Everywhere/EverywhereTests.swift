import AppSession
import FoundationEssentials

/// Runs the cases of test files with neutral events between their steps, and reports what they lose.
///
/// A case is run once as it is. If it passes, it is run again while its moments are recorded, and then once for each event
/// with that event after every step. If such a run differs from the recorded one, further runs have the event after one
/// step only, to find the step.
@MainActor
public final class EverywhereTests {
  /// The time at which all runs begin, so that they see the same times.
  private let start = Int(Date().timeIntervalSince1970)
  /// An event in an app that was launched in one way.
  struct Attempt: Hashable {
    let launch: CaseRun.Launch?
    let event: NeutralEvent
  }
  /// The moments that an event was applied to without a loss in any case.
  private var proven: [Attempt: Set<Int>] = [:]
  /// Whether a case that was not written for it is run with events, too.
  private let includesAll: Bool

  /// Creates the runner for some test files.
  ///
  /// - Parameter includesAll: whether all suitable cases are run with events, not only those of `test.everywhere`.
  public init(includesAll: Bool) {
    self.includesAll = includesAll
  }

  /// Lets a test file's cases be run by this object.
  public func install(in runner: TestRunner) {
    runner.repeatsAllCases = includesAll
    runner.repeatCase = { [self] in run($0) }
  }

  /// Returns the result of a case that cannot be run with events.
  static func refusal(of repetition: CaseRepetition, _ reason: String) -> CaseRepetition.Result {
    repetition.isRequested
      ? CaseRepetition.Result(failure: "this case cannot be run with events between its steps: \(reason)")
      : CaseRepetition.Result(notes: ["run once, without events between its steps: \(reason)"])
  }

  private func run(_ repetition: CaseRepetition) -> CaseRepetition.Result {
    let first = CaseRun()
    if let failure = repetition.run(first) { return CaseRepetition.Result(failure: failure) }
    let objection =
      first.objection ?? (repetition.isRequested ? nil : first.ownRestart.map { "it restarts its app itself (\($0))" })
      ?? (first.record.steps.isEmpty ? "it launches no app" : nil)
    if let objection { return Self.refusal(of: repetition, objection) }
    var trial = EverywhereTrial(repetition, first, startingAt: start, proven: proven)
    let result = trial.run()
    proven = trial.proven
    return result
  }
}
