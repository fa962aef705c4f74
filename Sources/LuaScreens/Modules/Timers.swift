import Interface
import LuaRuntime

extension ScriptHost {
  /// Defines timers.
  func defineTimers() {
    module.function("after(seconds, action)", "Calls a function once, after so many seconds, and returns the timer.") {
      [unowned self] (seconds: Double, action: LuaReference) in
      timers.after(try Self.delay(seconds), caller(of: action, repeats: false))
    }
    module.function(
      "every(seconds, action)", "Calls a function every so many seconds, until the timer that it returns is cancelled."
    ) {
      [unowned self] (seconds: Double, action: LuaReference) in
      timers.every(try Self.delay(seconds), caller(of: action, repeats: true))
    }
  }

  static func delay(_ seconds: Double) throws -> Double {
    guard seconds.isFinite, seconds >= 0 else { throw LuaError.usage("seconds: expected 0 or more, got \(seconds)") }
    return seconds
  }

  private func caller(of function: LuaReference, repeats: Bool) -> @MainActor () -> Void {
    { [weak self, weak owner = callbackOwner] in
      guard let self, lua.isOpen, !isExitRequested else { return }
      turn {
        do {
          let stack = try lua.stack
          stack.push(function)
          lua.willCall("timer", of: nil)
          try running(for: owner) { try stack.call(arguments: 0, results: 0) }
        } catch {
          application.report(error, from: "timer", isToldOnce: repeats)
        }
      }
    }
  }
}
