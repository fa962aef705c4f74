import StateRestoration

/// A row of the table `save`.
enum SaveRow {
  /// The columns that every format has.
  static let columns = "number, app_version, host_version, width, height, saved_at, node_count, changed_count"

  /// Returns the summary in a row with these columns. Damaged fields are empty.
  static func summary(_ row: Statement) -> SaveSummary {
    func text(_ column: Int32) -> String { row.text(column) ?? "" }
    func number(_ column: Int32) -> Int { Int(row.integer(column) ?? -1) }
    return SaveSummary(
      number: SaveNumber(number(0)),
      info: SaveInfo(
        appVersion: text(1), hostVersion: text(2), screenWidth: number(3), screenHeight: number(4),
        savedAt: row.double(5) ?? 0),
      nodeCount: number(6), changedNodeCount: number(7))
  }

  /// Returns the numbers of all saves, oldest first.
  static func numbers(_ database: Database) throws -> [SaveNumber] {
    var numbers: [SaveNumber] = []
    try database.statement("SELECT number FROM save ORDER BY number").forEachRow { row in
      if let number = row.integer(0) { numbers.append(number) }
    }
    return numbers
  }
}

extension History {
  /// Reads the saves of a database in any format.
  init(_ database: Database) throws {
    let isKept = try Schema.format(database) >= 2
    let rows = try database.statement(
      "SELECT number, saved_at, \(isKept ? "clock, kind, run, kept" : "NULL, NULL, 0, 0") FROM save ORDER BY number")
    var last: (clock: Double, savedAt: Double)?
    try rows.forEachRow { row in
      let savedAt = row.double(1) ?? 0
      let number = row.integer(0) ?? 0
      var clock = Self.clock(savedAt: savedAt, after: last)
      // An invalid clock value would age all saves at once.
      if let stored = row.double(2), Self.isPossible(stored, at: number, after: entries.last) {
        clock = stored
      }
      append(
        Entry(
          number: number, clock: clock,
          kind: row.text(3).flatMap(SaveKind.init), run: row.integer(4) ?? 0,
          marks: Marks(rawValue: row.integer(5) ?? 0)))
      last = (clock, savedAt)
    }
  }

  /// Clears the marks of refused saves, as the user has chosen the state by a rollback or an import.
  mutating func decideOnRefused(_ database: Database) throws {
    for entry in decideOnRefused() {
      try database.statement("UPDATE save SET kept = ? WHERE number = ?").run(entry.marks.rawValue, entry.number)
    }
  }
}
