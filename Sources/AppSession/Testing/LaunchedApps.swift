/// The apps that a case has launched, with what went wrong in each.
///
/// A case can launch any number of apps. The last ones, and those whose programs run, live until the case ends; of the others
/// only those that the test still has.
@MainActor
struct LaunchedApps {
  private struct Entry {
    /// Keeps the app alive.
    var app: TestedApp?
    weak var known: TestedApp?
    let errors: AppErrors
    let areErrorsAllowed: Bool
  }

  private var entries: [Entry] = []
  private static let mostKept = 16

  /// Those that are alive.
  var all: [TestedApp] { entries.compactMap(\.known) }

  /// What went wrong in any of them and the test has not heard of.
  var unexpectedErrors: [String] {
    entries.flatMap { $0.areErrorsAllowed ? [] : $0.errors.unexpected.map(\.text) }
  }

  mutating func add(_ app: TestedApp) {
    entries.append(Entry(app: app, known: app, errors: app.errors, areErrorsAllowed: app.areErrorsAllowed))
    guard entries.count > Self.mostKept else { return }
    let index = entries.count - 1 - Self.mostKept
    if entries[index].app?.runningPrograms.isEmpty == true { entries[index].app = nil }
    // Of those that are gone only their errors are of use.
    if entries.count.isMultiple(of: 256) { entries.removeAll { $0.known == nil && $0.errors.unexpected.isEmpty } }
  }
}
