import CSQLite
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
        let query = try database.statement("SELECT value FROM meta WHERE key = ?")
        guard try query.first(Schema.holderNote, read: { $0.integer(0) }) == token else {
          throw ArchiveStoreError.continued(path: lock)
        }
      } else {
        try database.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(Schema.holderNote, token)
      }
    }
  }

  /// The claim on the database; nil without a lock on the session.
  var claim: Claim?
  /// The history, once it was read.
  var history: History?
  /// The stored pieces, once they were read.
  var pieces: PieceRows?
  /// The greatest ID of a node that was ever stored, once it was read: nodes with greater ones are new.
  var lastNode: NodeID?
  /// The sum of the checksums of the newest save's rows.
  var checksum: Int64 = 0
  /// The mark of the newest save.
  var newest = SaveMark.nothing
  /// Records the last save outside of the database; nil for read-only access and in memory.
  var markFile: MarkFile?
  /// Whether the database records that it has a mark file.
  var isMarked = false
  /// Returns the machine's time for a save that is made now, with a time of its own or with contents of another time.
  var machineTime: @Sendable (_ savedAt: Double?) -> MachineTime? = MachineTime.ofSave

  /// Writes one save in a transaction, and then its mark.
  ///
  /// - Parameter limit: the maximum size of the database in bytes.
  /// - Throws: an error of SQLite; ``ArchiveStoreError/continued(path:)``. Nothing is written in this case.
  mutating func write(_ change: ArchiveChange, to database: Database, limit: Int) throws {
    if change.isDurable { try database.execute("PRAGMA synchronous = FULL") }
    defer { if change.isDurable { try? database.execute("PRAGMA synchronous = NORMAL") } }
    do {
      try writeOnce(change, to: database, limit: limit)
    } catch let error as DatabaseError where error.code == SQLITE_FULL {
      // The log itself may fill the disk; a checkpoint moves its contents into the database and frees the space.
      try database.truncateLog()
      try writeOnce(change, to: database, limit: limit)
    }
    writeMark(beside: database)
  }

  /// Writes the mark of the newest save, and records, once, that the database has a mark file.
  mutating func writeMark(beside database: Database) {
    guard let markFile else { return }
    markFile.write(newest)
    guard !isMarked else { return }
    // From now on, a missing mark counts as lost. Therefore the mark is synced before that is recorded, and the record
    // is moved from the log, which can be lost as well, to the database.
    markFile.sync()
    try? database.write { [claim] database in
      try claim?.check(database)
      try database.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, 1)").run(Schema.markNote)
    }
    try? database.truncateLog()
    isMarked = true
  }

  private mutating func writeOnce(_ change: ArchiveChange, to database: Database, limit: Int) throws {
    let (known, knownPieces, knownNode) = (history, pieces, lastNode)
    (history, pieces, lastNode) = (nil, nil, nil)
    let (entry, versions, history, pieces) = try database.write { [claim, checksum, machineTime] database in
      try claim?.check(database)
      var pieces = try knownPieces ?? PieceRows(database)
      var history = try known ?? History(database)
      if change.kind == .rollback || change.kind == .imported { try history.decideOnRefused(database) }
      let last = try database.statement("SELECT \(SaveRow.columns) FROM save ORDER BY number DESC LIMIT 1")
        .first(read: SaveRow.summary)
      let lastEntry = history.entries.last
      let lastTime = try WritingTime(of: last, kind: lastEntry?.kind, database)
      let entry = try Self.begin(change, after: lastEntry, written: lastTime, machineTime, database)
      var versions = try NodeVersions(
        of: entry.number, after: knownNode ?? NodeRow.lastID(database), checksum: checksum, database)
      let counts = try Self.write(change, after: last?.nodeCount ?? 0, &versions, &pieces, database)
      try database.statement("UPDATE save SET node_count = ?, changed_count = ? WHERE number = ?")
        .run(Int64(counts.nodes), Int64(counts.changes), entry.number)
      try Self.writeSnapshot(change.snapshot?(), save: entry.number, database)
      history.append(entry)
      try Pruning.prune(&history, toBytes: limit, database)
      return (entry, versions, history, pieces)
    }
    (self.history, self.pieces, lastNode) = (history, pieces, versions.lastID)
    claim?.isRecorded = true
    checksum = versions.checksum
    newest = SaveMark(entry.number, change.info, checksum)
  }

  /// Inserts the row of a save, still without counts.
  ///
  /// - Parameter lastTime: the time at which the previous save was written.
  private static func begin(
    _ change: ArchiveChange, after lastEntry: History.Entry?, written lastTime: WritingTime?,
    _ machineTime: (_ savedAt: Double?) -> MachineTime?, _ database: Database
  ) throws -> History.Entry {
    let info = change.info
    let time = WritingTime(of: change, after: lastTime, machineTime)
    var entry = History.Entry(
      number: 0,
      clock: History.clock(
        savedAt: time.systemTime,
        after: lastEntry.flatMap { entry in lastTime.map { (entry.clock, $0.systemTime) } },
        passingAtMost: lastTime.flatMap { time.seconds(since: $0) }),
      kind: change.kind, run: (lastEntry?.run ?? 0) + (change.beginsRun ? 1 : 0), marks: [])
    try database.statement(
      """
      INSERT INTO save (app_version, host_version, width, height, saved_at, node_count, changed_count, kind, run, clock)
      VALUES (?, ?, ?, ?, ?, 0, 0, ?, ?, ?)
      """
    ).run(
      info.appVersion, info.hostVersion, Int64(info.screenWidth), Int64(info.screenHeight),
      info.savedAt.isNaN ? 0 : info.savedAt, change.kind.rawValue, entry.run, entry.clock)
    entry.number = database.lastInsertedRowID
    try time.write(for: entry.number, savedAt: info.savedAt, after: lastTime, database)
    return entry
  }

  /// Writes the nodes of a save.
  ///
  /// - Parameter before: the number of nodes in the previous save.
  /// - Returns: the number of nodes, and of those that were changed or removed.
  private static func write(
    _ change: ArchiveChange, after before: Int, _ versions: inout NodeVersions, _ pieces: inout PieceRows,
    _ database: Database
  ) throws -> (nodes: Int, changes: Int) {
    var nodes = before
    var changes = change.changed.count
    if change.isComplete {
      try versions.closeAll(database)
      pieces.removeAll()
      nodes = 0
    }
    for id in change.removed where try versions.close(id) {
      try pieces.remove(id) { _ = try versions.close($0) }
      nodes -= 1
      changes += 1
    }
    func put(_ node: ArchivedNode) throws {
      if try !versions.close(node.id), node.id != Schema.applicationNode { nodes += 1 }
      let row = try pieces.update(node, inserting: { try versions.add($0) }, ending: { _ = try versions.close($0) })
      try versions.add(row)
    }
    for node in change.changed { try put(node) }
    let state = try database.statement("SELECT state FROM \(NodeRow.current) WHERE id = ? AND until IS NULL")
    let isSame = try state.first(Schema.applicationNode) { row in
      row.withBytes(0) { $0.elementsEqual(change.applicationState) }
    }
    if isSame != true {
      try put(
        ArchivedNode(
          id: Schema.applicationNode, parent: nil, kind: .object, relation: .root, position: 0, identifier: "",
          className: "Application", state: change.applicationState))
    }
    try versions.finish()
    return (nodes, changes)
  }

  private static func writeSnapshot(_ picture: [UInt8]?, save: SaveNumber, _ database: Database) throws {
    if let picture {
      try database.statement("INSERT OR REPLACE INTO snapshot (id, save, picture) VALUES (1, ?, ?)")
        .run(save, SealedPicture.seal(picture))
    } else {
      try database.statement("DELETE FROM snapshot").run()
    }
  }
}
