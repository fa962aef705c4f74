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
  /// Whether the database says that it is the lock's process that writes to it.
  var isClaimed = false

  let files: SessionFiles?
  var queue: DatabaseQueue
  /// Tells whether the file at the path is still the one that was opened.
  var identity: FileIdentity?
  /// The saves that are kept, once it was read.
  var history: History?
  /// The save that opening has read, for the first who asks.
  var readAhead: SavedArchive??
  let copy: LastSaveCopy?
  /// Says outside of the database which save was the last; nil for tools and in memory.
  var markFile: MarkFile?
  /// The newest save.
  var newest = SaveMark.nothing
  /// The sum of the checksums of its rows.
  var checksum: Int64 = 0
  /// Whether the database says that there is a mark.
  var isMarked = false
  var lastCopyTime: ContinuousClock.Instant?
  static let copyInterval = Duration.seconds(60)

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
        // An older one may have stayed for the same reason.
        var history = try History(database)
        try Pruning.prune(&history, toBytes: byteLimit, database)
      }
      isClaimed = lock != nil
    }
  }
}
