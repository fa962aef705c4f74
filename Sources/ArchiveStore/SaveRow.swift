import GRDB
import StateRestoration

/// A row of the table `save`.
enum SaveRow {
  /// The columns that every format has.
  static let columns = "number, app_version, host_version, width, height, saved_at, node_count, changed_count"

  /// Returns the summary in a row with these columns. Damaged fields are empty.
  static func summary(_ row: Row) -> SaveSummary {
    func text(_ column: Int) -> String { String.fromDatabaseValue(row[column]) ?? "" }
    func number(_ column: Int) -> Int { Int.fromDatabaseValue(row[column]) ?? -1 }
    return SaveSummary(
      number: SaveNumber(number(0)),
      info: SaveInfo(
        appVersion: text(1), hostVersion: text(2), screenWidth: number(3), screenHeight: number(4),
        savedAt: Double.fromDatabaseValue(row[5]) ?? 0),
      nodeCount: number(6), changedNodeCount: number(7))
  }
}

extension History {
  /// Reads the saves of a database in any format.
  init(_ database: Database) throws {
    let isKept = try Int.fetchOne(database, sql: "PRAGMA user_version") ?? 0 >= 2
    let rows = try Row.fetchCursor(
      database,
      sql:
        "SELECT number, saved_at, \(isKept ? "clock, kind, run, kept" : "NULL, NULL, 0, 0") FROM save ORDER BY number")
    var last: (clock: Double, savedAt: Double)?
    while let row = try rows.next() {
      let savedAt = Double.fromDatabaseValue(row[1]) ?? 0
      let number = Int64.fromDatabaseValue(row[0]) ?? 0
      var clock = Self.clock(savedAt: savedAt, after: last)
      // An invalid clock value would age all saves at once.
      if let stored = Double.fromDatabaseValue(row[2]), Self.isPossible(stored, at: number, after: entries.last) {
        clock = stored
      }
      append(
        Entry(
          number: number, clock: clock,
          kind: String.fromDatabaseValue(row[3]).flatMap(SaveKind.init), run: Int64.fromDatabaseValue(row[4]) ?? 0,
          marks: Marks(rawValue: Int64.fromDatabaseValue(row[5]) ?? 0)))
      last = (clock, savedAt)
    }
  }

  /// Clears the marks of refused saves, as the user has chosen the state by a rollback or an import.
  mutating func decideOnRefused(_ database: Database) throws {
    for entry in decideOnRefused() {
      try database.execute(
        sql: "UPDATE save SET kept = ? WHERE number = ?", arguments: [entry.marks.rawValue, entry.number])
    }
  }
}
