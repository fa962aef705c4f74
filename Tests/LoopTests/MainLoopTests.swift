import Foundation
import SystemCalls
import Testing

@testable import Loop

@Suite("Main loop")
@MainActor
struct MainLoopTests {
  @Test("a timer that starts before a wait limits it")
  func timerBegunBeforeTheWait() {
    let loop = MainLoop()
    var begun: TimerQueue.Timer?
    var isInTime = false
    let source = loop.beforeWait {
      if begun == nil {
        begun = loop.timers.after(0.01) {
          isInTime = true
          loop.stop()
        }
      }
    }
    defer { source.cancel() }
    // Stops a loop that would wait forever.
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
    let source = loop.watch(ends[0], for: .input) {
      var byte: UInt8 = 0
      #expect(read(ends[0], &byte, 1) == 1)
      begun = .now
      loop.timers.after(0.05) {
        waited = begun.map { .now - $0 } ?? .zero
        loop.stop()
      }
    }
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

  @Test("user input is handled first, and the loop reports that it is pending")
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
    let output = loop.watch(pipes[0][0], for: .readable) { note("output", 0) }
    #expect(!loop.hasInput)
    let input = loop.watch(pipes[1][0], for: .input) {
      note("input", 1)
      loop.post {
        hadInput.append(loop.hasInput)
        loop.post { loop.stop() }
      }
    }
    #expect(loop.hasInput)
    loop.run {}
    #expect(order == ["input", "output"])
    // The input was read, but its event is not handled yet.
    #expect(hadInput == [true, true, true])
    [input, output].forEach { $0.cancel() }
  }

  /// Creates a pipe with a byte in it.
  private final class Pipe {
    let ends: (reading: Int32, writing: Int32)

    init() {
      var ends: [Int32] = [-1, -1]
      #expect(pipe(&ends) == 0)
      self.ends = (ends[0], ends[1])
      #expect(write(ends[1], "x", 1) == 1)
    }

    func drain() {
      var byte: UInt8 = 0
      #expect(read(ends.reading, &byte, 1) == 1)
    }

    deinit {
      close(ends.reading)
      close(ends.writing)
    }
  }

  @Test("a paused watch is not called until it is resumed, even if its descriptor was ready at the same time")
  func pausing() {
    let loop = MainLoop(.virtual)
    let (first, second) = (Pipe(), Pipe())
    var calls: [String] = []
    var later: DescriptorWatch?
    let watch = loop.watch(first.ends.reading, for: .readable) {
      calls.append("first")
      later?.pause()
    }
    later = loop.watch(second.ends.reading, for: .readable) { calls.append("second") }
    defer { [watch, later].forEach { $0?.cancel() } }
    loop.advance(by: 0)
    loop.advance(by: 0)
    #expect(calls == ["first", "first"] && later?.isPaused == true)
    watch.pause()
    later?.resume()
    loop.advance(by: 0)
    #expect(calls == ["first", "first", "second"])
    watch.resume()
    watch.cancel()
    loop.advance(by: 0)
    #expect(calls == ["first", "first", "second", "second"])
  }

  @Test("paused input does not count as pending")
  func pausedInput() {
    let loop = MainLoop(.virtual)
    let pipe = Pipe()
    let watch = loop.watch(pipe.ends.reading, for: .input) {}
    defer { watch.cancel() }
    #expect(loop.hasInput)
    watch.pause()
    #expect(!loop.hasInput)
    watch.resume()
    #expect(loop.hasInput)
  }

  @Test("closures before a wait run in the order of registration, and their effects count for that wait")
  func beforeWait() {
    let loop = MainLoop()
    let pipe = Pipe()
    var calls: [String] = []
    let watch = loop.watch(pipe.ends.reading, for: .readable) {
      pipe.drain()
      calls.append("ready")
    }
    watch.pause()
    let sources = [
      loop.beforeWait {
        calls.append("one")
        watch.resume()
      },
      loop.beforeWait {
        calls.append("two")
        loop.post {
          calls.append("posted")
          loop.stop()
        }
      },
    ]
    defer { (sources + [watch]).forEach { $0.cancel() } }
    loop.run {}
    #expect(calls == ["one", "two", "ready", "posted"])
  }

  @Test("a closure that an earlier one cancels is not called before the same wait")
  func cancelledPreparation() {
    let loop = MainLoop(.virtual)
    var (calls, second): (Int, EventSource?) = (0, nil)
    let first = loop.beforeWait { second?.cancel() }
    second = loop.beforeWait { calls += 1 }
    defer { first.cancel() }
    loop.advance(by: 0)
    #expect(calls == 0 && second?.isActive == false)
  }

  @Test("a closed descriptor is reported once, and does not wake the loop again")
  func closedDescriptor() {
    let loop = MainLoop()
    let descriptor = dup(STDOUT_FILENO)
    close(descriptor)
    var calls = 0
    let watch = loop.watch(descriptor, for: .readable) { calls += 1 }
    loop.timers.after(0.05) { loop.stop() }
    var turns = 0
    loop.run { turns += 1 }
    #expect(calls == 1 && !watch.isActive && turns < 5 && loop.watches.isEmpty)
  }

