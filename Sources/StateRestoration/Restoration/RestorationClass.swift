/// Re-creates view controllers or objects by their identifier paths (UIKit's `UIViewControllerRestoration` and
/// `UIObjectRestoration`).
@MainActor
public protocol RestorationClass: AnyObject {
  /// The name recorded in archives.
  var name: String { get }

  /// Creates the controller for a path, or returns an existing one. Nil omits it and its descendants.
  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?

  /// Creates the object for a path. Nil omits it.
  func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws -> (any RestorableObject)?
}

extension RestorationClass {
  /// Omits the object.
  public func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableObject)?
  { nil }
}
