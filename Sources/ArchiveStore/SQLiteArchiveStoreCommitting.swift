import Foundation
import GRDB
import StateRestoration

/// Writing saves and the files beside the database.
extension SQLiteArchiveStore {
  public func commit(_ change: ArchiveChange) throws -> SaveNumber {
    readAhead = nil
    do {
      try lock?.hold()
      try checkFile()
      let (number, checksum) = try Self.translate(path) {
        if change.isDurable { try setSynchronous("FULL") }
        defer { if change.isDurable { try? setSynchronous("NORMAL") } }
        do {
          return try writeOnce(change)
        } catch let error as DatabaseError where error.resultCode == .SQLITE_FULL {
          // The log itself may fill the disk; a checkpoint moves its contents into the database and frees the space.
          try queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
          return try writeOnce(change)
        }
      }
      self.checksum = checksum
      newest = SaveMark(number, change.info, checksum)
      keepMark()
      keepCopy(isDurable: change.isDurable)
      return number
    } catch let error as ArchiveStoreError {
      throw startOver(after: error) ?? error
    }
  }

  private func writeOnce(_ change: ArchiveChange) throws -> (number: SaveNumber, checksum: Int64) {
    let known = history
    let before = checksum
    let knownPieces = pieces
    (history, pieces) = (nil, nil)
    let (written, history, pieces) = try queue.write { database in
      try checkClaim(database)
      var pieces = try knownPieces ?? PieceRows(database)
      var history = try known ?? History(database)
      if change.kind == .rollback || change.kind == .imported { try history.decideOnRefused(database) }
      let written = try Self.write(change, after: history.entries.last, checksum: before, &pieces, database)
      history.append(written.entry)
      try Pruning.prune(&history, toBytes: byteLimit, database)
      return (written, history, pieces)
    }
    (self.history, self.pieces) = (history, pieces)
    isClaimed = lock != nil
    return (written.entry.number, written.checksum)
  }

  /// Claims the database for the process that holds the session. From then on, processes that held it before can no
  /// longer write to it, even if they were stopped meanwhile. Errors are ignored, as the first save claims it too.
  public func claim() {
    guard (try? queue.write({ try checkClaim($0) })) != nil else { return }
    isClaimed = lock != nil
  }

  /// Checks, in a transaction, that the database is still claimed by this process.
  ///
  /// - Throws: ``ArchiveStoreError/continued(path:)`` if another process has claimed it since.
  func checkClaim(_ database: Database) throws {
    guard let files, let lock else { return }
    if isClaimed {
      let query = try database.cachedStatement(sql: "SELECT value FROM meta WHERE key = ?")
      guard try Int64.fetchOne(query, arguments: [Schema.holderNote]) == lock.token else {
        throw ArchiveStoreError.continued(path: files.lock)
      }
    } else {
      try database.execute(
        sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [Schema.holderNote, lock.token])
    }
  }

  private func setSynchronous(_ mode: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(mode)") }
  }

  /// Detects that the open file was removed or replaced, in which case writes to it would be lost.
  private func checkFile() throws {
    guard let files, FileIdentity(files.database) != identity else { return }
    let isThere = FileManager.default.fileExists(atPath: files.database)
    if isThere { try files.setAside(.replaced) }
    try reopen()
    throw ArchiveStoreError.cannotWrite(
      path: path,
      reason: "it was \(isThere ? "replaced" : "removed") while the app ran; the next save will create it again")
  }

  /// Handles damage detected while the app runs: sets the database aside, so that the next, complete save starts
  /// another.
  private func startOver(after error: ArchiveStoreError) -> ArchiveStoreError? {
    let reason: SessionFiles.Aside
    switch error {
    case .damaged: reason = .damaged
    case .foreign: reason = .foreign
    default: return nil
    }
    guard let files, let aside = try? files.setAside(reason), (try? reopen()) != nil else { return nil }
    return .cannotWrite(path: path, reason: "it was damaged while the app ran, and was set aside as \(aside)")
  }

  private func reopen() throws {
    guard let files else { return }
    (history, pieces) = (nil, nil)
    try files.makeDirectory()
    queue = try Self.translate(path) { try Self.open(path, isReadOnly: false) }
    identity = FileIdentity(path)
    isClaimed = false
    // The mark and the copy may be missing too.
    markFile = MarkFile(files)
    isMarked = false
    checksum = 0
    history = nil
    try continueNumbers(after: newest.number)
  }

  /// Writes the mark of the newest save.
  func keepMark() {
    guard let markFile else { return }
    markFile.write(newest)
    guard !isMarked else { return }
    // From now on, a missing mark counts as lost. Therefore the mark is synced before that is recorded, and the record
    // is moved from the log, which can be lost as well, to the database.
    markFile.sync()
    try? setNote(Schema.markNote, to: 1)
    try? queue.writeWithoutTransaction { _ = try $0.checkpoint(.truncate) }
    isMarked = true
  }

  private func keepCopy(isDurable: Bool) {
    let isDue = lastCopyTime.map { .now - $0 > Self.copyInterval } ?? true
    guard isDurable || isDue else { return }
    lastCopyTime = .now
    copy?.update(isDurable: isDurable)
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
    try writeSnapshot(change.snapshot, save: number, database)
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

  /// Makes the numbers of saves continue after one.
  func continueNumbers(after number: SaveNumber) throws {
    try Self.translate(path) {
      try queue.write { database in
        let last = try Int64.fetchOne(database, sql: "SELECT max(seq) FROM sqlite_sequence WHERE name = 'save'")
        guard number > last ?? 0 else { return }
        try database.execute(sql: "DELETE FROM sqlite_sequence WHERE name = 'save'")
        try database.execute(sql: "INSERT INTO sqlite_sequence (name, seq) VALUES ('save', ?)", arguments: [number])
      }
    }
  }
}