  @Test("a file is always ready, even as standard input")
  func file() throws {
    let loop = MainLoop()
    let descriptor = open("/dev/null", O_RDONLY)
    defer { close(descriptor) }
    var calls = 0
    let watch = loop.watch(descriptor, for: .readable) {
      calls += 1
      loop.stop()
    }
    defer { watch.cancel() }
    loop.timers.after(5) { loop.stop() }
    loop.run {}
    #expect(calls == 1)
  }

  @Test("after a handler that waits, no descriptor is read twice")
  func nestedWait() {
    let loop = MainLoop()
    let (first, second) = (Pipe(), Pipe())
    var (calls, reads) = (0, 0)
    let watches = [
      loop.watch(first.ends.reading, for: .readable) {
        first.drain()
        calls += 1
        loop.timers.after(5) {}
        loop.wait(until: { reads == 1 })
      },
      loop.watch(second.ends.reading, for: .readable) {
        // This would wait forever if the loop still treated the pipe as readable.
        second.drain()
        reads += 1
      },
    ]
    defer { watches.forEach { $0.cancel() } }
    loop.look(waitingAtMost: .zero)
    #expect(calls == 1 && reads == 1)
  }

  @Test("the timers of a view follow the loop's clock, are separate from others, and end with the view")
  func views() {
    let loop = MainLoop(.virtual)
    var fired: [String] = []
    var view: (any EventLoop)? = loop.withOwnTimers()
    let other = loop.withOwnTimers()
    view?.timers.every(1) { fired.append("view") }
    other.timers.after(2) { fired.append("other") }
    #expect(loop.timers.nextDeadline == nil)
    loop.advance(by: 1)
    #expect(fired == ["view"] && other.timers.now == 1)
    view = nil
    loop.advance(by: 1)
    #expect(fired == ["view", "other"])
  }

  @Test("a turn of handlers ends at once for input, otherwise after 8 ms")
  func limit() {
    let loop = MainLoop()
    let start = ContinuousClock.now
    let limit = TurnLimit(of: loop)
    while !limit.isOver() {}
    #expect(ContinuousClock.now - start >= .milliseconds(8))
    let pipe = Pipe()
    let watch = loop.watch(pipe.ends.reading, for: .input) {}
    defer { watch.cancel() }
    #expect(TurnLimit(of: loop).isOver())
  }

  @Test("an alarm fires once in real time, even on a loop with virtual time; a cancelled one never does")
  func alarm() {
    let loop = MainLoop(.virtual)
    var calls = 0
    let alarm = Alarm(milliseconds: 20, on: loop) { calls += 1 }
    let other = Alarm(milliseconds: 1, on: loop) { calls += 100 }
    other.cancel()
    let end = ContinuousClock.now + .seconds(5)
    while calls == 0, ContinuousClock.now < end { loop.look(waitingAtMost: .milliseconds(10)) }
    loop.look(waitingAtMost: .milliseconds(30))
    #expect(calls == 1 && loop.watches.isEmpty)
    withExtendedLifetime(alarm) {}
  }

  @Test("a signal stays pending until it is handled; after the handlers are removed none is pending")
  func signals() throws {
    let loop = MainLoop()
    try loop.takeSignals()
    kill(getpid(), SIGINT)
    // No code waits for the signal.
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

    MainLoop.requestEnd()
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

  /// Sends signals to this thread, one after the other.
  private static func raiseAll(_ signals: some Sequence<Int32>) {
    // The thread of a Swift task may block them.
    var (all, mask) = (sigset_t(), sigset_t())
    sigfillset(&all)
    pthread_sigmask(SIG_UNBLOCK, &all, &mask)
    for signal in signals { raise(signal) }
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }

  @Test("each kind of thousands of signals is reported, even if the pipe was full")
  func manySignals() throws {
    let loop = MainLoop()
    try loop.takeSignals()
    defer { loop.returnSignals() }
    var sizes = 0
    var hasEnded = false
    let sources = [
      loop.watch(.windowSize) { sizes += 1 },
      loop.watch(.terminate) { hasEnded = true },
    ]
    defer { sources.forEach { $0.cancel() } }
    Self.raiseAll(repeatElement(SIGWINCH, count: 70_000))
    Self.raiseAll([SIGTERM])
    let limit = loop.timers.after(5) { loop.stop() }
    defer { limit.cancel() }
    loop.run { if hasEnded { loop.stop() } }
    #expect(hasEnded && sizes == 1)
  }

  @Test("signals are reported in the order of their arrival, and again when they arrive again")
  func signalOrder() throws {
    let loop = MainLoop()
    try loop.takeSignals()
    defer { loop.returnSignals() }
    var order: [ProcessSignal] = []
    let kinds: [ProcessSignal] = [.terminate, .hangup, .interrupt, .resume, .windowSize]
    let sources = kinds.map { kind in loop.watch(kind) { order.append(kind) } }
    defer { sources.forEach { $0.cancel() } }
    for signals in [[SIGWINCH, SIGCONT, SIGINT, SIGWINCH], [SIGINT, SIGHUP, SIGTERM, SIGINT]] {
      order = []
      Self.raiseAll(signals)
      loop.advance(by: 0)
      #expect(order == signals.dropLast().compactMap { number in kinds.first { $0.number == number } })
    }
  }
}
