import GRDB
import StateRestoration

/// The archive of one save, as it is read from the database.
struct SavedArchive {
  /// The save's number; 0 if it is not known.
  var number: SaveNumber
  /// What it holds.
  var archive: Archive
  /// The sum of the checksums of its rows, which a row of another save does not fit into.
  var checksum: Int64 = 0

  /// What the save is known by.
  var mark: SaveMark { SaveMark(number, archive.info, checksum) }

  /// The newest save; nil if there is none.
  static func readNewest(_ database: Database, path: String) throws -> SavedArchive? {
    guard let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM save") else {
      guard try Row.fetchOne(database, sql: "SELECT 1 FROM node") == nil else {
        throw ArchiveStoreError.damaged(path: path, reason: "it holds nodes of no save")
      }
      return nil
    }
    return try read(last, isCurrent: true, database, path: path)
  }

  /// - Parameter isCurrent: whether it is the newest save, which is quicker to find.
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if a row is not what was written.
  static func read(_ number: SaveNumber, isCurrent: Bool, _ database: Database, path: String) throws -> SavedArchive? {
    let row = try Row.fetchOne(
      database, sql: "SELECT \(SaveRow.columns) FROM save WHERE number = ?", arguments: [number])
    guard let save = row.map(SaveRow.summary) else { return nil }
    let condition = isCurrent ? "until IS NULL" : "since <= :number AND (until IS NULL OR until > :number)"
    let rows = try Row.fetchCursor(
      database, sql: "SELECT \(NodeRow.columns), since FROM node WHERE \(condition)",
      arguments: isCurrent ? [] : ["number": number])
    var archive = Archive(info: save.info, applicationState: [], nodes: [])
    var checksum: Int64 = 0
    var nodes: [ArchivedNode] = []
    var applications = 0
    while let row = try rows.next() {
      let node = try NodeRow.read(row, path: path)
      guard Int64.fromDatabaseValue(row[12]) ?? .max <= number else {
        throw ArchiveStoreError.damaged(path: path, reason: "it holds nodes of a later save than \(number)")
      }
      checksum &+= row[11]
      if node.id == Schema.applicationNode {
        archive.applicationState = node.state
        applications += 1
      } else {
        nodes.append(node)
      }
    }
    guard nodes.count == save.nodeCount, applications == 1 else {
      throw ArchiveStoreError.damaged(path: path, reason: "save \(number) has lost nodes")
    }
    archive.nodes = Archive.inWalkOrder(nodes)
    return SavedArchive(number: number, archive: archive, checksum: checksum)
  }
}
