/// A callback that the host called, or would have called if the app defined it.
public struct LifeCycleEvent: Sendable, Equatable, Codable, CustomStringConvertible {
  /// The receiver of a callback.
  public enum Receiver: Sendable, Equatable, Codable {
    /// The application.
    case application
    /// A node of the tree, by identifier path.
    case node(IdentifierPath)
    /// A view controller without an identifier path (yet), by class.
    case unidentified(className: String)
    /// A restoration class, by name.
    case restorationClass(name: String)
  }

  /// The receiver.
  public var receiver: Receiver
  /// The name of the callback.
  public var callback: String
  /// The identifier path passed to a restoration method.
  public var path: IdentifierPath?

  /// Creates an event.
  public init(_ receiver: Receiver, _ callback: String, path: IdentifierPath? = nil) {
    self.receiver = receiver
    self.callback = callback
    self.path = path
  }

  /// `RECEIVER CALLBACK`, or for a restoration method `RECEIVER CALLBACK PATH`; truncated if names are very long.
  public var description: String {
    let name =
      switch receiver {
      case .application: "app"
      case .node(let path): path.description
      case .unidentified(let className): "<\(className)>"
      case .restorationClass(let name): "class \(name)"
      }
    guard let path else { return "\(name) \(callback)".cutAsMessage }
    return "\(name.cutAsMessage) \(callback) \(path)".cutAsMessage
  }
}
