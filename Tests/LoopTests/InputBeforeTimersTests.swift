import Foundation
import SystemCalls
import Testing

@testable import Loop

@Suite("Input before timers")
@MainActor
struct InputBeforeTimersTests {
  @Test("the effect of input is drawn before due timers fire, which then wait no longer")
  func drawingBeforeTimers() throws {
    let loop = MainLoop()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    var steps: [String] = []
    // The input is never read, so that each turn has some.
    let source = loop.watch(ends[0], for: .input) { loop.post { steps.append("input") } }
    defer { source.cancel() }
    #expect(write(ends[1], "x", 1) == 1)
    func work() {
      steps.append("timer")
      // As a long slice of work, after which the next one is due.
      usleep(2_000)
      loop.timers.after(0, work)
    }
    loop.timers.after(0, work)
    loop.run {
      steps.append("drawn")
      if steps.count > 60 { loop.stop() }
    }
    let timers = steps.indices.filter { steps[$0] == "timer" }
    #expect(timers.count > 5)
    for timer in timers where timer > 3 {
      #expect(steps[(timer - 3)..<timer] == ["input", "drawn", "input"])
    }
  }

  @Test("input that arrives while due timers fire is handled before the rest of them")
  func inputBetweenTimers() throws {
    let loop = MainLoop()
    var ends: [Int32] = [-1, -1]
    #expect(pipe(&ends) == 0)
    defer { ends.forEach { close($0) } }
    var steps: [String] = []
    let source = loop.watch(ends[0], for: .input) {
      var byte: UInt8 = 0
      _ = read(ends[0], &byte, 1)
      loop.post { steps.append("input") }
    }
    defer { source.cancel() }
    for number in 1...20 {
      loop.timers.after(0) {
        steps.append("timer")
        usleep(1_000)
        if number == 3 { _ = write(ends[1], "x", 1) }
        if number == 20 { loop.stop() }
      }
    }
    loop.run {}
    let place = try #require(steps.firstIndex(of: "input"))
    #expect((3...8).contains(place) && steps.count == 21)
  }
}
