import Foundation
import GRDB
import StateRestoration

/// Writes the rows of saves, and the mark of the newest one.
///
/// A value that moves: a commit beside the main actor takes it along, and returns it with what it then knows.
struct SaveWriter: Sendable {
  /// The claim of a process on a database: from then on, processes that held it before cannot write to it, even if they
  /// were stopped meanwhile.
  struct Claim: Sendable {
    /// The token of the session's lock.
    let token: Int64
    /// The file of the lock, for errors.
    let lock: String
    /// Whether the database records it.
    var isRecorded = false

    /// Checks, in a transaction, that the database is still claimed by this process, or claims it.
    ///
    /// - Throws: ``ArchiveStoreError/continued(path:)`` if another process has claimed it since.
    func check(_ database: Database) throws {
      if isRecorded {
        let query = try database.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?")
        guard try Int64.fetchOne(query, arguments: [Schema.holderNote]) == token else {
          throw ArchiveStoreError.continued(path: lock)
        }
      } else {
        try database.execute(
          sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [Schema.holderNote, token])
      }
    }
  }

  /// The claim on the database; nil without a lock on the session.
  var claim: Claim?
  /// The history, once it was read.
  var history: History?
  /// The stored pieces, once they were read.
  var pieces: PieceRows?
  /// The sum of the checksums of the newest save's rows.
  var checksum: Int64 = 0
  /// The mark of the newest save.
  var newest = SaveMark.nothing
  /// Records the last save outside of the database; nil for read-only access and in memory.
  var markFile: MarkFile?

  /// Writes one save in a transaction, and then its mark.
  ///
  /// - Parameter limit: the maximum size of the database in bytes.
  /// - Throws: an error of SQLite; ``ArchiveStoreError/continued(path:)``. Nothing is written in this case.
  mutating func write(_ change: ArchiveChange, to queue: DatabaseQueue, limit: Int) throws {
    if change.isDurable { try Self.setSynchronous("FULL", queue) }
    defer { if change.isDurable { try? Self.setSynchronous("NORMAL", queue) } }
    do {
      try writeOnce(change, to: queue, limit: limit)
    } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
      // The log itself may fill the disk; a checkpoint moves its contents into the database and frees the space.
      try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
      try writeOnce(change, to: queue, limit: limit)
    }
    markFile?.write(newest)
  }

  private mutating func writeOnce(_ change: ArchiveChange, to queue: DatabaseQueue, limit: Int) throws {
    let (known, knownPieces, before) = (history, pieces, checksum)
    (history, pieces) = (nil, nil)
    let (written, history, pieces) = try queue.write { [claim] database in
      try claim?.check(database)
      var pieces = try knownPieces ?? PieceRows(database)
      var history = try known ?? History(database)
      if change.kind == .rollback || change.kind == .imported { try history.decideOnRefused(database) }
      let written = try Self.write(change, after: history.entries.last, checksum: before, &pieces, database)
      history.append(written.entry)
      try Pruning.prune(&history, toBytes: limit, database)
      return (written, history, pieces)
    }
    (self.history, self.pieces) = (history, pieces)
    claim?.isRecorded = true
    checksum = written.checksum
    newest = SaveMark(written.entry.number, change.info, checksum)
  }

  private static func setSynchronous(_ mode: String, _ queue: DatabaseQueue) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(mode)") }
  }

  /// - Parameter checksum: the sum of the checksums of the previous save's rows.
  /// - Returns: the save, and the sum for its own rows.
  private static func write(
    _ change: ArchiveChange, after lastEntry: History.Entry?, checksum before: Int64, _ pieces: inout PieceRows,
    _ database: Database
  ) throws -> (entry: History.Entry, checksum: Int64) {
    // Statements are cached, as preparing them costs more than a small save.
    let newest = try database.cachedStatement(
      sql: "SELECT \(SaveRow.columns) FROM save ORDER BY number DESC LIMIT 1")
    let last = try Row.fetchOne(newest)
    var nodeCount = last.map { SaveRow.summary($0).nodeCount } ?? 0
    let info = change.info
    let insertSave = try database.cachedStatement(
      sql: """
        INSERT INTO save (app_version, host_version, width, height, saved_at, node_count, changed_count, kind, run, clock)
        VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?)
        """)
    var entry = History.Entry(
      number: 0,
      clock: History.clock(
        savedAt: info.savedAt,
        after: lastEntry.flatMap { entry in last.map { (entry.clock, SaveRow.summary($0).info.savedAt) } }),
      kind: change.kind, run: (lastEntry?.run ?? 0) + (change.beginsRun ? 1 : 0), marks: [])
    try insertSave.execute(
      arguments: [
        StoredText.value(info.appVersion), StoredText.value(info.hostVersion), info.screenWidth, info.screenHeight,
        info.savedAt.isNaN ? 0 : info.savedAt, change.kind.rawValue,
        entry.run, entry.clock,
      ])
    let number = database.lastInsertedRowID
    entry.number = number

    var changes = 0
    var checksum = before
    let closing = try database.cachedStatement(
      sql: "UPDATE node SET until = ? WHERE id = ? AND until IS NULL RETURNING checksum")
    let insert = try database.cachedStatement(sql: NodeRow.insertion)

    /// Closes the current version of a node. Returns false if there is none.
    func close(_ id: NodeID) throws -> Bool {
      guard let closed = try Int64.fetchOne(closing, arguments: [number, id]) else { return false }
      checksum &-= closed
      return true
    }
    func add(_ row: ArchivedNode) throws {
      let sum = NodeRow.checksum(row)
      checksum &+= sum
      try NodeRow.insert(row, checksum: sum, since: number, with: insert)
    }
    func end(_ id: NodeID) throws { _ = try close(id) }
    func put(_ node: ArchivedNode, isNew: Bool) throws {
      let isReplaced = isNew ? false : try close(node.id)
      if !isReplaced, node.id != Schema.applicationNode { nodeCount += 1 }
      try add(pieces.update(node, inserting: add, ending: end))
    }

    if change.isComplete {
      try database.execute(sql: "UPDATE node SET until = ? WHERE until IS NULL", arguments: [number])
      nodeCount = 0
      checksum = 0
      pieces.removeAll()
    }
    for id in change.removed where try close(id) {
      try pieces.remove(id, ending: end)
      nodeCount -= 1
      changes += 1
    }
    let isFirst = last == nil || change.isComplete
    for node in change.changed {
      try put(node, isNew: isFirst)
      changes += 1
    }
    let state = try database.cachedStatement(sql: "SELECT state FROM node WHERE id = ? AND until IS NULL")
    let stored = try Data.fetchOne(state, arguments: [Schema.applicationNode])
    if stored.map({ [UInt8]($0) }) != change.applicationState {
      let application = ArchivedNode(
        id: Schema.applicationNode, parent: nil, kind: .object, relation: .root, position: 0, identifier: "",
        className: "Application", state: change.applicationState)
      try put(application, isNew: false)
    }
    let count = try database.cachedStatement(
      sql: "UPDATE save SET node_count = ?, changed_count = ? WHERE number = ?")
    try count.execute(arguments: [nodeCount, changes, number])
    try writeSnapshot(change.snapshot?(), save: number, database)
    return (entry, checksum)
  }

  private static func writeSnapshot(_ picture: [UInt8]?, save: SaveNumber, _ database: Database) throws {
    if let picture {
      let insert = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO snapshot (id, save, picture) VALUES (1, ?, ?)")
      try insert.execute(arguments: [save, Data(SealedPicture.seal(picture))])
    } else {
      try database.execute(sql: "DELETE FROM snapshot")
    }
  }
}
