import StateRestoration

/// The nodes that changed in each of several saves. Reading them together reads the history once, and not for each save.
public struct ChangedNodes: Sendable {
  /// The changes in the order of the saves.
  private var changes: [(save: SaveNumber, node: NodeID)] = []

  /// Reads the nodes that changed in the saves after one, up to and including another.
  init(after earlier: SaveNumber, through later: SaveNumber, _ database: Database) throws {
    try database.statement(
      """
      SELECT since, id FROM node WHERE since > ?1 AND since <= ?2
      UNION ALL SELECT until, id FROM node WHERE until > ?1 AND until <= ?2
      """
    ).forEachRow(with: [earlier, later]) { row in
      if let save = row.integer(0), let node = row.integer(1) { changes.append((save, node)) }
    }
    changes.sort { $0.save < $1.save }
  }

  /// Returns the nodes that changed in the saves after one, up to and including another.
  func nodes(after earlier: SaveNumber, through later: SaveNumber) -> [NodeID] {
    changes[index(after: earlier)..<index(after: max(earlier, later))].map(\.node)
  }

  /// Returns the index of the first change after a save.
  private func index(after save: SaveNumber) -> Int {
    var (low, high) = (0, changes.count)
    while low < high {
      let middle = (low + high) / 2
      if changes[middle].save > save { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
