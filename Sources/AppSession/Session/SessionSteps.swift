import Interface
import Loop
import LuaRuntime
import LuaScreens

// Steps of tests and of the prompt.
extension AppSession {
  /// The running app.
  ///
  /// - Throws: ``SessionError/notRunning`` if it was killed or has exited.
  public var running: ScriptHost {
    get throws {
      guard let host else { throw SessionError.notRunning }
      return host
    }
  }

  /// Waits until an app that extended its restoration has launched, or the process is asked to exit, and handles events
  /// that are due.
  public func settle() {
    loop.wait(until: { [unowned self] in host?.application.phase != .launching || MainLoop.isEndPending })
  }

  /// The maximum number of timers that fire in one step.
  package static let maximumTimers = 1_000_000
  /// The maximum time that ready tasks may run at the end of a step.
  private static let longestStep = Duration.seconds(1)

  /// Ends a step of an app that a program drives without ``AppScreen``: handles due events, lays out the screen that the user
  /// sees then, and writes pending saves. Call it after input, such as that of an `Automation`.
  public func endStep() {
    guard host != nil else { return }
    loop.advance(by: 0)
    // The user may have returned to a save.
    guard let host else { return }
    host.turn {}
    // Ready tasks run as they would between events; the limit stops tasks that are always ready.
    let start = ContinuousClock.now
    while host.lua.tasks.hasReady, !host.areTasksEndless, requestedExit == nil,
      ContinuousClock.now - start < Self.longestStep
    { host.turn {} }
    host.turn { host.application.settle() }
    host.application.savePendingChanges(isComplete: false)
    // Only now, so that no turn of this step reaches the limit again.
    host.areTasksEndless = false
  }

  /// Advances virtual time, handling the events due until then at their own times, and ends the step. The loop must be a
  /// `MainLoop(.virtual)`.
  ///
  /// - Throws: ``SessionError/notRunning``; `LuaError.usage` for an invalid duration, or if too many timers fire.
  public func advance(by seconds: Double) throws {
    // With larger values, the clock loses fractions of a second.
    guard (0...1e9).contains(seconds) else {
      throw LuaError.usage("seconds: expected 0 to 1000000000, got \(seconds)")
    }
    let timers = try running.timers
    let start = timers.now
    let isDone = recorded(.advance(seconds)) {
      defer { endStep() }
      return loop.advance(by: seconds, firingAtMost: Self.maximumTimers)
    }
    guard isDone else {
      throw LuaError.usage(
        "advance: \(Self.maximumTimers) timers fired in the first \(timers.now - start) of \(seconds) seconds; advance in smaller steps"
      )
    }
  }

  /// Returns a valid screen size.
  ///
  /// - Throws: `LuaError.usage` if the size is out of range.
  package static func screenSize(columns: Int, rows: Int) throws -> Size {
    guard (1...1000).contains(columns), (1...1000).contains(rows) else {
      throw LuaError.usage("size: expected 1 to 1000 columns and rows, got \(columns) and \(rows)")
    }
    return Size(width: columns, height: rows)
  }

  /// Resizes the app's screen, also for later launches. ``endStep()`` lays it out.
  public func resize(to size: Size) {
    configuration.screenSize = size
    guard let host else { return }
    recording?.noteResize(to: size)
    host.turn { host.application.resize(to: size) }
    recording?.noteDidResize()
  }
}
