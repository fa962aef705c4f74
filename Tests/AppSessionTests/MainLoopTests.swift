import Foundation
import Interface
import SystemCalls
import Testing

@testable import AppSession

@Suite("Main loop")
@MainActor
struct MainLoopTests {
  @Test("a timer that starts while descriptors are collected limits the wait")
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
    // Stops a loop that would wait endlessly.
    loop.timers.after(5) { loop.stop() }
    loop.run {}
    #expect(isInTime && loop.timers.now < 5)
  }

  @Test("a timer that starts while input is read counts from then, however long the loop waited")
  func timerBegunWhenReading() throws {
    let loop = MainLoop()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    var begun: ContinuousClock.Instant?
    var waited = Duration.zero
    let source = loop.watch(
      .input, of: { ends[0] },
      onReady: {
        var byte: UInt8 = 0
        #expect(read(ends[0], &byte, 1) == 1)
        begun = .now
        loop.timers.after(0.05) {
          waited = begun.map { .now - $0 } ?? .zero
          loop.stop()
        }
      })
    defer { source.cancel() }
    let descriptor = ends[1]
    Thread.detachNewThread {
      usleep(200_000)
      _ = write(descriptor, "x", 1)
    }
    loop.timers.after(5) { loop.stop() }
    loop.run {}
    #expect(waited >= .milliseconds(49))
  }

  @Test("user input comes before everything else, and the loop knows that it is waiting")
  func input() throws {
    let loop = MainLoop()
    var pipes: [[Int32]] = []
    for _ in 1...2 {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      #expect(write(ends[1], "x", 1) == 1)
      pipes.append(ends)
    }
    defer { pipes.joined().forEach { close($0) } }
    var order: [String] = []
    var hadInput: [Bool] = []
    func note(_ name: String, _ pipe: Int) {
      var byte: UInt8 = 0
      #expect(read(pipes[pipe][0], &byte, 1) == 1)
      order.append(name)
      hadInput.append(loop.hasInput)
    }
    #expect(!loop.hasInput)
    let output = loop.watch(.readable, of: { pipes[0][0] }, onReady: { note("output", 0) })
    #expect(!loop.hasInput)
    let input = loop.watch(
      .input, of: { pipes[1][0] },
      onReady: {
        note("input", 1)
        loop.post {
          hadInput.append(loop.hasInput)
          loop.post { loop.stop() }
        }
      })
    #expect(loop.hasInput)
    loop.run {}
    #expect(order == ["input", "output"])
    // The input is read, but stays pending until its event was handled.
    #expect(hadInput == [true, true, true])
    [input, output].forEach { $0.cancel() }
  }

  @Test("a signal stays pending until it is handled; after the handlers are removed none is pending")
  func signals() throws {
    let loop = MainLoop()
    try loop.takeSignals()
    kill(getpid(), SIGINT)
    // Nothing was requested, so the wait ends.
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

  @Test("Control-Z is reported to the loop while it handles signals, and otherwise stops the process")
  func stopping() throws {
    let loop = MainLoop()
    try loop.takeSignals()
    #expect(!loop.stopsAtOnce && system_signal_is_default(SIGTSTP) == 0)
    loop.stopsAtOnce = true
    loop.keepSignals()
    #expect(system_signal_is_default(SIGTSTP) == 1)
    loop.stopsAtOnce = false
    #expect(system_signal_is_default(SIGTSTP) == 0)
    loop.returnSignals()
    #expect(system_signal_is_default(SIGTSTP) == 1)
  }
}
