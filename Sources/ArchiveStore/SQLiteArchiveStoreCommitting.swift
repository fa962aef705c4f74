import FoundationEssentials
import Glibc
import StateRestoration

/// Writing saves and the files beside the database.
extension SQLiteArchiveStore {
  public func commit(_ change: ArchiveChange) throws -> SaveNumber {
    try finishCommit()
    readAhead = nil
    try startingOver {
      try lock?.hold()
      try checkFile()
      try Self.translate(path) { try writer.write(change, to: database, limit: byteLimit) }
      keepCopy(isDurable: change.isDurable)
    }
    return writer.newest.number
  }

  /// A durable save is written before this returns, and so is each save in memory.
  public func beginCommit(_ change: ArchiveChange) throws {
    try finishCommit()
    guard files != nil, !change.isDurable else {
      _ = try commit(change)
      return
    }
    readAhead = nil
    try startingOver {
      try lock?.hold()
      try checkFile()
    }
    pending = PendingCommit(change, writer, to: database, limit: byteLimit, path: path, on: saving)
    (writer.history, writer.pieces) = (nil, nil)
  }

  public func finishCommit() throws {
    collectCommit()
    guard let error = failure else { return }
    failure = nil
    try startingOver { throw error }
  }

  /// Waits for the commit that is being written. Its error is thrown by ``finishCommit()``.
  func collectCommit() {
    guard let pending else { return }
    self.pending = nil
    saving.sync {}
    let result = pending.take()
    if let writer = result.writer { self.writer = writer }
    failure = result.error
    if failure == nil { keepCopy(isDurable: false) }
  }

  /// Claims the database for the process that holds the session. From then on, processes that held it before can no
  /// longer write to it, even if they were stopped meanwhile. Errors are ignored, as the first save claims it too.
  public func claim() {
    collectCommit()
    guard (try? database.write({ try writer.claim?.check($0) })) != nil else { return }
    writer.claim?.isRecorded = true
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
  private func startingOver(_ body: () throws -> Void) throws {
    do {
      try body()
    } catch let error as ArchiveStoreError {
      throw startOver(after: error) ?? error
    }
  }

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
    try files.makeDirectory()
    database = try Self.translate(path) { try Self.open(path, isReadOnly: false, checkpoints: checkpoints) }
    identity = FileIdentity(path)
    // The mark and the copy may be missing too.
    writer = SaveWriter(claim: claim(by: lock), newest: writer.newest, markFile: MarkFile(files))
    try continueNumbers(after: writer.newest.number)
  }

  /// Writes the mark of a store without a save of its own.
  func writeMark() { writer.writeMark(beside: database) }

  private func keepCopy(isDurable: Bool) {
    let isDue = lastCopyTime.map { .now - $0 > Self.copyInterval } ?? true
    guard isDurable || isDue else { return }
    lastCopyTime = .now
    copy?.update(isDurable: isDurable, size: (try? database.pageCount * database.pageSize) ?? 0)
  }

  /// Makes the numbers of saves continue after one.
  func continueNumbers(after number: SaveNumber) throws {
    try Self.translate(path) {
      try database.write { database in
        let last = try database.statement("SELECT max(seq) FROM sqlite_sequence WHERE name = 'save'")
          .first { $0.integer(0) }
        guard number > last ?? 0 else { return }
        try database.execute("DELETE FROM sqlite_sequence WHERE name = 'save'")
        try database.statement("INSERT INTO sqlite_sequence (name, seq) VALUES ('save', ?)").run(number)
      }
    }
  }
}
