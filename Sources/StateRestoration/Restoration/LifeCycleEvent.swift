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

  /// `RECEIVER CALLBACK`, or for a restoration method `RECEIVER CALLBACK PATH`; cut where names are very long.
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
