/// A node that an earlier run stored and nothing was restored from, as something to refer to.
@MainActor
final class StoredNode {
  let id: NodeID

  init(_ id: NodeID) {
    self.id = id
  }
}

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

  private let archive: Archive?
  private var nodes: [NodeID: ArchivedNode] = [:]
  /// The nodes in the order of the walk.
  private var order: [NodeID] = []
  private var places: [Place: NodeID] = [:]
  private let restored: [ObjectIdentifier: Restored]
  /// The nodes that something was restored from, also if it has gone since.
  private let everRestored: Set<NodeID>
  private let unmade: Set<NodeID>
  /// What was left to the node above it: to be made, or to be taken, as one in no tree of its own is by decoding the
  /// reference to it.
  private var leftToParent: Set<NodeID>
  /// Where references of the earlier run lead. Few runs ask.
  private lazy var addresses = NodeAddresses(archive?.reachableNodes ?? [])
  /// What stands for the nodes of the earlier run.
  private lazy var objects = Dictionary(uniqueKeysWithValues: restored.values.map { ($0.id, $0) })

  /// - Parameters:
  ///   - restored: which nodes were made from which; the others are known again by name and place.
  ///   - unmade: what restoration left to the node above to make.
  init(_ archive: Archive?, restored: [ObjectIdentifier: Restored], unmade: Set<NodeID>) {
    self.archive = archive
    self.unmade = unmade
    leftToParent = unmade
    self.restored = restored.filter { $0.value.node != nil }
    everRestored = Set(restored.values.map(\.id))
    let isTaken = Set(self.restored.values.map(\.id))
    let lost = Set(restored.values.filter { $0.node == nil }.map(\.id))
    for (node, ordinal) in (archive?.nodes ?? []).withOrdinals() {
      nodes[node.id] = node
      order.append(node.id)
      guard !isTaken.contains(node.id) else { continue }
      if lost.contains(node.id) {
        let isBelowLeft = node.parent.map(leftToParent.contains) ?? false
        if node.relation == .adopted || isBelowLeft {
          leftToParent.insert(node.id)
        } else if node.kind != .view {
          // It is gone: what stands in its place now is another, for those that refer to it too.
          continue
        }
      }
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
    if let known = restored[ObjectIdentifier(node)], known.node === node,
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

  /// What a reference of the earlier run leads to: what was restored from that node, or a ``StoredNode`` if nothing was. Nil
  /// if it led nowhere.
  mutating func object(for reference: NodeReference) -> AnyObject? {
    guard let id = addresses.id(at: reference) else { return nil }
    return objects[id]?.node ?? StoredNode(id)
  }

  /// A node that nothing stands for.
  struct Rest {
    var node: ArchivedNode
    /// Whether it was left to the node above it.
    var isLeftToParent: Bool
    /// Whether it is a view of a controller that was restored.
    var isViewOfRestored: Bool
    /// Whether a view of this run was restored from it, which has left since.
    var wasRestored: Bool
  }

  /// Takes out the nodes that nothing stands for, parents before children.
  mutating func takeRest() -> [Rest] {
    defer { self = PreservationBaseline(nil, restored: [:], unmade: []) }
    let restoredIDs = Set(restored.values.map(\.id))
    return order.compactMap { nodes[$0] }.map { node in
      Rest(
        node: node, isLeftToParent: leftToParent.contains(node.id),
        isViewOfRestored: node.kind == .view && node.parent.map(restoredIDs.contains) == true,
        wasRestored: everRestored.contains(node.id))
    }
  }
}
