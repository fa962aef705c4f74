/// What one walk has found so far.
@MainActor
struct WalkFindings {
  /// Records that are new or whose description differs from what the store has, each once.
  private(set) var changed: [PreservationRecord] = []
  /// Nodes that are kept without a record, and differ from what the store has.
  private(set) var changedKept: [ArchivedNode] = []
  /// Nodes that the store has and the tree has not.
  private(set) var removed: [NodeID] = []
  /// Records that are new or gone, or to which another reference leads than before.
  private(set) var readdressed: [PreservationRecord] = []
  /// Records whose references have to be written again.
  private(set) var unresolved: [PreservationRecord] = []
  /// Records that lost their place. Those that find no other until the end are gone.
  private var displaced: [PreservationRecord] = []

  mutating func noteChanged(_ record: PreservationRecord) {
    guard !record.isChanged else { return }
    record.isChanged = true
    changed.append(record)
  }

  mutating func noteRemoved(_ ids: [NodeID]) { removed.append(contentsOf: ids) }

  mutating func note(_ rest: RecordTree.RestOfBaseline) {
    removed.append(contentsOf: rest.removed)
    changedKept.append(contentsOf: rest.changed)
  }

  mutating func noteReaddressed(_ record: PreservationRecord) { readdressed.append(record) }

  mutating func noteUnresolved(_ record: PreservationRecord) { unresolved.append(record) }

  mutating func noteDisplaced(_ record: PreservationRecord) { displaced.append(record) }

  /// Those that lost their place since this was asked last.
  mutating func takeDisplaced() -> [PreservationRecord] {
    defer { displaced = [] }
    return displaced
  }
}
