/// A view of a process's loop with its own timers, for one app.
final class LoopView: EventLoop {
  let timers = TimerQueue()
  private let loop: MainLoop

  init(of loop: MainLoop) { self.loop = loop }

  func withOwnTimers() -> any EventLoop { loop.withOwnTimers() }

  func watch(
    _ descriptor: Int32, for readiness: Readiness, onReady: @escaping () -> Void
  ) -> DescriptorWatch {
    loop.watch(descriptor, for: readiness, onReady: onReady)
  }

  func watch(_ signal: ProcessSignal, onSignal: @escaping () -> Void) -> EventSource {
    loop.watch(signal, onSignal: onSignal)
  }

  func beforeWait(_ action: @escaping () -> Void) -> EventSource { loop.beforeWait(action) }
  var hasInput: Bool { loop.hasInput }
  var longestTurn: Duration { loop.longestTurn }
  var hasVirtualTime: Bool { loop.hasVirtualTime }
  func keepSignals() { loop.keepSignals() }
  func post(_ event: @escaping () -> Void) { loop.post(event) }
  func wait(until isMet: () -> Bool) { loop.wait(until: isMet) }
}
