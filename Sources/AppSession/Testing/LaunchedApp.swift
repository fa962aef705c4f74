import Loop
import LuaRuntime
import Processes

/// An app of a test case, in the test's process or in a separate one.
@MainActor
final class LaunchedApp: LuaObject {
  /// The process in which the app runs.
  enum Place {
    case here(TestedApp)
    case isolated(IsolatedApp)
  }

  /// The options of `t:launch` that concern the test, not the app.
  struct Options {
    var isIsolated = false
    /// Whether errors of the app do not fail the case.
    var areErrorsAllowed = false
    /// Replaces programs in the terminal; nil if there is no terminal.
    var terminal: ((Command) throws -> ProcessEnd)?
  }

  let place: Place
  /// The errors of the app in all its launches.
  let errors: AppErrors
  let areErrorsAllowed: Bool

  init(_ place: Place, errors: AppErrors, areErrorsAllowed: Bool = false) {
    self.place = place
    self.errors = errors
    self.areErrorsAllowed = areErrorsAllowed
  }

  /// The session of an app in this process.
  var session: AppSession? {
    if case .here(let app) = place { app.session } else { nil }
  }

  func launch() throws {
    switch place {
    case .here(let app): try app.launch()
    case .isolated(let app): try app.launch()
    }
  }

  /// Draws what work has changed since the last step of an app in this process.
  func drawFrame() {
    if case .here(let app) = place { app.drawFrame() }
  }

  func kill() {
    switch place {
    case .here(let app): app.kill()
    case .isolated(let app): app.kill()
    }
  }

  /// Terminates the app at the end of its case.
  func end() {
    switch place {
    case .here(let app): app.end()
    case .isolated(let app): app.end()
    }
  }

  /// The names of running programs that the app has started; see ``TestedApp/runningPrograms``.
  var runningPrograms: [String] {
    switch place {
    case .here(let app): app.runningPrograms
    case .isolated(let app): app.runningPrograms
    }
  }

  /// Returns the path of an object of an app in this process; nil if it is unknown.
  func path(of handle: Int) -> String? {
    if case .here(let app) = place { app.objects.path(of: handle) } else { nil }
  }

  /// Returns the description of an object of the app.
  func description(of handle: Int) -> String {
    switch place {
    case .here(let app): app.objects.description(of: handle)
    case .isolated(let app): app.description(of: handle)
    }
  }
}
