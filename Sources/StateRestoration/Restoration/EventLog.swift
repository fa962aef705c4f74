/// The life-cycle events of one run of an app, in the order they happened.
@MainActor
public final class EventLog {
  /// How many events are kept, the last ones; nil keeps all.
  public let capacity: Int?
  /// Those that are kept. When there are as many as are to be, each new one takes the place of the oldest.
  private var kept: [LifeCycleEvent] = []
  private var oldest = 0
  /// Called with every event as it happens.
  public var onEvent: ((LifeCycleEvent) -> Void)?

  /// An empty log.
  public init(capacity: Int? = 100_000) {
    self.capacity = capacity.map { max(1, $0) }
  }

  /// The events that are kept, oldest first.
  public var events: [LifeCycleEvent] { Array(kept[oldest...] + kept[..<oldest]) }

  /// Adds an event.
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
