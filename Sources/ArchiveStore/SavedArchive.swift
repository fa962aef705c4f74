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
    try newestNumber(database, path: path).flatMap { try read($0, isCurrent: true, database, path: path) }
  }

  private static func newestNumber(_ database: Database, path: String) throws -> SaveNumber? {
    guard let last = try Int64.fetchOne(database, sql: "SELECT max(number) FROM save") else {
      guard try Row.fetchOne(database, sql: "SELECT 1 FROM node") == nil else {
        throw ArchiveStoreError.damaged(path: path, reason: "it holds nodes of no save")
      }
      return nil
    }
    return last
  }

  /// Up to here states are read with the others of their save, one by one and together.
  private static let smallStates = (each: 64 << 10, together: 8 << 20)

  /// Reads the newest save, and the states of large nodes only one at a time, as each is needed: a save may be as large as
  /// all that scripts hold. Nothing is done if there is no save.
  ///
  /// - Parameter body: gets the save, in which these states are empty, how many bytes the state of each node takes where it
  ///   is not there, by ids, and what reads one.
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if a row is not what was written.
  static func withNewest(
    _ database: Database, path: String,
    _ body: (SavedArchive, [NodeID: Int], (NodeID) throws -> [UInt8]) throws -> Void
  ) throws {
    var missing: [NodeID: Int]? = [:]
    guard let number = try newestNumber(database, path: path),
      let save = try read(number, isCurrent: true, database, path: path, missing: &missing)
    else { return }
    let sizes = missing ?? [:]
    let query = try database.cachedStatement(
      sql: "SELECT \(NodeRow.columns) FROM node WHERE id = ? AND until IS NULL")
    try body(save, sizes) { id in
      let state = try Row.fetchCursor(query, arguments: [id]).next().map { try NodeRow.read($0, path: path).state }
      guard let state, state.count == sizes[id] else {
        throw ArchiveStoreError.damaged(path: path, reason: "the state of node \(id) has another size than it says")
      }
      return state
    }
  }

  /// - Parameter isCurrent: whether it is the newest save, which is quicker to find.
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)`` if a row is not what was written.
  static func read(_ number: SaveNumber, isCurrent: Bool, _ database: Database, path: String) throws -> SavedArchive? {
    var missing: [NodeID: Int]?
    return try read(number, isCurrent: isCurrent, database, path: path, missing: &missing)
  }

  /// - Parameter missing: how many bytes the states take that are left out; nil to leave out none.
  private static func read(
    _ number: SaveNumber, isCurrent: Bool, _ database: Database, path: String, missing: inout [NodeID: Int]?
  ) throws -> SavedArchive? {
    let row = try Row.fetchOne(
      database, sql: "SELECT \(SaveRow.columns) FROM save WHERE number = ?", arguments: [number])
    guard let save = row.map(SaveRow.summary) else { return nil }
    let condition = isCurrent ? "until IS NULL" : "since <= :number AND (until IS NULL OR until > :number)"
    let columns =
      missing == nil
      ? NodeRow.columns
      : NodeRow.columns.replacing(
        " state,", with: " CASE WHEN length(state) <= \(smallStates.each) THEN state END,", maxReplacements: 1)
    let rows = try Row.fetchCursor(
      database, sql: "SELECT \(columns), since, length(state) FROM node WHERE \(condition)",
      arguments: isCurrent ? [] : ["number": number])
    var archive = Archive(info: save.info, applicationState: [], nodes: [])
    var checksum: Int64 = 0
    var nodes: [ArchivedNode] = []
    var applications = 0
    var room = smallStates.together
    while let row = try rows.next() {
      let size = Int.fromDatabaseValue(row[13]) ?? 0
      let isLeftOut = missing != nil && size > min(smallStates.each, room)
      let node = isLeftOut ? try NodeRow.readOutline(row, path: path) : try NodeRow.read(row, path: path)
      if isLeftOut { missing?[node.id] = size } else { room -= size }
      guard Int64.fromDatabaseValue(row[12]) ?? .max <= number else {
        throw ArchiveStoreError.damaged(path: path, reason: "it holds nodes of a later save than \(number)")
      }
      checksum &+= Int64.fromDatabaseValue(row[11]) ?? 0
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
