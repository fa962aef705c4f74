/// What the store holds and no record stands for yet: the nodes of an earlier run.
@MainActor
struct PreservationBaseline {
  private struct Place: Hashable {
    var parent: NodeID?
    var kind: ArchivedNode.Kind
    var identifier: String
    var ordinal: Int
  }

  /// A node of this run that stands for one of the earlier run.
  struct Restored {
    weak var node: AnyObject?
    var id: NodeID
    /// Whether the node could not read its state.
    var hasFailed: Bool
  }

  private var nodes: [NodeID: ArchivedNode] = [:]
  private var places: [Place: NodeID] = [:]
  private var restored: [ObjectIdentifier: Restored]

  /// - Parameter restored: which nodes were made from which; the others are known again by name and place.
  init(_ archive: Archive?, restored: [ObjectIdentifier: Restored]) {
    self.restored = restored.filter { $0.value.node != nil }
    let isTaken = Set(self.restored.values.map(\.id))
    for (node, ordinal) in (archive?.nodes ?? []).withOrdinals() {
      nodes[node.id] = node
      guard !isTaken.contains(node.id) else { continue }
      places[Place(parent: node.parent, kind: node.kind, identifier: node.identifier, ordinal: ordinal)] = node.id
    }
  }

  /// What is stored of a node that is met in this run.
  struct Stored {
    var archived: ArchivedNode
    /// Whether the node was made from it, so that its state is the node's own. One that merely stands in its place goes
    /// on under its id.
    var isOwn: Bool
    /// Whether the node could not read its state.
    var hasFailed = false
  }

  /// Takes out what is stored of a node.
  mutating func take(_ node: any StateRestoring, as archived: ArchivedNode, ordinal: Int) -> Stored? {
    if let known = restored.removeValue(forKey: ObjectIdentifier(node)), known.node === node,
      let stored = nodes[known.id], stored.kind == archived.kind
    {
      nodes[known.id] = nil
      return Stored(archived: stored, isOwn: true, hasFailed: known.hasFailed)
    }
    let place = Place(
      parent: archived.parent, kind: archived.kind, identifier: archived.identifier, ordinal: ordinal)
    guard let id = places.removeValue(forKey: place), let stored = nodes.removeValue(forKey: id) else { return nil }
    return Stored(archived: stored, isOwn: false)
  }

  /// Takes out the nodes that nothing stands for.
  mutating func takeRest() -> [ArchivedNode] {
    defer {
      nodes = [:]
      places = [:]
      restored = [:]
    }
    return nodes.values.sorted { $0.id < $1.id }
  }
}

extension Sequence where Element == ArchivedNode {
  /// Each node with its place among its siblings of the same identifier. The nodes are in the order of the walk.
  func withOrdinals() -> [(node: ArchivedNode, ordinal: Int)] {
    var siblings: [NodeID?: Siblings] = [:]
    return map { ($0, siblings[$0.parent, default: Siblings()].ordinal(of: $0.identifier)) }
  }
}
