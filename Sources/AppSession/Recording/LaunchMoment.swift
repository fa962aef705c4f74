import FoundationEssentials
import Interface

/// A launch of an app, as far as a recording that begins later needs it.
struct LaunchMoment {
  /// The time of the launch on the clock of the app's timers.
  let time: Double
  let date = Date()
  /// The errors of the app before it was used.
  private(set) var errors: [Problem] = []
  private static let mostErrors = 20

  init(time: Double) { self.time = time }

  /// Adds an error of the app.
  mutating func note(_ problem: Problem) {
    if problem.severity == .error, errors.count < Self.mostErrors { errors.append(problem) }
  }
}

extension Application {
  /// Whether the app has been launched without anything to show.
  var hasNoScreen: Bool { phase != .launching && windows.allSatisfy { $0.rootViewController == nil } }
}
