/// Leads from references to the nodes of an archive.
struct NodeAddresses {
  private struct Address: Hashable {
    var parent: NodeID?
    var identifier: String
    var ordinal: Int
  }

  private var ids: [Address: NodeID] = [:]

  /// The addresses of these nodes, which are in the order of the walk.
  init(_ nodes: [ArchivedNode]) {
    ids.reserveCapacity(nodes.count)
    for (node, ordinal) in nodes.withOrdinals() {
      ids[Address(parent: node.parent, identifier: node.identifier, ordinal: ordinal)] = node.id
    }
  }

  /// The node that a reference leads to; nil if it leads nowhere.
  func id(at reference: NodeReference) -> NodeID? {
    var found: NodeID?
    for (identifier, ordinal) in zip(reference.path.components, reference.ordinals) {
      guard let next = ids[Address(parent: found, identifier: identifier, ordinal: ordinal)] else { return nil }
      found = next
    }
    return found
  }
}

extension Sequence where Element == ArchivedNode {
  /// Each node with its place among its siblings of the same identifier. The nodes are in the order of the walk.
  func withOrdinals() -> [(node: ArchivedNode, ordinal: Int)] {
    var siblings: [NodeID?: Siblings] = [:]
    return map { ($0, siblings[$0.parent, default: Siblings()].ordinal(of: $0.identifier)) }
  }
}
