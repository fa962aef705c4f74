/// The findings of a walk.
@MainActor
struct WalkFindings {
  /// Records that are new or differ from the stored nodes, each once.
  private(set) var changed: [PreservationRecord] = []
  /// Kept nodes without a record that differ from the stored ones.
  private(set) var changedKept: [ArchivedNode] = []
  /// Stored nodes that are no longer in the tree.
  private(set) var removed: [NodeID] = []
  /// Records that lost their position. Those without another one at the end are removed.
  private var displaced: [PreservationRecord] = []
  /// Records that the next walk must visit, because this one stopped early.
  var remaining: [PreservationRecord] = []
  /// Whether this walk, or the first of the walks that it continues, covers the whole tree.
  var areOfWholeTree = false

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

  /// Notes a node without a record that is kept from now on.
  mutating func noteKept(_ node: ArchivedNode) { changedKept.append(node) }

  mutating func noteDisplaced(_ record: PreservationRecord) { displaced.append(record) }

  /// Returns the records that lost their position since the last call.
  mutating func takeDisplaced() -> [PreservationRecord] {
    defer { displaced = [] }
    return displaced
  }
}
