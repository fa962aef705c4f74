import Foundation
import GRDB
import StateRestoration

/// Keeps the saves of one session in a SQLite database.
///
/// A commit is one transaction in write-ahead mode: it survives the death of the process at any instruction. A durable
/// commit is synced to the disk as well, and survives a power cut; a power cut loses at most the commits after the last
/// durable one, and never the database.
@MainActor
public final class SQLiteArchiveStore: ArchiveStore {
  /// How many bytes the database may have, with the saves that `KeepReason` keeps. The newest save is kept however large it
  /// is.
  public var byteLimit = 64 << 20

  /// What makes the session this process's, if it was taken: held as long as the store lives, and looked at before each save.
  public var lock: SessionLock?

  private let files: SessionFiles?
  private var queue: DatabaseQueue
  /// Tells whether the file at the path is still the one that was opened.
  private var identity: FileIdentity?
  /// The saves that are kept, once it was read.
  private var history: History?
  /// The save that opening has read, for the first who asks.
  private var readAhead: SavedArchive??
  private let copy: LastSaveCopy?
  /// Says outside of the database which save was the last; nil for tools and in memory.
  private var markFile: MarkFile?
  /// The newest save.
  private(set) var newest = SaveMark.nothing
  /// The sum of the checksums of its rows.
  private var checksum: Int64 = 0
  /// Whether the database says that there is a mark.
  private var isMarked = false
  private var lastCopyTime: ContinuousClock.Instant?
  private static let copyInterval = Duration.seconds(60)

  /// Opens the saves of a session, making them if there are none.
  ///
  /// - Parameter isReadOnly: for tools: nothing is made or changed, and another process may hold the session.
  /// - Throws: ``ArchiveStoreError``: what is there is damaged, foreign or newer, which is seen before anything is changed;
  ///   or nothing can be written.
  public convenience init(_ files: SessionFiles, isReadOnly: Bool = false) throws {
    try self.init(files, isReadOnly: isReadOnly, inspected: isReadOnly ? nil : try Self.inspect(files))
  }

  /// - Parameter inspected: what was seen in the database; nil if it has to be looked for after opening.
  init(_ files: SessionFiles, isReadOnly: Bool = false, inspected: Inspection?) throws {
    self.files = files
    copy = isReadOnly ? nil : LastSaveCopy(files)
    let path = files.database
    if !isReadOnly { try files.makeDirectory() }
    queue = try Self.translate(path) { try Self.open(path, isReadOnly: isReadOnly) }
    identity = FileIdentity(path)
    if isReadOnly {
      guard try !read(Schema.isUnmade) else { throw Self.nothingSaved(path) }
      return
    }
    markFile = MarkFile(files)
    let inspected = try inspected ?? read { try Inspection($0, path: path) }
    readAhead = .some(inspected.newest)
    newest = inspected.newest?.mark ?? .nothing
    checksum = inspected.newest?.checksum ?? 0
    isMarked = inspected.isMarked
  }

  /// Keeps saves in memory only.
  public init() throws {
    files = nil
    copy = nil
    let queue = try DatabaseQueue()
    try Schema.migrate(queue, path: ":memory:")
    self.queue = queue
  }

  deinit {
    // Nothing of a store goes on after it.
    copy?.finish()
  }

  var path: String { files?.database ?? ":memory:" }

  // MARK: Opening

