import Interface
import Testing

@testable import AppSession

@Suite("The main loop")
@MainActor
struct MainLoopTests {
  @Test("waits no longer than for a timer that somebody began when asked for a descriptor")
  func timerBegunBeforeTheWait() {
    let loop = MainLoop()
    var begun: TimerQueue.Timer?
    var isInTime = false
    let source = loop.watch(
      .readable,
      of: {
        if begun == nil {
          begun = loop.timers.after(0.01) {
            isInTime = true
            loop.stop()
          }
        }
        return nil
      }, onReady: {})
    defer { source.cancel() }
    // Ends a loop that waits for ever.
    loop.timers.after(5) { loop.stop() }
    loop.run {}
    #expect(isInTime && loop.timers.now < 5)
  }
}
