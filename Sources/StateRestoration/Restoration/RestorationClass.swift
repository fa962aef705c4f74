/// Makes view controllers or objects again, by their identifier path (UIKit's `UIViewControllerRestoration` and
/// `UIObjectRestoration`).
@MainActor
public protocol RestorationClass: AnyObject {
  /// The name that the archive records.
  var name: String { get }

  /// Makes the controller of this path again, or returns one that exists. Nil means that it, and all below it, is not
  /// to come back.
  func viewController(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableViewController)?

  /// Makes the object of this path again. Nil means that it is not to come back.
  func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws -> (any RestorableObject)?
}

extension RestorationClass {
  /// Makes nothing.
  public func object(withRestorationIdentifierPath path: IdentifierPath, coder: StateCoder) throws
    -> (any RestorableObject)?
  { nil }
}
