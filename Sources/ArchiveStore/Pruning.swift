import GRDB
import StateRestoration

/// Lets old saves go.
enum Pruning {
  /// Deletes the oldest saves beyond the limits; never the newest.
  static func prune(to limits: SQLiteArchiveStore.Limits, _ database: Database) throws {
    let newestNumber = try database.cachedStatement(sql: "SELECT max(number) FROM save")
    let oldestNumber = try database.cachedStatement(sql: "SELECT min(number) FROM save")
    guard let newest = try Int64.fetchOne(newestNumber), let oldest = try Int64.fetchOne(oldestNumber) else { return }
    // Numbers have no gaps but at the old end, so that counting is not needed each time.
    if newest - oldest >= Int64(limits.saves) { try delete(upTo: newest - Int64(limits.saves), database) }
    while try bytesInUse(database) > limits.bytes {
      // A quarter of what there is at a time.
      let left = try Int64.fetchAll(database, sql: "SELECT number FROM save ORDER BY number")
      guard left.count > 1 else { break }
      try delete(upTo: left[max(0, left.count / 4 - 1)], database)
    }
  }

  private static func delete(upTo number: SaveNumber, _ database: Database) throws {
    // A version that ends with the save after the deleted ones is part of none that is left.
    try database.cachedStatement(sql: "DELETE FROM node WHERE until <= ?").execute(arguments: [number + 1])
    try database.cachedStatement(sql: "DELETE FROM save WHERE number <= ?").execute(arguments: [number])
    // A few free pages are for the next saves.
    let (pages, free) = try (pragma("page_count", database), pragma("freelist_count", database))
    if free > 64, free > pages / 4 { try database.execute(sql: "PRAGMA incremental_vacuum") }
  }

  private static func bytesInUse(_ database: Database) throws -> Int {
    try (pragma("page_count", database) - pragma("freelist_count", database)) * pragma("page_size", database)
  }

  private static func pragma(_ name: String, _ database: Database) throws -> Int {
    try Int.fetchOne(database.cachedStatement(sql: "PRAGMA \(name)")) ?? 0
  }
}
