/// Resolves references by path, as stored by formats before 4.
struct NodeAddresses {
  private struct Address: Hashable {
    var parent: NodeID?
    var identifier: String
    var ordinal: Int
  }

  private var ids: [Address: NodeID] = [:]

  /// Indexes nodes, which must be in walk order.
  init(_ nodes: [ArchivedNode]) {
    ids.reserveCapacity(nodes.count)
    for (node, ordinal) in nodes.withOrdinals() {
      ids[Address(parent: node.parent, identifier: node.identifier, ordinal: ordinal)] = node.id
    }
  }

  /// Returns the node at a path; nil if it does not exist.
  func id(at path: IdentifierPath, ordinals: [Int]) -> NodeID? {
    var found: NodeID?
    for (identifier, ordinal) in zip(path.components, ordinals) {
      guard let next = ids[Address(parent: found, identifier: identifier, ordinal: ordinal)] else { return nil }
      found = next
    }
    return found
  }
}

extension Sequence where Element == ArchivedNode {
  /// Returns each node with its index among its siblings with the same identifier. The nodes must be in walk order.
  func withOrdinals() -> [(node: ArchivedNode, ordinal: Int)] {
    var siblings: [NodeID?: Siblings] = [:]
    return map { ($0, siblings[$0.parent, default: Siblings()].ordinal(of: $0.identifier)) }
  }
}
