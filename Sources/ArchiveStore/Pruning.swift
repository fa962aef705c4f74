import GRDB
import StateRestoration

/// Lets old saves go.
enum Pruning {
  /// Deletes the oldest saves beyond the limits; never the newest.
  static func prune(to limits: SQLiteArchiveStore.Limits, _ database: Database) throws {
    let numbers = "SELECT number FROM save ORDER BY number"
    guard let newest = try Int64.fetchOne(database, sql: "SELECT max(number) FROM save"),
      let oldest = try Int64.fetchOne(database, sql: "SELECT min(number) FROM save")
    else { return }
    // Numbers have no gaps but at the old end, so that counting is not needed each time.
    if newest - oldest >= Int64(limits.saves) { try delete(upTo: newest - Int64(limits.saves), database) }
    while try bytesInUse(database) > limits.bytes {
      // A quarter of what there is at a time.
      let left = try Int64.fetchAll(database, sql: numbers)
      guard left.count > 1 else { break }
      try delete(upTo: left[max(0, left.count / 4 - 1)], database)
    }
  }

  private static func delete(upTo number: SaveNumber, _ database: Database) throws {
    // A version that ends with the save after the deleted ones is part of none that is left.
    try database.execute(sql: "DELETE FROM node WHERE until <= ?", arguments: [number + 1])
    try database.execute(sql: "DELETE FROM save WHERE number <= ?", arguments: [number])
    try database.execute(sql: "PRAGMA incremental_vacuum")
  }

  private static func bytesInUse(_ database: Database) throws -> Int {
    func number(_ pragma: String) throws -> Int { try Int.fetchOne(database, sql: "PRAGMA \(pragma)") ?? 0 }
    return try (number("page_count") - number("freelist_count")) * number("page_size")
  }
}
