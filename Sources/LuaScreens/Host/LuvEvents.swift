import Interface
import Loop
import LuaRuntime

/// Runs luv's loop within the host's loop: its descriptor is watched, and its timeout is a timer.
@MainActor
final class LuvEvents {
  private unowned let host: ScriptHost
  private let luv: LuvLoop
  private var sources: [EventSource] = []
  private var timer: TimerQueue.Timer?

  init(_ luv: LuvLoop, of host: ScriptHost) {
    self.luv = luv
    self.host = host
    let loop = host.context.loop
    sources = [
      loop.watch(luv.descriptor, for: .readable) { [weak self] in self?.run() },
      loop.beforeWait { [weak self] in self?.prepare() },
    ]
  }

  /// Stops watching.
  func cancel() {
    sources.forEach { $0.cancel() }
    timer?.cancel()
  }

  /// Schedules luv's next run. Called before each wait.
  private func prepare() {
    guard host.lua.isOpen else { return }
    // A signal handle of luv replaces the process's action and later restores the default one.
    host.context.loop.keepSignals()
    let timers = host.timers
    let deadline = luv.timeout.map { timers.now + $0.seconds }
    if let timer, timer.isPending, let deadline, abs(timer.deadline - deadline) < 0.001 { return }
    timer?.cancel()
    timer = deadline.map { deadline in
      timers.after(deadline - timers.now, isOfScript: true) { [weak self] in self?.run() }
    }
  }

  private func run() {
    let calls = host.calls
    guard calls.lua.isOpen, !calls.isExitRequested else { return }
    host.turn {
      let span = host.log.spans?.begin(.callback, "luv callback")
      defer { host.log.end(span) }
      calls.lua.calling(LuaCallback("luv callback")) {
        calls.running(for: nil) { luv.run() }
      }
    }
  }
}
