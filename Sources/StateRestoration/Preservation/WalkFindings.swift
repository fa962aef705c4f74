/// The findings of a walk.
@MainActor
struct WalkFindings {
  /// Records that are new or differ from the stored nodes, each once.
  private(set) var changed: [PreservationRecord] = []
  /// Kept nodes without a record that differ from the stored ones.
  private(set) var changedKept: [ArchivedNode] = []
  /// Stored nodes that are no longer in the tree.
  private(set) var removed: [NodeID] = []
  /// Records that are new or gone, or whose reference has changed.
  private(set) var readdressed: [PreservationRecord] = []
  /// Records whose references must be written again.
  private(set) var unresolved: [PreservationRecord] = []
  /// Records that lost their position. Those without another one at the end are removed.
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

  /// Returns the records that lost their position since the last call.
  mutating func takeDisplaced() -> [PreservationRecord] {
    defer { displaced = [] }
    return displaced
  }
}
