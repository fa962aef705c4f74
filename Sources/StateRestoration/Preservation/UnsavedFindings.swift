/// The findings of walks since the last save that was written.
@MainActor
struct UnsavedFindings {
  private var changed: [PreservationRecord] = []
  private var changedKept: [ArchivedNode] = []
  private var removed: [NodeID] = []

  var isEmpty: Bool { changed.isEmpty && changedKept.isEmpty && removed.isEmpty }

  mutating func add(_ found: WalkFindings) {
    changed += found.changed
    changedKept += found.changedKept
    removed += found.removed
  }

  /// Returns all findings and clears them, as they are about to be written.
  mutating func take() -> (changed: [PreservationRecord], changedKept: [ArchivedNode], removed: [NodeID]) {
    defer { (changed, changedKept, removed) = ([], [], []) }
    for record in changed { record.isChanged = false }
    if !removed.isEmpty {
      // Removed nodes that have returned since.
      let present = Set(changed.filter(\.isAttached).map(\.archived.id))
      removed.removeAll { present.contains($0) }
    }
    if !changedKept.isEmpty {
      // Kept nodes that views have continued since, or that are not kept any more.
      let others = Set(changed.map(\.archived.id)).union(removed)
      changedKept.removeAll { others.contains($0.id) }
    }
    return (changed, changedKept, removed)
  }
}
