/// Resolves references for the coders of one save, and collects their targets.
@MainActor
final class EncodingContext: ReferenceResolving {
  private let references: ReferenceTable
  private var current: [ReferenceTarget] = []
  /// The targets of the application's own references.
  private(set) var applicationTargets: [ReferenceTarget] = []
  private var isNodeEncoding = false

  init(_ references: ReferenceTable) {
    self.references = references
  }

  /// Called before a node encodes.
  func begin() {
    isNodeEncoding = true
    current = []
  }

  /// Called after a node has encoded.
  ///
  /// - Returns: the targets of its references, in the order of encoding.
  func end() -> [ReferenceTarget] {
    isNodeEncoding = false
    defer { current = [] }
    return current
  }

  func reference(to object: AnyObject) -> NodeReference? {
    guard let node = object as? any StateRestoring else { return nil }
    let target = references.target(for: node)
    if isNodeEncoding { current.append(target) } else { applicationTargets.append(target) }
    return .node(references.id(of: node))
  }

  func object(for reference: NodeReference) -> AnyObject? { nil }
}
