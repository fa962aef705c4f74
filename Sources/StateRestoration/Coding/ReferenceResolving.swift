/// Converts between objects of the tree and references, for the coders of one save or restoration.
@MainActor
public protocol ReferenceResolving: AnyObject {
  /// Returns the reference to an object; nil if it cannot be part of the tree.
  func reference(to object: AnyObject) -> NodeReference?
  /// Returns the object of a reference; nil if it was not restored.
  func object(for reference: NodeReference) -> AnyObject?
}
