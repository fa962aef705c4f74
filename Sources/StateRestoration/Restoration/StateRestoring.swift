/// An object that can be preserved and restored (UIKit's `UIStateRestoring`).
@MainActor
public protocol StateRestoring: AnyObject {
  /// The object's identifier among its siblings. An object without one is not archived; for a view controller, nor are
  /// its descendants.
  var restorationIdentifier: String? { get }

  /// The class name recorded in archives.
  var className: String { get }

  /// The parent in the identifier path; for a view, its controller. Nil for a root.
  var restorationPathParent: (any StateRestoring)? { get }

  /// The object as a view controller; nil if it is none.
  var asViewController: (any RestorableViewController)? { get }

  /// Whether it encodes unobserved state, such as local variables of the app, whose changes are not reported. After a
  /// callback that belongs to no node, preservation encodes these nodes again.
  var encodesUnobservedState: Bool { get }

  /// Encodes the object's state. If it throws, the previously encoded state is kept.
  func encodeRestorableState(with coder: StateCoder) throws

  /// Decodes the object's state. If it throws, the object stays as its class created it.
  func decodeRestorableState(with coder: StateCoder) throws

  /// Called by preservation: ``encodeRestorableState(with:)``, unless the object adds to it or the app overrides it.
  func preserve(with coder: StateCoder) throws

  /// Called by restoration: ``decodeRestorableState(with:)``, unless the object adds to it or the app overrides it.
  func restore(from coder: StateCoder) throws
}

extension StateRestoring {
  public var asViewController: (any RestorableViewController)? { nil }

  public var encodesUnobservedState: Bool { false }

  public func preserve(with coder: StateCoder) throws {
    try encodeRestorableState(with: coder)
  }

  public func restore(from coder: StateCoder) throws {
    try decodeRestorableState(with: coder)
  }
}
