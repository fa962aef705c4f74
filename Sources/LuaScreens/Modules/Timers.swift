import Interface
import Loop
import LuaRuntime

extension ScriptHost {
  /// Defines timers.
  func defineTimers() {
    module.function(
      "after(seconds, action)", "Calls a function once, after a number of seconds, and returns the timer."
    ) {
      [unowned self] (seconds: Double, action: LuaReference) in
      started(timers.after(try Self.delay(seconds), isOfScript: true, caller(of: action, Handlers.timer)))
    }
    module.function(
      "every(seconds, action)",
      "Calls a function repeatedly, at intervals of a number of seconds, until the returned timer is cancelled."
    ) {
      [unowned self] (seconds: Double, action: LuaReference) in
      started(timers.every(try Self.delay(seconds), isOfScript: true, caller(of: action, Handlers.repeatingTimer)))
    }
  }

  /// Notifies observers of a timer that a script has started, and returns it.
  private func started(_ timer: TimerQueue.Timer) -> TimerQueue.Timer {
    observers.notifyInDetail { $0.timer(timer, wasStartedAt: (try? lua.stack)?.callerPlace) }
    return timer
  }

  static func delay(_ seconds: Double) throws -> Double {
    guard seconds.isFinite, seconds >= 0 else {
      throw LuaError.usage("seconds: expected a finite number of 0 or more, got \(seconds)")
    }
    return seconds
  }

  private func caller(of function: LuaReference, _ timer: Callback) -> @MainActor () -> Void {
    { [weak self, weak owner = calls.owner] in
      guard let self, lua.isOpen, !calls.isExitRequested else { return }
      turn { calls.run(timer, of: .function(function, of: nil), for: owner) }
    }
  }
}
