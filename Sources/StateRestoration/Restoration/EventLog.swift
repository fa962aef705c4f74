/// The life-cycle events of one run of an app, in order.
@MainActor
public final class EventLog {
  /// The maximum number of events; nil is unlimited.
  public let capacity: Int?
  /// The events in a ring buffer. When it is full, each new event replaces the oldest.
  private var kept: [LifeCycleEvent] = []
  private var oldest = 0
  /// Called with each event.
  public var onEvent: ((LifeCycleEvent) -> Void)?

  /// Creates an empty log.
  public init(capacity: Int? = 100_000) {
    self.capacity = capacity.map { max(1, $0) }
  }

  /// The events, oldest first.
  public var events: [LifeCycleEvent] { Array(kept[oldest...] + kept[..<oldest]) }

  /// Records an event.
  public func record(_ receiver: LifeCycleEvent.Receiver, _ callback: String, path: IdentifierPath? = nil) {
    let event = LifeCycleEvent(receiver, callback, path: path)
    if let capacity, kept.count >= capacity {
      kept[oldest] = event
      oldest = (oldest + 1) % capacity
    } else {
      kept.append(event)
    }
    onEvent?(event)
  }
}
