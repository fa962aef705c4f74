import Interface
import LuaRuntime

/// The errors of one app that a test drives, over all its launches. Each that the test did not expect fails the case.
@MainActor
final class AppErrors {
  struct Entry {
    /// What went wrong, and in which callback, without the traceback.
    let message: String
    /// The same, with the traceback and what it means.
    let text: String
    /// Whether the test has heard of it.
    var isExpected = false
  }

  private(set) var entries: [Entry] = []

  func add(_ problem: Problem) {
    let reason = problem.error.map { ($0 as? LuaError)?.message ?? "\($0)" } ?? ""
    entries.append(Entry(message: "\(problem.summary): \(reason)", text: "\(problem)"))
  }

  /// The test has heard of those from an index on, or of one.
  func expect(_ indices: some Sequence<Int>) {
    for index in indices where entries.indices.contains(index) { entries[index].isExpected = true }
  }

  /// Those that the test has not heard of.
  var unexpected: [Entry] { entries.filter { !$0.isExpected } }
}

/// An error of the app left it without a screen.
struct LaunchFailure: Error, CustomStringConvertible {
  let description: String
}
