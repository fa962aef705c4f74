/// The nodes of an earlier run in the store that have no record yet.
@MainActor
final class PreservationBaseline {
  private struct Family: Hashable {
    var parent: NodeID?
    var kind: ArchivedNode.Kind
  }

  private struct Place: Hashable {
    var parent: NodeID?
    var kind: ArchivedNode.Kind
    var identifier: String
    var ordinal: Int
  }

  /// A node of this run that was restored from one of the earlier run.
  struct Restored {
    weak var node: AnyObject?
    var id: NodeID
    /// Whether the node failed to decode its state.
    var hasFailed: Bool
  }

  private let archive: Archive?
  private var nodes: [NodeID: ArchivedNode] = [:]
  /// The nodes in walk order.
  private var order: [NodeID] = []
  private var places: [Place: NodeID] = [:]
  private let restored: [ObjectIdentifier: Restored]
  /// The nodes from which something was restored, even if it is gone since.
  private let everRestored: Set<NodeID>
  private let missing: Set<NodeID>
  /// The nodes left to their parents, which create them, or adopt them by decoding a reference.
  private var leftToParent: Set<NodeID>
  /// Resolves references by path, of formats before 4. Rarely needed.
  private lazy var addresses = NodeAddresses(archive?.reachableNodes ?? [])
  /// The IDs of all stored nodes. Rarely needed.
  private lazy var ids = Set((archive?.nodes ?? []).map(\.id))
  /// The restored nodes by the ID of the earlier run.
  private lazy var objects = Dictionary(uniqueKeysWithValues: restored.values.map { ($0.id, $0) })

  /// - Parameters:
  ///   - restored: the restored nodes; all others are matched by identifier and position.
  ///   - missing: the nodes that restoration left to their parents to create.
  init(_ archive: Archive?, restored: [ObjectIdentifier: Restored], missing: Set<NodeID>) {
    self.archive = archive
    self.missing = missing
    leftToParent = missing
    self.restored = restored.filter { $0.value.node != nil }
    everRestored = Set(restored.values.map(\.id))
    let isTaken = Set(self.restored.values.map(\.id))
    let lost = Set(restored.values.filter { $0.node == nil }.map(\.id))
    var siblings: [Family: Siblings] = [:]
    for node in archive?.nodes ?? [] {
      let ordinal = siblings[Family(parent: node.parent, kind: node.kind), default: Siblings()]
        .ordinal(of: node.identifier)
      nodes[node.id] = node
      order.append(node.id)
      guard !isTaken.contains(node.id) else { continue }
      if lost.contains(node.id) {
        let isBelowLeft = node.parent.map(leftToParent.contains) ?? false
        if node.relation == .adopted || isBelowLeft {
          leftToParent.insert(node.id)
        } else if node.kind != .view {
          // The object is gone; another one in its place is a different target, also for references.
          continue
        }
      }
      places[Place(parent: node.parent, kind: node.kind, identifier: node.identifier, ordinal: ordinal)] = node.id
    }
  }

  /// The stored node that matches a node of this run.
  struct Stored {
    var archived: ArchivedNode
    /// Whether the node was restored from it, so that the state is its own. Otherwise, the node only continues its ID.
    var isOwn: Bool
    /// Whether the node failed to decode its state.
    var hasFailed = false
  }

  /// Removes and returns the stored node that matches a node.
  ///
  /// - Parameters:
  ///   - id: the ID that references to the node already contain; nil if there are none.
  ///   - isParentKept: whether the parent failed to decode, so that it could not have filled children created before.
  func take(
    _ node: any StateRestoring, as archived: ArchivedNode, ordinal: Int, id: NodeID?, isParentKept: Bool
  ) -> Stored? {
    guard !nodes.isEmpty else { return nil }
    if let known = record(of: node), let stored = nodes[known.id], stored.kind == archived.kind {
      nodes[known.id] = nil
      return Stored(archived: stored, isOwn: true, hasFailed: known.hasFailed)
    }
    let place = Place(
      parent: archived.parent, kind: archived.kind, identifier: archived.identifier, ordinal: ordinal)
    guard let id = id ?? places.removeValue(forKey: place), let stored = nodes.removeValue(forKey: id) else {
      return nil
    }
    let isKept = isParentKept && missing.contains(id)
    return Stored(archived: stored, isOwn: isKept, hasFailed: isKept)
  }

  private func record(of node: any StateRestoring) -> Restored? {
    guard let known = restored[ObjectIdentifier(node)], known.node === node else { return nil }
    return known
  }

  /// Returns the ID from which a node was restored; nil if it was not restored.
  func id(ofRestored node: any StateRestoring) -> NodeID? { record(of: node)?.id }

  /// Whether a node failed to decode its state.
  func hasFailed(_ node: any StateRestoring) -> Bool { record(of: node)?.hasFailed ?? false }

  /// Returns the stored node without a record at a position; nil if there is none.
  func id(below parent: NodeID, _ kind: ArchivedNode.Kind, named identifier: String, ordinal: Int) -> NodeID? {
    places[Place(parent: parent, kind: kind, identifier: identifier, ordinal: ordinal)]
      .flatMap { nodes[$0] == nil ? nil : $0 }
  }

  /// Returns the node restored from a stored node; nil if there is none.
  func node(restoredFrom id: NodeID) -> (any StateRestoring)? { objects[id]?.node as? any StateRestoring }

  /// Returns a stored state in the current format: with IDs instead of paths, and null for nodes that are not stored, whose
  /// IDs can be assigned to other nodes in this run.
  ///
  /// - Parameter found: receives the IDs of the nodes to which the state refers.
  func updated(_ state: [UInt8], found: (NodeID) -> Void = { _ in }) -> [UInt8] {
    guard archive != nil, !state.isEmpty else { return state }
    let updated = try? NodeReference.replacing(in: state) { reference in
      let id: NodeID? =
        switch reference {
        case .node(let id): ids.contains(id) ? id : nil
        case .path(let path, let ordinals): addresses.id(at: path, ordinals: ordinals)
        }
      if let id { found(id) }
      return id.map { .node($0) }
    }
    return updated ?? state
  }

  /// A stored node without a match.
  struct Rest {
    var node: ArchivedNode
    /// Whether it was left to its parent.
    var isLeftToParent: Bool
    /// Whether it is a view of a controller that was restored.
    var isViewOfRestored: Bool
    /// Whether a view of this run was restored from it and has left since.
    var wasRestored: Bool
  }

  /// The nodes without a match, parents before children.
  var rest: [Rest] {
    let restoredIDs = Set(restored.values.map(\.id))
    return order.compactMap { nodes[$0] }.map { node in
      Rest(
        node: node, isLeftToParent: leftToParent.contains(node.id),
        isViewOfRestored: node.kind == .view && node.parent.map(restoredIDs.contains) == true,
        wasRestored: everRestored.contains(node.id))
    }
  }
}
