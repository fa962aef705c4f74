/// One callback that the host made, or would have made if the app defined it.
public struct LifeCycleEvent: Sendable, Equatable, CustomStringConvertible {
  /// Who was called.
  public enum Receiver: Sendable, Equatable {
    /// The application.
    case application
    /// A node of the tree, named by its identifier path.
    case node(IdentifierPath)
    /// A view controller that has no identifier path (yet), named by its class.
    case unidentified(className: String)
    /// A restoration class, named by itself.
    case restorationClass(name: String)
  }

  /// Who was called.
  public var receiver: Receiver
  /// The name of the callback.
  public var callback: String
  /// The identifier path that a restoration method was asked for.
  public var path: IdentifierPath?

  /// The callback of this name on this receiver.
  public init(_ receiver: Receiver, _ callback: String, path: IdentifierPath? = nil) {
    self.receiver = receiver
    self.callback = callback
    self.path = path
  }

  /// `RECEIVER CALLBACK`, or for a restoration method `RECEIVER CALLBACK PATH`.
  public var description: String {
    let name =
      switch receiver {
      case .application: "app"
      case .node(let path): path.description
      case .unidentified(let className): "<\(className)>"
      case .restorationClass(let name): "class \(name)"
      }
    guard let path else { return "\(name) \(callback)" }
    return "\(name) \(callback) \(path)"
  }
}

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
