import StateRestoration

// New saves with old or imported contents. Nothing is deleted.
extension SQLiteArchiveStore {
  public func rollBack(to number: SaveNumber) throws -> SaveNumber {
    guard let target = try archive(ofSave: number) else { throw ArchiveStoreError.noSuchSave(number, path: path) }
    return try replaceContents(with: target, kind: .rollback)
  }

  /// Creates a save from an imported archive, whose IDs mean nothing in this store.
  public func importArchive(_ archive: Archive) throws -> SaveNumber {
    try replaceContents(with: archive, kind: .imported)
  }

  /// Creates a save with these contents. Nothing is deleted.
  ///
  /// Nodes get the IDs of the current ones in the same places, so that only those count as changed that differ; others get
  /// IDs that are unused in this store.
  public func replaceContents(with target: Archive, kind: SaveKind = .recovery) throws -> SaveNumber {
    let current = try currentArchive()?.nodes ?? []
    let target = target.renumbered(like: current, from: try nextNodeID())
    let before = Dictionary(current.map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(target.nodes.map(\.id))
    return try commit(
      ArchiveChange(
        info: target.info, applicationState: target.applicationState, isComplete: false,
        changed: target.nodes.filter { before[$0.id] != $0 },
        removed: before.keys.filter { !kept.contains($0) }.sorted(),
        snapshot: nil, isDurable: true, kind: kind))
  }
}

extension Archive {
  /// The place of a node among its siblings.
  private struct Place: Hashable {
    let parent: NodeID?
    let kind: ArchivedNode.Kind
    let relation: ArchivedNode.Relation
    let identifier: String

    init(of node: ArchivedNode, below parent: NodeID?) {
      (self.parent, kind, relation, identifier) = (parent, node.kind, node.relation, node.identifier)
    }
  }

  /// Returns the archive with the IDs of other nodes in the same places.
  ///
  /// - Parameter next: the first ID for nodes in other places.
  fileprivate func renumbered(like others: [ArchivedNode], from next: NodeID) -> Archive {
    // Siblings can have the same identifier.
    var known = Dictionary(grouping: others) { Place(of: $0, below: $0.parent) }.mapValues { $0.map(\.id) }
    var next = next
    var ids: [NodeID: NodeID] = [:]
    var archive = self
    for index in nodes.indices {
      // Parents come before their children.
      let parent = nodes[index].parent.map { ids[$0] ?? 0 }
      let place = Place(of: nodes[index], below: parent)
      let candidates = known[place] ?? []
      let id = candidates.contains(nodes[index].id) ? nodes[index].id : candidates.first ?? next
      known[place] = candidates.filter { $0 != id }
      if id == next { next += 1 }
      ids[nodes[index].id] = id
      (archive.nodes[index].id, archive.nodes[index].parent) = (id, parent)
    }
    func withNewIDs(_ state: [UInt8]) -> [UInt8] {
      let renumbered = try? NodeReference.replacing(in: state) { reference in
        guard case .node(let id) = reference else { return reference }
        return ids[id].map { .node($0) }
      }
      return renumbered ?? state
    }
    archive.applicationState = withNewIDs(applicationState)
    for index in nodes.indices { archive.nodes[index].state = withNewIDs(nodes[index].state) }
    return archive
  }
}
