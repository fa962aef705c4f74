/// Resolves references for the coders of one save: each reference gets a slot, which is filled when the save is
/// written.
@MainActor
final class EncodingContext: ReferenceResolving {
  private let references: ReferenceTable
  private var current: [ReferenceTarget] = []
  /// The targets of the application's own references, by slot.
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
  /// - Returns: the targets of its references, by slot.
  func end() -> [ReferenceTarget] {
    isNodeEncoding = false
    defer { current = [] }
    return current
  }

  func reference(to object: AnyObject) -> NodeReference? {
    guard object is any StateRestoring else { return nil }
    let target = references.target(for: object)
    if isNodeEncoding {
      current.append(target)
      return NodeReference(slot: current.count - 1)
    }
    applicationTargets.append(target)
    return NodeReference(slot: applicationTargets.count - 1)
  }

  func object(for reference: NodeReference) -> AnyObject? { nil }
}
