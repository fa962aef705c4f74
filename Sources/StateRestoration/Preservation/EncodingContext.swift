/// Answers what the coders of one save ask about other nodes: a slot for each reference, which is filled in when the save is
/// written.
@MainActor
final class EncodingContext: ReferenceResolving {
  private let references: ReferenceTable
  private var current: [ReferenceTarget] = []
  /// What the application itself refers to, by slot.
  private(set) var applicationTargets: [ReferenceTarget] = []
  private var isNodeEncoding = false

  init(_ references: ReferenceTable) {
    self.references = references
  }

  /// A node begins to encode.
  func begin() {
    isNodeEncoding = true
    current = []
  }

  /// A node has encoded.
  ///
  /// - Returns: what it refers to, by slot.
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
