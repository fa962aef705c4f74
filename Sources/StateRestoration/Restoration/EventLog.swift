/// The life-cycle events of one run of an app, in order.
@MainActor
public final class EventLog {
  /// The maximum number of events; nil is unlimited.
  public let capacity: Int?
  private var kept = Ring()
  /// Called with each event.
  public var onEvent: ((LifeCycleEvent) -> Void)?
  /// Records how long the events and the host's phases take; nil disables recording. Can be set at any time.
  public var spans: SpanRecorder?

  /// Creates an empty log.
  public init(capacity: Int? = 100_000, spans: SpanRecorder? = nil) {
    self.capacity = capacity.map { max(1, $0) }
    self.spans = spans
  }

  /// The events, oldest first.
  public var events: [LifeCycleEvent] { Array(kept.events[kept.oldest...] + kept.events[..<kept.oldest]) }

  /// Records an event.
  ///
  /// - Returns: the span of the event, for ``end(_:)`` when its callback has returned; nil if spans are not recorded.
  @discardableResult
  public func record(_ receiver: LifeCycleEvent.Receiver, _ callback: String, path: IdentifierPath? = nil) -> TraceSpan?
  {
    let event = LifeCycleEvent(receiver, callback, path: path)
    kept.append(event, capacity: capacity)
    onEvent?(event)
    return spans?.begin(.event, event.description)
  }

  /// Ends the span of an event.
  public func end(_ span: TraceSpan?) {
    if let span { spans?.end(span) }
  }

  /// Runs a phase of the host's work, and records its span if spans are recorded.
  public func phase<Result>(_ name: String, _ body: () throws -> Result) rethrows -> Result {
    guard let spans else { return try body() }
    let span = spans.begin(.phase, name)
    defer { spans.end(span) }
    return try body()
  }

  /// A ring buffer. When it is full, each new event replaces the oldest.
  private struct Ring {
    var events: [LifeCycleEvent] = []
    var oldest = 0

    mutating func append(_ event: LifeCycleEvent, capacity: Int?) {
      guard let capacity, events.count >= capacity else { return events.append(event) }
      events[oldest] = event
      oldest = (oldest + 1) % capacity
    }
  }
}
