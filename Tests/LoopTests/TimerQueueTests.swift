import Seeded
import Testing

@testable import Loop

@Suite("Timers")
@MainActor
struct TimerQueueTests {
  @Test("timers fire in the order of their times, and one that reschedules itself does not block the others")
  func timers() {
    let timers = TimerQueue()
    var order: [String] = []
    timers.after(2) { order.append("b") }
    timers.after(1) { order.append("a") }
    let repeating = timers.every(0.9) { order.append("r") }
    timers.after(3) { order.append("cancelled") }.cancel()
    timers.advance(to: 2)
    #expect(order == ["r", "a", "r", "b"])
    repeating.cancel()
    func again() {
      order.append(".")
      timers.after(0) { again() }
    }
    order = []
    timers.after(0) { again() }
    timers.advance(to: 2.005)
    #expect((2...10).contains(order.count))
  }

  @Test("a time that is no number counts as none, and does not stop other timers")
  func noNumber() {
    let timers = TimerQueue()
    var order: [String] = []
    timers.after(.nan) { order.append("now") }
    let repeating = timers.every(.nan) { order.append("again") }
    timers.after(1) {
      order.append("later")
      repeating.cancel()
    }
    timers.advance(to: 0.0015)
    #expect(order == ["now", "again"])
    timers.advance(to: 2)
    #expect(order.last == "later")
  }

  @Test("timers of scripts fire when earlier ones with the same delay would have fired, others when they were to")
  func phases() {
    let (before, after) = (TimerQueue(), TimerQueue())
    var fired: [String] = []
    func start(in timers: TimerQueue) {
      timers.every(2, isOfScript: true) { fired.append("every 2") }
      timers.after(2, isOfScript: true) { fired.append("2") }
      timers.every(2) { fired.append("host") }
    }
    start(in: before)
    before.after(5, isOfScript: true) { fired.append("5") }
    before.advance(to: 1.5)
    start(in: after)
    after.after(3, isOfScript: true) { fired.append("3") }
    after.align(with: before.scriptPhases)
    after.advance(to: 0.5)
    #expect(fired == ["every 2", "2"])
    fired = []
    after.advance(to: 4)
    #expect(fired == ["host", "every 2", "3", "host"])
  }

  @Test("timers that fire once fire early, in order and without moving the clock, if they are due within the time")
  func early() {
    let timers = TimerQueue()
    var order: [String] = []
    timers.after(2, isOfScript: true) {
      order.append("b")
      timers.after(1, isOfScript: true) { order.append("d") }
    }
    timers.after(1, isOfScript: true) { order.append("a") }
    timers.every(1, isOfScript: true) { order.append("r") }
    timers.after(11, isOfScript: true) { order.append("late") }
    timers.after(3, isOfScript: true) { order.append("cancelled") }.cancel()
    #expect(timers.fireEarly(dueWithin: 10) == 2)
    #expect(order == ["a", "b"] && timers.now == 0 && timers.count == 3)
    #expect(timers.fireEarly(dueWithin: 10) == 1)
    #expect(timers.fireEarly(dueWithin: 10) == nil)
    #expect(order == ["a", "b", "d"])
  }

  @Test("timers of the host do not fire early, and have no delay if only those of scripts count")
  func earlyOfScripts() {
    let timers = TimerQueue()
    var order: [String] = []
    timers.after(1, isOfScript: true) { order.append("script") }
    timers.after(2) { order.append("limit") }
    #expect(timers.delay(dueWithin: 10) == 2 && timers.delay(dueWithin: 10, isOfScript: true) == 1)
    #expect(timers.fireEarly(dueWithin: 10) == 1)
    #expect(timers.fireEarly(dueWithin: 10) == nil)
    #expect(order == ["script"] && timers.count == 1)
  }

  @Test("on a real clock, timers scheduled by timers wait until input and frames were handled")
  func generations() {
    let timers = TimerQueue()
    var order: [String] = []
    func slice() {
      order.append("slice")
      timers.after(0) { slice() }
    }
    timers.after(0) { slice() }
    let repeating = timers.every(0.1) { order.append("tick") }
    for turn in 1...3 {
      // Each takes longer than its own interval.
      timers.move(to: timers.now + 3)
      timers.fireDue()
      #expect(order == Array(repeating: ["slice", "tick"], count: turn).flatMap { $0 })
    }
    repeating.cancel()
  }

  @Test("due timers that must wait are first in the next turn, before those that became due meanwhile")
  func firstInNextTurn() {
    let timers = TimerQueue()
    var order: [String] = []
    for number in 1...5 {
      timers.after(0) {
        order.append("\(number)")
        timers.after(0) { order.append("\(number)b") }
      }
    }
    timers.fireDue { order.count % 2 != 0 }
    #expect(order == ["1", "2"])
    timers.move(to: 1)
    timers.fireDue { order.count % 6 != 0 }
    #expect(order == ["1", "2", "3", "4", "5", "1b"])
    timers.fireDue()
    #expect(order == ["1", "2", "3", "4", "5", "1b", "2b"])
  }

