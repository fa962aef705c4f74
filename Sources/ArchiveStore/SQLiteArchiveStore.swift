import Foundation
import GRDB
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
  public var lock: SessionLock?
  /// Whether the database records the lock's process as its writer.
  var isClaimed = false

  let files: SessionFiles?
  var queue: DatabaseQueue
  /// The identity of the opened file, to detect its replacement.
  var identity: FileIdentity?
  /// The history, once it was read.
  var history: History?
  /// The stored pieces, once they were read.
  var pieces: PieceRows?
  /// The save read while opening, for the first caller.
  var readAhead: SavedArchive??
  let copy: LastSaveCopy?
  /// Records the last save outside of the database; nil for read-only access and in memory.
  var markFile: MarkFile?
  /// The mark of the newest save.
  var newest = SaveMark.nothing
  /// The sum of the checksums of the newest save's rows.
  var checksum: Int64 = 0
  /// Whether the database records that it has a mark file.
  var isMarked = false
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

  /// Creates a store in memory.
  public init() throws {
    files = nil
    copy = nil
    let queue = try DatabaseQueue()
    try Schema.migrate(queue, path: ":memory:")
    self.queue = queue
  }

  deinit {
    // No copy is in progress after the store is gone.
    copy?.finish()
  }

  var path: String { files?.database ?? ":memory:" }

  // MARK: Notes

  public func note(_ name: String) throws -> Int64? {
    try read { try Int64.fetchOne($0, sql: "SELECT value FROM meta WHERE key = ?", arguments: [name]) }
  }

  public func setNote(_ name: String, to value: Int64?) throws {
    try Self.translate(path) {
      try queue.write { database in
        try checkClaim(database)
        if let value {
          try database.execute(sql: "INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)", arguments: [name, value])
        } else {
          try database.execute(sql: "DELETE FROM meta WHERE key = ?", arguments: [name])
        }
      }
      isClaimed = lock != nil
    }
  }

  public func keep(_ number: SaveNumber, because reason: KeepReason) throws {
    guard let mark = History.Marks.reasons.first(where: { $0.reason == reason })?.mark else { return }
    history = nil
    try Self.translate(path) {
      try queue.write { database in
        try checkClaim(database)
        try database.execute(
          sql: "UPDATE save SET kept = kept | ? WHERE number = ? AND kept & ? = 0",
          arguments: [mark.rawValue, number, mark.rawValue])
        // An older save may have had the same reason.
        var history = try History(database)
        try Pruning.prune(&history, toBytes: byteLimit, database)
      }
      isClaimed = lock != nil
    }
  }
}
