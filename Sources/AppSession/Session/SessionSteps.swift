import Interface
import LuaRuntime

// What tests and the prompt do with an app beside what a person can.
extension AppSession {
  /// How many timers may go off in one step.
  static let mostTimers = 1_000_000
  /// How long tasks that are ready may go on at the end of a step.
  private static let longestStep = Duration.seconds(1)

  /// What is due happens, and what autosave owes is written.
  func endStep() {
    guard let host else { return }
    loop.advance(by: 0)
    host.turn {}
    // Tasks that are ready go on as they would between events; one that always is does not keep the step from its end.
    let start = ContinuousClock.now
    while host.lua.tasks.hasReady, requestedExit == nil, ContinuousClock.now - start < Self.longestStep { host.turn {} }
    host.application.saveWhatIsOwed()
  }

  /// Lets time pass at once: what is due by then happens, each at its own time.
  ///
  /// - Throws: ``SessionError/notRunning``; `LuaError.usage` for a time that is none, or in which too much happens.
  package func advance(by seconds: Double) throws {
    // More than that is no time that a clock counts in fractions of a second.
    guard (0...1e9).contains(seconds) else {
      throw LuaError.usage("seconds: expected 0 to 1000000000, got \(seconds)")
    }
    let timers = try running.timers
    let start = timers.now
    let isDone = loop.advance(by: seconds, firingAtMost: Self.mostTimers)
    endStep()
    guard isDone else {
      throw LuaError.usage(
        "advance: \(Self.mostTimers) timers went off in the first \(timers.now - start) of \(seconds) seconds; advance by less at a time"
      )
    }
  }

  /// A size that a screen can have.
  ///
  /// - Throws: `LuaError.usage` for one that it cannot.
  package static func screenSize(columns: Int, rows: Int) throws -> Size {
    guard (1...1000).contains(columns), (1...1000).contains(rows) else {
      throw LuaError.usage("size: expected 1 to 1000 columns and rows, got \(columns) and \(rows)")
    }
    return Size(width: columns, height: rows)
  }

  /// Gives the app a screen of another size, also when it is launched again.
  package func resize(to size: Size) {
    configuration.screenSize = size
    guard let host else { return }
    host.turn { host.application.resize(to: size) }
  }
}
