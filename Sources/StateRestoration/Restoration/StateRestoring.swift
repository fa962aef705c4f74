/// An object that takes part in preservation and restoration (UIKit's `UIStateRestoring`).
@MainActor
public protocol StateRestoring: AnyObject {
  /// The name of the object among its siblings; nil keeps it, and for a view controller its whole subtree, out of the
  /// archive.
  var restorationIdentifier: String? { get }

  /// The name of its class, as the archive records it.
  var className: String { get }

  /// The node whose path this one's path continues: for a view, the controller it belongs to. Nil at the top.
  var restorationPathParent: (any StateRestoring)? { get }

  /// Whether it encodes values whose changes nobody reports, such as local variables of the app. After a callback that
  /// belongs to no node, preservation asks these nodes again.
  var encodesUnobservedState: Bool { get }

  /// Writes what is needed to come back. An error keeps what the object wrote the last time.
  func encodeRestorableState(with coder: StateCoder) throws

  /// Reads what was written. An error leaves the object as its class made it.
  func decodeRestorableState(with coder: StateCoder) throws

  /// What preservation calls: ``encodeRestorableState(with:)``, unless the object adds to it or the app overrides it.
  func preserve(with coder: StateCoder) throws

  /// What restoration calls: ``decodeRestorableState(with:)``, unless the object adds to it or the app overrides it.
  func restore(from coder: StateCoder) throws
}

extension StateRestoring {
  public var encodesUnobservedState: Bool { false }

  public func preserve(with coder: StateCoder) throws {
    try encodeRestorableState(with: coder)
  }

  public func restore(from coder: StateCoder) throws {
    try decodeRestorableState(with: coder)
  }
}
