/// Leads from objects of the tree to references and back, for the coders of one save or of one restoration.
@MainActor
public protocol ReferenceResolving: AnyObject {
  /// The reference to an object of the tree; nil if it has no identifier path.
  func reference(to object: AnyObject) -> NodeReference?
  /// The object that a reference leads to; nil if it was not restored.
  func object(for reference: NodeReference) -> AnyObject?
}
