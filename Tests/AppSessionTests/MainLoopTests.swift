import Foundation
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

  @Test("a signal stays pending until somebody does what it says; given back, none is")
  func signals() throws {
    let loop = MainLoop()
    try loop.takeSignals()
    kill(getpid(), SIGINT)
    // Nobody has asked for it: whoever waits gives up.
    loop.timers.after(5) {}
    loop.wait(until: { MainLoop.isEndPending })
    #expect(MainLoop.isEndPending && loop.timers.now < 5)

    var count = 0
    let source = loop.watch(.interrupt) {
      count += 1
      loop.stop()
    }
    defer { source.cancel() }
    kill(getpid(), SIGINT)
    loop.run {}
    #expect(count == 1 && !MainLoop.isEndPending)

    loop.requestEnd()
    #expect(MainLoop.isEndPending)
    loop.returnSignals()
    #expect(!MainLoop.isEndPending)
  }
}
