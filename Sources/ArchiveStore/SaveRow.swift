import GRDB
import StateRestoration

/// A row of the table `save`.
enum SaveRow {
  static let columns = "number, app_version, host_version, width, height, saved_at, node_count, changed_count"

  /// What a row of these columns says. Damaged fields are empty.
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
