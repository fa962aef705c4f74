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
  /// The nodes in the order of the walk.
  private var order: [NodeID] = []
  private var places: [Place: NodeID] = [:]
  private var restored: [ObjectIdentifier: Restored]
  private let unmade: Set<NodeID>

  /// - Parameters:
  ///   - restored: which nodes were made from which; the others are known again by name and place.
  ///   - unmade: what restoration left to the node above to make.
  init(_ archive: Archive?, restored: [ObjectIdentifier: Restored], unmade: Set<NodeID>) {
    self.unmade = unmade
    self.restored = restored.filter { $0.value.node != nil }
    let isTaken = Set(self.restored.values.map(\.id))
    for (node, ordinal) in (archive?.nodes ?? []).withOrdinals() {
      nodes[node.id] = node
      order.append(node.id)
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
  ///
  /// - Parameter isParentKept: whether the node above it failed: what that made before it did, it would have filled.
  mutating func take(
    _ node: any StateRestoring, as archived: ArchivedNode, ordinal: Int, isParentKept: Bool
  ) -> Stored? {
    if let known = restored.removeValue(forKey: ObjectIdentifier(node)), known.node === node,
      let stored = nodes[known.id], stored.kind == archived.kind
    {
      nodes[known.id] = nil
      return Stored(archived: stored, isOwn: true, hasFailed: known.hasFailed)
    }
    let place = Place(
      parent: archived.parent, kind: archived.kind, identifier: archived.identifier, ordinal: ordinal)
    guard let id = places.removeValue(forKey: place), let stored = nodes.removeValue(forKey: id) else { return nil }
    let isKept = isParentKept && unmade.contains(id)
    return Stored(archived: stored, isOwn: isKept, hasFailed: isKept)
  }

  /// Takes out the nodes that nothing stands for, parents before children, and whether restoration left each to the node
  /// above it to make.
  mutating func takeRest() -> [(node: ArchivedNode, isUnmade: Bool)] {
    defer {
      nodes = [:]
      order = []
      places = [:]
      restored = [:]
    }
    return order.compactMap { id in nodes[id].map { ($0, unmade.contains(id)) } }
  }
}

extension Sequence where Element == ArchivedNode {
  /// Each node with its place among its siblings of the same identifier. The nodes are in the order of the walk.
  func withOrdinals() -> [(node: ArchivedNode, ordinal: Int)] {
    var siblings: [NodeID?: Siblings] = [:]
    return map { ($0, siblings[$0.parent, default: Siblings()].ordinal(of: $0.identifier)) }
  }
}
