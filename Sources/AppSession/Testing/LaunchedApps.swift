/// The apps launched by a case, with their errors.
///
/// A case can launch any number of apps. The last ones, and those with running programs, live until the case ends; the
/// others only while the test references them.
@MainActor
struct LaunchedApps {
  private struct Entry {
    /// Keeps the app alive.
    var app: LaunchedApp?
    weak var known: LaunchedApp?
    let errors: AppErrors
    let areErrorsAllowed: Bool
  }

  private var entries: [Entry] = []
  private static let maximumKept = 16

  /// The apps that are alive.
  var all: [LaunchedApp] { entries.compactMap(\.known) }

  /// The unexpected errors of all apps.
  var unexpectedErrors: [String] {
    entries.flatMap { $0.areErrorsAllowed ? [] : $0.errors.unexpected.map(\.text) }
  }

  /// The messages of all errors.
  var allErrors: [String] { entries.flatMap { $0.errors.entries.map(\.message) } }

  mutating func add(_ app: LaunchedApp) {
    entries.append(Entry(app: app, known: app, errors: app.errors, areErrorsAllowed: app.areErrorsAllowed))
    guard entries.count > Self.maximumKept else { return }
    let index = entries.count - 1 - Self.maximumKept
    if entries[index].app?.runningPrograms.isEmpty == true { entries[index].app = nil }
    // Removes the entries of apps that are gone and have no errors.
    if entries.count.isMultiple(of: 256) { entries.removeAll { $0.known == nil && $0.errors.unexpected.isEmpty } }
  }
}
