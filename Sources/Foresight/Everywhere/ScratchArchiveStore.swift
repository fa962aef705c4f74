import StateRestoration

/// Saves of a run that is compared with others: in memory, without snapshots, and only the last ones.
@MainActor
final class ScratchArchiveStore: ArchiveStore {
  private var kept: [(number: SaveNumber, kind: SaveKind, archive: Archive)] = []
  private var notes: [String: Int64] = [:]
  private var greatestID: NodeID = 0
  private var last: SaveNumber = 0

  /// The number of saves that can be returned to.
  private static let capacity = 8

  private struct Gone: Error {}

  /// Returns a store with the same saves, which later changes of this one do not change.
  func copy() -> ScratchArchiveStore {
    let other = ScratchArchiveStore()
    (other.kept, other.notes, other.greatestID, other.last) = (kept, notes, greatestID, last)
    return other
  }

  func commit(_ change: ArchiveChange) throws -> SaveNumber {
    var nodes = change.changed
    if !change.isComplete, let before = kept.last?.archive.nodes {
      let replaced = Set(change.removed).union(nodes.map(\.id))
      nodes = before.filter { !replaced.contains($0.id) } + nodes
    }
    greatestID = max(greatestID, change.changed.map(\.id).max() ?? 0)
    return append(
      Archive(info: change.info, applicationState: change.applicationState, nodes: Archive.inWalkOrder(nodes)),
      change.kind)
  }

  private func append(_ archive: Archive, _ kind: SaveKind) -> SaveNumber {
    last += 1
    kept.append((last, kind, archive))
    if kept.count > Self.capacity { kept.removeFirst() }
    return last
  }

  let keepsSnapshots = false

  func currentArchive() throws -> Archive? { kept.last?.archive }
  func archive(ofSave number: SaveNumber) throws -> Archive? { kept.last { $0.number == number }?.archive }
  func currentSnapshot() throws -> [UInt8]? { nil }
  func currentSaveNumber() throws -> SaveNumber? { kept.last?.number }
  func saves() throws -> [SaveSummary] {
    kept.map {
      SaveSummary(
        number: $0.number, info: $0.archive.info, nodeCount: $0.archive.nodes.count, changedNodeCount: 0, kind: $0.kind)
    }
  }
  func keep(_ number: SaveNumber, because reason: KeepReason) throws {}

  func rollBack(to number: SaveNumber) throws -> SaveNumber {
    guard let archive = try archive(ofSave: number) else { throw Gone() }
    return append(archive, .rollback)
  }

  func note(_ name: String) throws -> Int64? { notes[name] }
  func setNote(_ name: String, to value: Int64?) throws { notes[name] = value }
  func nextNodeID() throws -> NodeID { greatestID + 1 }
}
