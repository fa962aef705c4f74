import GRDB
import StateRestoration

/// Deletes old saves.
enum Pruning {
  /// Deletes the saves without a reason to be kept, and then further ones until the rest takes at most this many bytes.
  /// Never deletes the newest save.
  static func prune(_ history: inout History, toBytes limit: Int, _ database: Database) throws {
    try delete(history.superfluous, from: &history, database)
    while try bytesInUse(database) > limit, let next = history.nextToDelete {
      try delete([next], from: &history, database)
    }
  }

  private static func delete(_ numbers: Set<SaveNumber>, from history: inout History, _ database: Database) throws {
    guard !numbers.isEmpty else { return }
    // Deletes each gap between two remaining saves.
    var before: SaveNumber = 0
    var isGap = false
    for entry in history.entries {
      if numbers.contains(entry.number) {
        isGap = true
        continue
      }
      if isGap { try delete(after: before, before: entry.number, database) }
      isGap = false
      before = entry.number
    }
    history.remove(numbers)
    // Some free pages are kept for the next saves.
    let (pages, free) = try (pragma("page_count", database), pragma("freelist_count", database))
    if free > 64, free > pages / 4 { try database.execute(sql: "PRAGMA incremental_vacuum") }
  }

  /// Deletes the saves between two, and the versions of nodes that occur only in them.
  private static func delete(after left: SaveNumber, before right: SaveNumber, _ database: Database) throws {
    try database.cachedStatement(sql: "DELETE FROM node WHERE until > ? AND until <= ? AND since > ?")
      .execute(arguments: [left, right, left])
    try database.cachedStatement(sql: "DELETE FROM save WHERE number > ? AND number < ?")
      .execute(arguments: [left, right])
  }

  private static func bytesInUse(_ database: Database) throws -> Int {
    try (pragma("page_count", database) - pragma("freelist_count", database)) * pragma("page_size", database)
  }

  private static func pragma(_ name: String, _ database: Database) throws -> Int {
    try Int.fetchOne(database.cachedStatement(sql: "PRAGMA \(name)")) ?? 0
  }
}
