import AppSession
import ArchiveStore
import Interface
import LuaScreens
import StateRestoration

extension AppSession {
  /// The maximum duration of an extended restoration, in virtual seconds.
  static let longestRestoration = 10

  /// Lets everything run that is due, and draws the screen if it has changed. The session's time must be virtual.
  ///
  /// - Returns: the drawing; nil if nothing was drawn, or no window is visible.
  @discardableResult
  func settleInVirtualTime() -> DrawnWindow? {
    endStep()
    for _ in 0..<Self.longestRestoration where host?.application.phase == .launching { try? advance(by: 1) }
    guard let host, host.application.frontWindow?.needsDisplay != false else { return nil }
    let drawn = DrawnWindow(host.drawUnseen(), in: host)
    // It may draw again, for the snapshot of a save.
    endStep()
    return drawn
  }
}

/// The screen of a window, without messages and key hints, as it was last drawn.
@MainActor
struct DrawnWindow {
  let window: Window
  let screen: Grid
  private let count: Int

  /// - Parameter screen: the screen that was just drawn.
  init?(_ screen: Grid, in host: ScriptHost) {
    guard let window = host.application.frontWindow else { return nil }
    (self.window, self.screen, count) = (window, screen, window.drawCount)
  }

  /// Whether the window was neither changed nor drawn since.
  var isCurrent: Bool { window.drawCount == count && !window.needsDisplay }
}

extension AppSession {
  /// Waits in real time, while virtual time stands still, until no command or request is under way, or for some seconds.
  /// Recorded answers are not waited for: they come at once, or with a later step.
  func waitForExternalWork(atMost seconds: Double = 2) {
    let end = ContinuousClock.now + .seconds(seconds)
    while let host, host.isBusy, ContinuousClock.now < end {
      // A recorded answer begins with a timer.
      _ = loop.advance(by: 0, firingAtMost: Self.maximumTimers)
      endStep()
      guard let host = self.host, host.hasBusyWorkers || host.processes.unfinished.contains(where: { !$0.isRecorded })
      else { break }
      loop.look(waitingAtMost: .milliseconds(10))
      endStep()
    }
  }
}

extension ScriptHost {
  /// Draws the screen without messages and key hints, which are not compared.
  @discardableResult
  func drawUnseen() -> Grid { turn { application.render(withMessages: false, withKeyHints: false) } }

  /// Returns the state as a save would hold it now, without a trace in the app or its store; nil if the app declines.
  ///
  /// - Parameter log: records the events of saving.
  package func unsavedArchive(log: EventLog = EventLog(capacity: 0)) throws -> Archive? {
    let store = ScratchArchiveStore()
    let preservation = Preservation(application: application, store: store, log: log)
    return try withoutTracing {
      _ = try preservation.save(.complete)
      return try store.currentArchive()
    }
  }
}