  private static func open(_ path: String, isReadOnly: Bool) throws -> DatabaseQueue {
    var configuration = Configuration()
    configuration.readonly = isReadOnly
    configuration.busyMode = .timeout(2)
    if !isReadOnly {
      configuration.journalMode = .wal
      // Must be set before there are tables.
      // Space that pruning frees is given back.
      configuration.prepareDatabase { try $0.execute(sql: "PRAGMA auto_vacuum = INCREMENTAL") }
      // SQLite gives -wal and -shm the permissions of the database, so that has to have them first.
      let descriptor = Foundation.open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard descriptor >= 0 else {
        throw ArchiveStoreError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
      }
      close(descriptor)
    } else if !FileManager.default.fileExists(atPath: path) {
      throw nothingSaved(path)
    }
    for suffix in SessionFiles.databaseSuffixes where SessionFiles.exists(path + suffix) {
      // SQLite would wait for what is no file.
      guard SessionFiles.isFile(path + suffix) else { throw ArchiveStoreError.foreign(path: path + suffix) }
    }
    try FileHeader(path)?.check(path)
    let queue = try DatabaseQueue(path: path, configuration: configuration)
    if try queue.read(Schema.isUnmade) {
      if !isReadOnly { try Schema.migrate(queue, path: path) }
      return queue
    }
    let format = try queue.read { database in
      guard try Int64.fetchOne(database, sql: "PRAGMA application_id") == Schema.applicationID else {
        throw ArchiveStoreError.foreign(path: path)
      }
      return try Schema.format(database)
    }
    if format > Schema.version { throw ArchiveStoreError.newer(path: path, format: format, known: Schema.version) }
    if format < Schema.version, !isReadOnly { try Schema.migrate(queue, path: path) }
    return queue
  }

  private static func nothingSaved(_ path: String) -> ArchiveStoreError {
    let isThere = FileManager.default.fileExists(atPath: path)
    return .cannotWrite(
      path: path, reason: isThere ? "nothing was saved yet" : "there is no such file; nothing was saved yet")
  }

  /// Looks at what is there without changing it: closing a connection that could write would move the log into the database,
  /// whatever that is.
  ///
  /// - Returns: nil if there is nothing to look at, or it cannot be read without writing.
  static func inspect(_ files: SessionFiles) throws -> Inspection? {
    let path = files.database
    guard FileHeader(path) != nil else { return nil }
    return try translate(path) {
      do {
        let queue = try open(path, isReadOnly: true)
        return try queue.read { try Inspection($0, path: path) }
      } catch let error as DatabaseError where error.resultCode == .SQLITE_READONLY {
        return nil
      }
    }
  }

