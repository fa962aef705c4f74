import StateRestoration

// New saves with old or imported contents. Nothing is deleted.
extension SQLiteArchiveStore {
  public func rollBack(to number: SaveNumber) throws -> SaveNumber {
    guard let target = try archive(ofSave: number) else { throw ArchiveStoreError.noSuchSave(number, path: path) }
    return try replaceContents(with: target, kind: .rollback)
  }

  /// Creates a save from an imported archive. Its nodes get IDs that are unused in this store.
  public func importArchive(_ archive: Archive) throws -> SaveNumber {
    let offset = try nextNodeID()
    var archive = archive
    var ids: [NodeID: NodeID] = [:]
    for index in archive.nodes.indices {
      let old = archive.nodes[index].id
      let new = offset + NodeID(index)
      ids[old] = new
      archive.nodes[index].id = new
      // Parents come before their children.
      if let parent = archive.nodes[index].parent { archive.nodes[index].parent = ids[parent] ?? 0 }
    }
    func renumbered(_ state: [UInt8]) -> [UInt8] {
      let renumbered = try? NodeReference.replacing(in: state) { reference in
        guard case .node(let id) = reference else { return reference }
        return ids[id].map { .node($0) }
      }
      return renumbered ?? state
    }
    archive.applicationState = renumbered(archive.applicationState)
    for index in archive.nodes.indices { archive.nodes[index].state = renumbered(archive.nodes[index].state) }
    return try replaceContents(with: archive, kind: .imported)
  }

  /// Creates a save with these contents. Nothing is deleted.
  public func replaceContents(with target: Archive, kind: SaveKind = .recovery) throws -> SaveNumber {
    let current = try currentArchive()
    let before = Dictionary((current?.nodes ?? []).map { ($0.id, $0) }, uniquingKeysWith: { first, _ in first })
    let kept = Set(target.nodes.map(\.id))
    return try commit(
      ArchiveChange(
        info: target.info, applicationState: target.applicationState, isComplete: false,
        changed: target.nodes.filter { before[$0.id] != $0 },
        removed: before.keys.filter { !kept.contains($0) }.sorted(),
        snapshot: nil, isDurable: true, kind: kind))
  }
}
