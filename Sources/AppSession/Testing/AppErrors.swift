import Interface
import LuaRuntime

/// The errors of a tested app in all its launches. Each error that the test did not expect fails the case.
@MainActor
final class AppErrors {
  struct Entry: Codable {
    /// The error and its callback, without the traceback.
    let message: String
    /// The full text, with the traceback and the consequences.
    let text: String
    /// Whether the test has expected the error.
    var isExpected = false
  }

  private(set) var entries: [Entry] = []
  /// Called with each new error.
  var onEntry: (Entry) -> Void = { _ in }

  func add(_ problem: Problem) {
    let reason = problem.error.map { ($0 as? LuaError)?.message ?? "\($0)" } ?? ""
    add(Entry(message: "\(problem.summary): \(reason)", text: "\(problem)"))
  }

  func add(_ entry: Entry) {
    entries.append(entry)
    onEntry(entry)
  }

  /// Marks errors as expected.
  func expect(_ indices: some Sequence<Int>) {
    for index in indices where entries.indices.contains(index) { entries[index].isExpected = true }
  }

  /// The unexpected errors.
  var unexpected: [Entry] { entries.filter { !$0.isExpected } }
}

/// An error after which the app has no screen.
struct LaunchFailure: Error, CustomStringConvertible {
  let description: String
}