  /// Makes of SQLite's errors what a person can act on.
  static func translate<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      switch error.resultCode {
      case .SQLITE_NOTADB: throw ArchiveStoreError.foreign(path: path)
      case .SQLITE_CORRUPT: throw ArchiveStoreError.damaged(path: path, reason: error.message ?? "corrupt")
      // A table or column that every database of ours has: its description was damaged.
      case .SQLITE_ERROR: throw ArchiveStoreError.damaged(path: path, reason: error.message ?? "unreadable")
      // It cannot be told from a log that another process is about to begin; that would be over soon.
      case .SQLITE_PROTOCOL:
        throw ArchiveStoreError.damaged(
          path: path + "-wal", reason: "it is no log of the database, and may not be replaced by this user")
      case .SQLITE_FULL: throw ArchiveStoreError.cannotWrite(path: path, reason: "the disk is full")
      case .SQLITE_READONLY: throw ArchiveStoreError.cannotWrite(path: path, reason: "it is read-only")
      case .SQLITE_IOERR:
        throw ArchiveStoreError.cannotWrite(
          path: path,
          reason:
            "\(error.message ?? "reading or writing failed"); check the disk, its quota and the limit of file sizes (ulimit -f)"
        )
      case .SQLITE_CANTOPEN, .SQLITE_PERM:
        throw ArchiveStoreError.cannotWrite(
          path: path, reason: "it cannot be opened; check the folder and its permissions")
      default: throw ArchiveStoreError.cannotWrite(path: path, reason: error.message ?? "\(error.resultCode)")
      }
    } catch let error as ArchiveStoreError {
      throw error
    } catch {
      // A value of another type than was written.
      throw ArchiveStoreError.damaged(path: path, reason: "\(error)")
    }
  }

  private func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try Self.translate(path) { try queue.read(body) }
  }

  // MARK: Reading

  public func currentArchive() throws -> Archive? {
    try newestSave()?.archive
  }

  /// The newest save; nil if there is none.
  func newestSave() throws -> SavedArchive? {
    if let found = readAhead { return found }
    return try read { try SavedArchive.readNewest($0, path: path) }
  }

  public func archive(ofSave number: SaveNumber) throws -> Archive? {
    try read { try SavedArchive.read(number, isCurrent: false, $0, path: path)?.archive }
  }

  public func currentSnapshot() throws -> [UInt8]? {
    let picture = try read { try Data.fetchOne($0, sql: "SELECT picture FROM snapshot WHERE id = 1") }
    return picture.flatMap { Self.unsealed([UInt8]($0)) }
  }

  public func saves() throws -> [SaveSummary] {
    try read { database in
      let history = try History(database)
      let rows = try Row.fetchAll(database, sql: "SELECT \(SaveRow.columns) FROM save ORDER BY number")
      return zip(rows, zip(history.entries, history.reasons)).map { row, kept in
        var save = SaveRow.summary(row)
        (save.kind, save.reasons) = (kept.0.kind, kept.1)
        return save
      }
    }
  }

  public func newestSave() throws -> SaveNumber? {
    try read { try Int64.fetchOne($0, sql: "SELECT max(number) FROM save") }
  }

  public func nextNodeID() throws -> NodeID {
    try read { try Int64.fetchOne($0, sql: "SELECT max(id) FROM node") ?? 0 } + 1
  }

  /// Looks at every page and every row, of the whole history.
  ///
  /// - Returns: what is wrong, a sentence each; nothing if all is well.
  public func verify() throws -> [String] {
    var problems = try read { try String.fetchAll($0, sql: "PRAGMA integrity_check") }.filter { $0 != "ok" }
    for save in try saves() {
      do {
        let archive = try archive(ofSave: save.number)
        let damaged = ArchiveOutline(archive ?? Archive(info: save.info, applicationState: [], nodes: [])).nodes
          .filter(\.state.isDamaged)
        problems += damaged.map { "save \(save.number): the state of \($0.path) cannot be read" }
        if let count = archive?.nodes.count, count != save.nodeCount {
          problems.append("save \(save.number): \(count) nodes lead to a root, of \(save.nodeCount)")
        }
      } catch {
        problems.append("save \(save.number): \(error)")
      }
    }
    return problems
  }

  // MARK: Notes

  public func note(_ name: String) throws -> Int64? {
    try read { try Int64.fetchOne($0, sql: "SELECT value FROM meta WHERE key = ?", arguments: [name]) }
  }

  public func setNote(_ name: String, to value: Int64?) throws {
    try Self.translate(path) {
      try queue.write { database in
        if let value {
          try database.execute(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [name, value])
        } else {
          try database.execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [name])
        }
      }
    }
  }

  public func keep(_ number: SaveNumber, because reason: KeepReason) throws {
    guard let mark = History.Marks.reasons.first(where: { $0.reason == reason })?.mark else { return }
    history = nil
    try Self.translate(path) {
      try queue.write {
        try $0.execute(
          sql: "UPDATE save SET kept = kept | ? WHERE number = ? AND kept & ? = 0",
          arguments: [mark.rawValue, number, mark.rawValue])
      }
    }
  }

  // MARK: Writing

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
          // The log may be what fills the disk: its contents go into the database, and the room is free again.
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
      throw beginAnew(after: error) ?? error
    }
  }

  private func writeOnce(_ change: ArchiveChange) throws -> (number: SaveNumber, checksum: Int64) {
    let known = history
    let before = checksum
    history = nil
    let (written, history) = try queue.write { database in
      var history = try known ?? History(database)
      if change.kind == .rollback || change.kind == .imported { try history.decideOnRefused(database) }
      let written = try Self.write(change, after: history.entries.last, checksum: before, database)
      history.append(written.entry)
      try Pruning.prune(&history, toBytes: byteLimit, database)
      return (written, history)
    }
    self.history = history
    return (written.entry.number, written.checksum)
  }

  private func setSynchronous(_ mode: String) throws {
    try queue.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = \(mode)") }
  }

  /// Notices that the file was removed or replaced while it was open: what is written to it then would be lost.
  private func checkFile() throws {
    guard let files, FileIdentity(files.database) != identity else { return }
    let isThere = FileManager.default.fileExists(atPath: files.database)
    if isThere { try files.setAside(.replaced) }
    try reopen()
    throw ArchiveStoreError.cannotWrite(
      path: path,
      reason: "it was \(isThere ? "replaced" : "removed") while the app ran; it is made again with the next save")
  }

  /// After damage that shows while the app runs: the database is set aside, and the next save, whole, begins another.
  private func beginAnew(after error: ArchiveStoreError) -> ArchiveStoreError? {
    let reason: SessionFiles.Aside
    switch error {
    case .damaged: reason = .damaged
    case .foreign: reason = .foreign
    default: return nil
    }
    guard let files, let aside = try? files.setAside(reason), (try? reopen()) != nil else { return nil }
    return .cannotWrite(path: path, reason: "it was damaged while the app ran, and is set aside as \(aside)")
  }

  private func reopen() throws {
    guard let files else { return }
    history = nil
    try files.makeDirectory()
    queue = try Self.translate(path) { try Self.open(path, isReadOnly: false) }
    identity = FileIdentity(path)
    // The mark and the copy may have gone with the database, or not.
    markFile = MarkFile(files)
    isMarked = false
    checksum = 0
    history = nil
    try continueNumbers(after: newest.number)
  }

  /// Lets the mark say what the newest save is.
  func keepMark() {
    guard let markFile else { return }
    markFile.write(newest)
    guard !isMarked else { return }
    // From now on a mark that is missing is one that was lost. So it has to be on the disk before that is said, and that has
    // to be in the database itself: the log can be lost as well.
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

  /// - Parameter checksum: the sum of the checksums of the rows of the save before.
  /// - Returns: the save, and the sum for its own rows.
  private static func write(
    _ change: ArchiveChange, after lastEntry: History.Entry?, checksum before: Int64, _ database: Database
  ) throws -> (entry: History.Entry, checksum: Int64) {
    // Statements are prepared once: that costs more than a small save itself.
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
        info.appVersion, info.hostVersion, info.screenWidth, info.screenHeight,
        info.savedAt.isNaN ? 0 : info.savedAt, change.kind.rawValue,
        entry.run, entry.clock,
      ])
    let number = database.lastInsertedRowID
    entry.number = number

    var changes = 0
    var checksum = before
    let closing = try database.cachedStatement(
      sql: "UPDATE node SET until = ? WHERE id = ? AND until IS NULL RETURNING checksum")
    let insert = try database.cachedStatement(
      sql: "INSERT INTO node (\(NodeRow.columns), since) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)")

    /// Ends the current version of a node; false if there is none.
    func close(_ id: NodeID) throws -> Bool {
      guard let closed = try Int64.fetchOne(closing, arguments: [number, id]) else { return false }
      checksum &-= closed
      return true
    }
    func put(_ node: ArchivedNode, isNew: Bool) throws {
      let isReplaced = isNew ? false : try close(node.id)
      if !isReplaced, node.id != Schema.applicationNode { nodeCount += 1 }
      let sum = NodeRow.checksum(node)
      checksum &+= sum
      insert.setUncheckedArguments(NodeRow.arguments(node, checksum: sum, since: number))
      try insert.execute()
    }

    if change.isComplete {
      try database.execute(sql: "UPDATE node SET until = ? WHERE until IS NULL", arguments: [number])
      nodeCount = 0
      checksum = 0
    }
    for id in change.removed where try close(id) {
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

  /// A picture behind its checksum: one that is not what was shown is better not shown at all.
  private static func sealed(_ picture: [UInt8]) -> [UInt8] {
    var checksum = Checksum()
    checksum.add(picture)
    return withUnsafeBytes(of: checksum.value.bigEndian) { Array($0) } + picture
  }

  /// The picture in what was written; nil if it is something else.
  private static func unsealed(_ bytes: [UInt8]) -> [UInt8]? {
    let picture = Array(bytes.dropFirst(MemoryLayout<UInt64>.size))
    return sealed(picture) == bytes ? picture : nil
  }

  private static func writeSnapshot(_ picture: [UInt8]?, save: SaveNumber, _ database: Database) throws {
    if let picture {
      let insert = try database.cachedStatement(
        sql: "INSERT OR REPLACE INTO snapshot (id, save, picture) VALUES (1, ?, ?)")
      try insert.execute(arguments: [save, Data(sealed(picture))])
    } else {
      try database.execute(sql: "DELETE FROM snapshot")
    }
  }

  /// Lets the numbers of saves go on after one.
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
