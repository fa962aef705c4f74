import Interface
import LuaRuntime

/// The errors that were reported a short time ago, to show one that repeats only once.
///
/// An error that no input caused, as of a timer, would open a sheet again as soon as it was dismissed. Once a sheet has shown
/// it, it goes to the output alone until it has not been reported for some seconds.
struct RepeatedErrors {
  /// What errors that are the same have in common: where they were raised, or their messages but for the numbers in them.
  struct Key: Hashable {
    private let source: String
    private let place: String

    init(_ problem: Problem) {
      source = problem.summary
      let traceback = (problem.error as? LuaError)?.traceback ?? ""
      place = traceback.isEmpty ? problem.error.map { "\($0)" }?.filter { !$0.isNumber } ?? "" : traceback
    }
  }

  /// After how many seconds without a report an error is shown again.
  private static let quietTime = 5.0
  private static let mostKeys = 1000
  private var lastReports: [Key: Double] = [:]

  /// Notes a report. Returns whether the same error was reported a short time ago.
  mutating func isRepeat(_ problem: Problem, at now: Double) -> Bool {
    let key = Key(problem)
    if lastReports.count >= Self.mostKeys { lastReports = lastReports.filter { now - $0.value < Self.quietTime } }
    if lastReports.count >= Self.mostKeys { lastReports = [:] }
    let last = lastReports.updateValue(now, forKey: key)
    return last.map { now - $0 < Self.quietTime } ?? false
  }
}
