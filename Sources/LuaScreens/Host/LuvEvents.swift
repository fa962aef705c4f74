import Interface
import LuaRuntime

// luv's loop within the host's: its descriptor is watched, and its timeout is a timer.
extension ScriptHost {
  func watch(_ luv: LuvLoop) {
    luvSource = context.loop?.watch(
      .readable, of: { [weak self] in self?.prepareLuv() }, onReady: { [weak self] in self?.runLuv() })
  }

  /// Before each wait: sees to it that luv is run when it is time for that.
  private func prepareLuv() -> Int32? {
    guard lua.isOpen, let luv = lua.luv, let loop = context.loop else { return nil }
    // A signal handle of luv's takes the process's action, and leaves the default one.
    loop.keepSignals()
    guard let timeout = luv.timeout else {
      luvTimer?.cancel()
      return luv.descriptor
    }
    let (seconds, attoseconds) = timeout.components
    let deadline = timers.now + Double(seconds) + Double(attoseconds) * 1e-18
    if luvTimer?.isPending != true || abs(luvDeadline - deadline) >= 0.001 {
      luvTimer?.cancel()
      luvDeadline = deadline
      luvTimer = timers.after(deadline - timers.now) { [weak self] in self?.runLuv() }
    }
    return luv.descriptor
  }

  private func runLuv() {
    guard lua.isOpen, !calls.isExitRequested, let luv = lua.luv else { return }
    turn {
      let outer = lua.willCall(LuaCallback("luv callback"))
      calls.running(for: nil) { luv.run() }
      lua.willCall(outer)
    }
  }
}
