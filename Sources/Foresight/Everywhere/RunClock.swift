import AppSession
import FoundationEssentials
import Glibc
import Interface
import Loop
import LuaRuntime
import LuaScreens

extension NeutralEvent {
  /// The world in which the app runs after the event.
  public var world: RunClock.World {
    switch self {
    case .clock: .oneDayLater
    case .timeZone: .otherZone
    default: .same
    }
  }
}

/// The clock and the time zone in which the script of a run lives: what `os.time`, `os.date` and `ui.Date` return.
@MainActor
public final class RunClock {
  /// The world of a run, compared with that of an undisturbed one.
  public enum World: Sendable {
    case same, oneDayLater, otherZone
  }

  /// Seconds to add.
  private var shift: Int
  /// The seconds since 1970 at the virtual time 0; nil for the real time.
  private let start: Int?
  /// Whether the clock stands still at its start.
  private var isStanding = false
  /// Whether the run is in another time zone.
  private var isInOtherZone = false
  /// The former value of `TZ` while another zone is set; a nil inside if there was none.
  private var formerZone: String??

  /// Creates a clock that differs from the real one by some seconds.
  public init(shift: Int = 0) {
    self.shift = shift
    start = nil
  }

  /// Creates a clock that moves with the virtual time of the app, so that all runs of a test see the same times.
  public init(startingAt start: Int) {
    shift = 0
    self.start = start
  }

  /// Creates a clock that begins at 2026-01-05 09:00:00 UTC and moves with the virtual time of the app.
  static var ofVirtualTime: RunClock { RunClock(startingAt: 1_767_603_600) }

  /// Creates a clock that stands still, so that nothing differs only because time has passed.
  static var standing: RunClock { RunClock(standingAt: 1_767_603_600) }

  /// Creates a clock that stands still on another day and hour, for what must not depend on them.
  static var standingOnAnotherDay: RunClock { RunClock(standingAt: 1_767_603_600 + 200 * 86_400 + 5 * 3600) }

  private convenience init(standingAt start: Int) {
    self.init(startingAt: start)
    isStanding = true
  }

  isolated deinit { leaveZone() }

  /// Moves to a world. Scripts that are launched later live in it.
  public func enter(_ world: World) {
    switch world {
    case .same: break
    case .oneDayLater: shift = 86_400
    case .otherZone:
      isInOtherZone = true
      resumeZone()
    }
  }

  /// Sets the time zone of the process, which all apps in it share, to that of this run: before it continues after another
  /// run.
  func resumeZone() {
    guard isInOtherZone, formerZone == nil else { return }
    formerZone = .some(getenv("TZ").map { String(cString: $0) })
    // Far from any zone in use, so that hours, minutes and often the day differ.
    setenv("TZ", "<+0945>-9:45", 1)
    tzset()
  }

  /// Restores the time zone of the process.
  public func leaveZone() {
    guard let formerZone else { return }
    if let formerZone { setenv("TZ", formerZone, 1) } else { unsetenv("TZ") }
    tzset()
    self.formerZone = nil
  }

  /// Returns the seconds since 1970, at the time of an app's timers.
  private func seconds(_ timers: TimerQueue) -> Double {
    (start.map { Double($0) + (isStanding ? 0 : timers.now) } ?? Date().timeIntervalSince1970) + Double(shift)
  }

  /// Gives a session this clock, before its first launch.
  func setWallClock(of session: AppSession) {
    session.configuration.wallClock = { [self, weak session] in session.map { seconds($0.loop.timers) } ?? 0 }
  }
}
