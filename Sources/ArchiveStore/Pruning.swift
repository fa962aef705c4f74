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
    let free = try database.freePageCount
    if free > 64, try free > database.pageCount / 4 { try database.execute("PRAGMA incremental_vacuum") }
  }

  /// Deletes the saves between two, and the versions of nodes that occur only in them.
  private static func delete(after left: SaveNumber, before right: SaveNumber, _ database: Database) throws {
    try database.statement("DELETE FROM node WHERE until > ? AND until <= ? AND since > ?").run(left, right, left)
    try database.statement("DELETE FROM save WHERE number > ? AND number < ?").run(left, right)
  }

  private static func bytesInUse(_ database: Database) throws -> Int {
    try (database.pageCount - database.freePageCount) * database.pageSize
  }
}

extension Database {
  /// The size in pages, with those that are free.
  var pageCount: Int { get throws { try pragma("PRAGMA page_count") } }
  /// The number of pages that are not in use.
  var freePageCount: Int { get throws { try pragma("PRAGMA freelist_count") } }
  /// The size of a page in bytes.
  var pageSize: Int { get throws { try pragma("PRAGMA page_size") } }

  private func pragma(_ sql: String) throws -> Int { try Int(statement(sql).first { $0.integer(0) } ?? 0) }
}
