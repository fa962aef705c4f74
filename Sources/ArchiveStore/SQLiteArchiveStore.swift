import Glibc
import Dispatch
import StateRestoration

/// Stores the saves of one session in a SQLite database.
///
/// A commit is one transaction in write-ahead mode: it survives a crash of the process at any instruction. A durable
/// commit is also synced to disk and survives a power failure. A power failure loses at most the commits after the last
/// durable one, and never the database.
@MainActor
public final class SQLiteArchiveStore: ArchiveStore {
  /// The maximum size of the database in bytes, including the saves kept by `KeepReason`. The newest save is always
  /// kept.
  public var byteLimit = 64 << 20

  /// The lock on the session, if it was acquired. Retained by the store and checked before each save.
  public var lock: SessionLock? {
    didSet {
      collectCommit()
      writer.claim = claim(by: lock)
    }
  }

  let files: SessionFiles?
  private var connection: Database
  /// The connection to the database, after the commit that is being written.
  var database: Database {
    get {
      saving.sync {}
      return connection
    }
    set { connection = newValue }
  }
  /// The identity of the opened file, to detect its replacement.
  var identity: FileIdentity?
  /// Writes the commits. Without history and pieces while one is being written.
  var writer = SaveWriter()
  /// The commit that is being written, and the error of the last one.
  var pending: PendingCommit?
  var failure: ArchiveStoreError?
  /// The save read while opening, for the first caller.
  var readAhead: SavedArchive??
  /// Work beside that of the app: the copy of the last save, and checkpoints.
  private let background = DispatchQueue(label: "luahost.store", qos: .utility)
  /// Commits beside the main actor, one at a time.
  let saving = DispatchQueue(label: "luahost.save")
  let copy: LastSaveCopy?
  let checkpoints: LogCheckpoints?
  var lastCopyTime: ContinuousClock.Instant?
  static let copyInterval = Duration.seconds(60)

  /// Opens the saves of a session, creating the database if necessary.
  ///
  /// - Parameter isReadOnly: for tools: nothing is created or changed, and another process may hold the session.
  /// - Throws: ``ArchiveStoreError`` if the database is damaged, foreign or of a later version, which is detected
  ///   before anything is changed, or if it cannot be written.
  public convenience init(_ files: SessionFiles, isReadOnly: Bool = false) throws {
    try self.init(files, isReadOnly: isReadOnly, inspected: isReadOnly ? nil : try Self.inspect(files))
  }

  /// - Parameter inspected: the contents of the database, if it was inspected already; nil inspects it after opening.
  init(_ files: SessionFiles, isReadOnly: Bool = false, inspected: Inspection?) throws {
    self.files = files
    copy = isReadOnly ? nil : LastSaveCopy(files, on: background)
    checkpoints = isReadOnly ? nil : LogCheckpoints(files, on: background)
    let path = files.database
    if isReadOnly { try Evidence(files).checkPresence(files) } else { try files.makeDirectory() }
    connection = try Self.translate(path) { [checkpoints] in
      try isReadOnly ? Self.openForReading(path) : Self.open(path, isReadOnly: false, checkpoints: checkpoints)
    }
    identity = FileIdentity(path)
    if isReadOnly {
      guard try !read(Schema.isUninitialized) else { throw ArchiveStoreError.noSaves(path: path) }
      return
    }
    let inspected = try inspected ?? read { try Inspection($0, path: path) }
    readAhead = .some(inspected.newest)
    writer = SaveWriter(
      checksum: inspected.newest?.checksum ?? 0, newest: inspected.newest?.mark ?? .nothing, markFile: MarkFile(files),
      isMarked: inspected.isMarked)
    if let newest = inspected.newest { copy?.update(ifOlderThan: newest.mark) }
  }

  /// Creates a store in memory.
  public init() throws {
    files = nil
    copy = nil
    checkpoints = nil
    connection = try Database()
    try Schema.migrate(connection, path: path)
  }

  deinit {
    // Nothing uses the files after the store is gone.
    copy?.abandon()
    saving.sync {}
    background.sync {}
  }

  var path: String { files?.database ?? "memory" }

  // MARK: Notes

  public func note(_ name: String) throws -> Int64? {
    try read { try $0.statement("SELECT value FROM meta WHERE key = ?").first(name) { $0.integer(0) } }
  }

  func claim(by lock: SessionLock?) -> SaveWriter.Claim? {
    guard let lock, let files else { return nil }
    return SaveWriter.Claim(token: lock.token, lock: files.lock)
  }

  public func setNote(_ name: String, to value: Int64?) throws {
    collectCommit()
    try Self.translate(path) {
      try database.write { database in
        try writer.claim?.check(database)
        if let value {
          try database.statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)").run(name, value)
        } else {
          try database.statement("DELETE FROM meta WHERE key = ?").run(name)
        }
      }
      writer.claim?.isRecorded = true
    }
  }

  public func keep(_ number: SaveNumber, because reason: KeepReason) throws {
    guard let mark = History.Marks.reasons.first(where: { $0.reason == reason })?.mark else { return }
    collectCommit()
    writer.history = nil
    try Self.translate(path) {
      try database.write { database in
        try writer.claim?.check(database)
        try database.statement("UPDATE save SET kept = kept | ? WHERE number = ? AND kept & ? = 0")
          .run(mark.rawValue, number, mark.rawValue)
        // An older save may have had the same reason.
        var history = try History(database)
        try Pruning.prune(&history, toBytes: byteLimit, database)
      }
      writer.claim?.isRecorded = true
    }
  }
}
