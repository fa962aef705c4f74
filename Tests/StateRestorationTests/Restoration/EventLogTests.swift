import Testing

@testable import StateRestoration

@MainActor
@Suite("Life-cycle event log")
struct EventLogTests {
  private func log(capacity: Int?, events: Int) -> (log: EventLog, reported: Int) {
    let log = EventLog(capacity: capacity)
    var reported = 0
    log.onEvent = { _ in reported += 1 }
    for number in 1...events { log.record(.application, "\(number)") }
    return (log, reported)
  }

  @Test(
    "the last events are kept in order, and all are reported as they happen", arguments: [1, 99, 100, 101, 250, 1000])
  func last(events: Int) {
    let (log, reported) = log(capacity: 100, events: events)
    #expect(log.events.map(\.callback) == (max(1, events - 99)...events).map { "\($0)" })
    #expect(reported == events)
  }

  @Test("without a capacity all events are kept; by default the last 100,000")
  func all() {
    #expect(log(capacity: nil, events: 100_001).log.events.count == 100_001)
    #expect(EventLog().capacity == 100_000)
  }
}

/// A file that imports the module can use Swift's own `Span`.
@Suite("Names of the standard library")
struct StandardNameTests {
  private func sum(_ values: Span<Int>) -> Int {
    var sum = 0
    for index in values.indices { sum += values[index] }
    return sum
  }

  @Test("Swift's Span is not hidden")
  func span() { #expect(sum([1, 2, 3].span) == 6) }
}
