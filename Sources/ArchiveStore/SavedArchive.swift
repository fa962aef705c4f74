import GRDB
import StateRestoration

/// The archive of one save, as it is read from the database.
enum SavedArchive {
  /// The newest save; nil if there is none.
  static func readNewest(_ database: Database, path: String) throws -> Archive? {
    guard let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM save") else { return nil }
    return try read(last, isCurrent: true, database, path: path)
  }

  /// - Parameter isCurrent: whether it is the newest save, which is quicker to find.
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if a row is not what was written.
  static func read(_ number: SaveNumber, isCurrent: Bool, _ database: Database, path: String) throws -> Archive? {
    let row = try Row.fetchOne(
      database, sql: "SELECT \(SaveRow.columns) FROM save WHERE number = ?", arguments: [number])
    guard let save = row.map(SaveRow.summary) else { return nil }
    let condition = isCurrent ? "until IS NULL" : "since <= :number AND (until IS NULL OR until > :number)"
    let rows = try Row.fetchCursor(
      database, sql: "SELECT \(NodeRow.columns) FROM node WHERE \(condition)",
      arguments: isCurrent ? [] : ["number": number])
    var archive = Archive(info: save.info, applicationState: [], nodes: [])
    var nodes: [ArchivedNode] = []
    while let row = try rows.next() {
      let node = try NodeRow.read(row, path: path)
      if node.id == Schema.applicationNode { archive.applicationState = node.state } else { nodes.append(node) }
    }
    guard nodes.count == save.nodeCount else {
      throw ArchiveStoreError.damaged(path: path, reason: "save \(number) has lost nodes")
    }
    archive.nodes = Archive.inWalkOrder(nodes)
    return archive
  }
}
