import Interface
import LuaRuntime

/// Runs luv's loop within the host's: its descriptor is watched, and its timeout is a timer.
@MainActor
final class LuvEvents {
  private unowned let host: ScriptHost
  private let luv: LuvLoop
  private var source: EventSource?
  private var timer: TimerQueue.Timer?
  private var deadline = 0.0

  init(_ luv: LuvLoop, of host: ScriptHost) {
    self.luv = luv
    self.host = host
    source = host.context.loop?.watch(
      .readable, of: { [weak self] in self?.prepare() }, onReady: { [weak self] in self?.run() })
  }

  /// Stops watching.
  func cancel() {
    source?.cancel()
    timer?.cancel()
  }

  /// Schedules luv's next run. Called before each wait.
  private func prepare() -> Int32? {
    guard host.lua.isOpen, let loop = host.context.loop else { return nil }
    // A signal handle of luv's takes the process's action, and leaves the default one.
    loop.keepSignals()
    guard let timeout = luv.timeout else {
      timer?.cancel()
      return luv.descriptor
    }
    let (seconds, attoseconds) = timeout.components
    let due = host.timers.now + Double(seconds) + Double(attoseconds) * 1e-18
    if timer?.isPending != true || abs(deadline - due) >= 0.001 {
      timer?.cancel()
      deadline = due
      timer = host.timers.after(due - host.timers.now) { [weak self] in self?.run() }
    }
    return luv.descriptor
  }

  private func run() {
    let calls = host.calls
    guard calls.lua.isOpen, !calls.isExitRequested else { return }
    host.turn {
      let outer = calls.lua.willCall(LuaCallback("luv callback"))
      calls.running(for: nil) { luv.run() }
      calls.lua.willCall(outer)
    }
  }
}
