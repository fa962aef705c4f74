import Interface
import LuaRuntime

extension ScriptHost {
  /// Defines what runs later: timers and tasks.
  func defineTimers() {
    module.function("after(seconds, action)", "Calls a function once, after some time.") {
      [unowned self] (seconds: Double, action: LuaReference) in
      timers.after(try Self.delay(seconds), caller(of: action, repeats: false))
    }
    module.function("every(seconds, action)", "Calls a function again and again, until the timer is cancelled.") {
      [unowned self] (seconds: Double, action: LuaReference) in
      timers.every(try Self.delay(seconds), caller(of: action, repeats: true))
    }
    module.function(
      "task(body: fun())",
      "Runs a function as a task: it may wait with `ui.sleep`, and does not block the screen."
    ) { [unowned self] stack in
      guard stack.kind(1) == .function else { throw stack.wrongType(1, "ui.task", expected: "a function") }
      let task = try LuaCoroutine(function: 1, on: stack)
      timers.after(0) { [weak self] in self?.run(task) }
      return 0
    }
    module.function("sleep(seconds: number)", "Waits, inside a task.", yields: true) { stack in
      stack.push(try Self.delay(try stack.checkNumber(1, "seconds")))
      return 1
    }
  }

  private static func delay(_ seconds: Double) throws -> Double {
    guard seconds.isFinite, seconds >= 0 else { throw LuaError.usage("seconds: expected 0 or more, got \(seconds)") }
    return seconds
  }

  private func caller(of function: LuaReference, repeats: Bool) -> @MainActor () -> Void {
    { [weak self] in
      guard let self, lua.isOpen, !isExitRequested else { return }
      turn {
        do {
          let stack = try lua.stack
          stack.push(function)
          lua.willCall("timer", of: nil)
          try stack.call(arguments: 0, results: 0)
        } catch {
          application.report(error, from: "timer", isToldOnce: repeats)
        }
      }
    }
  }

  /// Runs a task up to its next sleep.
  private func run(_ task: LuaCoroutine) {
    guard lua.isOpen, !isExitRequested else { return }
    turn {
      do {
        lua.willCall("task", of: nil)
        guard let count = try task.resume() else { return }
        let seconds = count > 0 ? task.stack.number(-count) ?? 0 : 0
        task.stack.pop(count)
        timers.after(seconds) { [weak self] in self?.run(task) }
      } catch {
        application.report(error, from: "task")
      }
    }
  }
}