  @Test("a timer cancelled by an earlier timer of the same turn does not fire")
  func cancelledInTurn() {
    let timers = TimerQueue()
    var happened = false
    let second = timers.after(0.2) { happened = true }
    timers.after(0.1) { second.cancel() }
    timers.move(to: 1)
    timers.fireDue()
    #expect(!happened)
    #expect(timers.nextDeadline == nil)
  }

  @Test("ten thousand timers fire in order of their times")
  func manyTimers() {
    let timers = TimerQueue()
    var times: [Int] = []
    for index in 0..<10_000 {
      let time = index * 7919 % 10_000
      timers.after(Double(time)) { times.append(time) }
    }
    timers.advance(to: 10_000)
    #expect(times == Array(0..<10_000))
  }

  /// One firing of a timer.
  private struct Firing: Equatable {
    let number: Int
    let time: Double
  }

  /// Timers as a plain list.
  @MainActor
  private final class Model {
    struct Entry {
      var deadline: Double
      let order: Int
      let interval: Double?
    }

    var now = 0.0
    var entries: [Entry] = []
    var fired: [Firing] = []
    private var made = 0
    private var isFiring = false

    /// Returns the new timer's number.
    func add(_ seconds: Double, isRepeated: Bool) -> Int {
      made += 1
      let wait = max(seconds, isFiring || isRepeated ? 0.001 : 0)
      entries.append(Entry(deadline: now + wait, order: made, interval: isRepeated ? max(seconds, 0.001) : nil))
      return made
    }

    func cancel(_ number: Int) { entries.removeAll { $0.order == number } }

    private var first: Entry? { entries.min { ($0.deadline, $0.order) < ($1.deadline, $1.order) } }

    func advance(to time: Double) {
      while let entry = first, entry.deadline <= time {
        now = max(now, entry.deadline)
        fire(entry, next: entry.deadline)
      }
      now = max(now, time)
    }

    func fireDue() {
      let due = entries.filter { $0.deadline <= now }.sorted { ($0.deadline, $0.order) < ($1.deadline, $1.order) }
      for entry in due where entries.contains(where: { $0.order == entry.order }) {
        let interval = entry.interval ?? 0
        fire(entry, next: entry.deadline + interval > now ? entry.deadline : now)
      }
    }

    private func fire(_ entry: Entry, next: Double) {
      cancel(entry.order)
      if let interval = entry.interval {
        entries.append(Entry(deadline: next + interval, order: entry.order, interval: interval))
      }
      isFiring = true
      defer { isFiring = false }
      TimerQueueTests.didFire(entry.order, at: now, note: { fired.append($0) }) { _ = add($0, isRepeated: false) }
    }
  }

  /// The action of a timer; some start another one.
  private static func didFire(_ number: Int, at time: Double, note: (Firing) -> Void, add: (Double) -> Void) {
    note(Firing(number: number, time: time))
    if number % 5 == 0 { add(number % 2 == 0 ? 0 : 0.75) }
  }

  @Test("random operations give the same result as a plain list", arguments: 0..<4 as Range<UInt64>)
  func model(seed: UInt64) {
    var generator = SeededGenerator(state: seed)
    let (timers, model) = (TimerQueue(), Model())
    var made: [Int: TimerQueue.Timer] = [:]
    var (count, fired): (Int, [Firing]) = (0, [])
    func add(_ seconds: Double, isRepeated: Bool) {
      count += 1
      let number = count
      let action: @MainActor () -> Void = {
        Self.didFire(number, at: timers.now, note: { fired.append($0) }) { add($0, isRepeated: false) }
      }
      made[number] = isRepeated ? timers.every(seconds, action) : timers.after(seconds, action)
    }
    for _ in 0..<600 {
      fired = []
      model.fired = []
      let seconds = Double(Int.random(in: 0...12, using: &generator)) / 4
      switch Int.random(in: 0..<10, using: &generator) {
      case 0...5:
        let isRepeated = seconds > 0 && Int.random(in: 0..<16, using: &generator) == 0
        add(seconds, isRepeated: isRepeated)
        #expect(model.add(seconds, isRepeated: isRepeated) == count)
      case 6, 7:
        let number = Int.random(in: 1...max(1, count), using: &generator)
        made[number]?.cancel()
        model.cancel(number)
      case 8:
        #expect(timers.advance(to: timers.now + seconds))
        model.advance(to: model.now + seconds)
      default:
        timers.move(to: timers.now + seconds)
        timers.fireDue()
        model.now += seconds
        model.fireDue()
      }
      #expect(fired == model.fired && timers.now == model.now, "seed \(seed)")
      #expect(timers.nextDeadline == model.entries.map(\.deadline).min(), "seed \(seed)")
      if fired != model.fired { return }
    }
  }
}
