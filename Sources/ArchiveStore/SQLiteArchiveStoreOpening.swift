import CSQLite
import FoundationEssentials
import Glibc

/// Opening the database and translating its errors.
extension SQLiteArchiveStore {
  static func open(
    _ path: String, isReadOnly: Bool, checkpoints: LogCheckpoints? = nil
  ) throws -> Database {
    if !isReadOnly {
      // SQLite gives -wal and -shm the permissions of the database, which is therefore created first.
      let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_NONBLOCK | O_CLOEXEC | O_NOFOLLOW, 0o600)
      guard descriptor >= 0 else {
        throw ArchiveStoreError.cannotWrite(path: path, reason: String(cString: strerror(errno)))
      }
      close(descriptor)
    } else if !FileManager.default.fileExists(atPath: path) {
      throw ArchiveStoreError.noSaves(path: path)
    }
    for suffix in SessionFiles.databaseSuffixes where SessionFiles.exists(path + suffix) {
      // SQLite would block on a FIFO or device.
      guard SessionFiles.isFile(path + suffix) else { throw ArchiveStoreError.foreign(path: path + suffix) }
    }
    try FileHeader(path)?.check(path)
    // Without a write-ahead log, no process has the database open, and reading it need not leave a log beside it.
    let isUnchanging = isReadOnly && !SessionFiles.exists(path + "-wal")
    let database = try Database(path, isReadOnly: isReadOnly, isUnchanging: isUnchanging)
    if !isReadOnly { try prepareWriting(database, path, checkpoints) }
    try checkFormat(database, path, isReadOnly: isReadOnly)
    return database
  }

  /// Opens a database for tools, or a copy of it if its write-ahead log cannot be read in its folder, as on a full disk.
  static func openForReading(_ path: String) throws -> Database {
    do {
      return try open(path, isReadOnly: true)
    } catch let error as DatabaseError where [SQLITE_IOERR, SQLITE_CANTOPEN, SQLITE_READONLY].contains(error.code) {
      guard let copy = Salvage.withCopy(of: path, { try? open($0, isReadOnly: true) }) else { throw error }
      return copy
    }
  }

  /// Checks that a database can be used, and migrates it if it is not read-only.
  private static func checkFormat(_ database: Database, _ path: String, isReadOnly: Bool) throws {
    if try database.read(Schema.isUninitialized) {
      if !isReadOnly { try Schema.migrate(database, path: path) }
      return
    }
    let format = try database.read { database in
      guard try database.statement("PRAGMA application_id").first(read: { $0.integer(0) }) == Schema.applicationID
      else {
        throw ArchiveStoreError.foreign(path: path)
      }
      return try Schema.format(database)
    }
    if format > Schema.version { throw ArchiveStoreError.newer(path: path, format: format, known: Schema.version) }
    if format < Schema.version, !isReadOnly { try Schema.migrate(database, path: path) }
  }

  /// Makes commits append to a write-ahead log, which is not synced by default.
  private static func prepareWriting(_ database: Database, _ path: String, _ checkpoints: LogCheckpoints?) throws {
    // Must be set before tables are created. Pruning then returns free space to the file system.
    try database.execute("PRAGMA auto_vacuum = INCREMENTAL")
    guard try database.statement("PRAGMA journal_mode = WAL").first(read: { $0.text(0) }) == "wal" else {
      throw ArchiveStoreError.cannotWrite(path: path, reason: "its file system does not support write-ahead logs")
    }
    try database.execute("PRAGMA synchronous = NORMAL")
    // Setting the mode has set SQLite's own checkpoints.
    checkpoints?.observe(database)
  }

  /// Inspects the database without changing it. A writable connection would merge even a damaged log into the database
  /// when it is closed.
  ///
  /// - Returns: nil if there is no database, or it cannot be read without writing.
  static func inspect(_ files: SessionFiles) throws -> Inspection? {
    let path = files.database
    guard FileHeader(path) != nil else { return nil }
    return try translate(path) {
      do {
        return try open(path, isReadOnly: true).read { try Inspection($0, path: path) }
      } catch let error as DatabaseError where error.code == SQLITE_READONLY {
        return nil
      }
    }
  }

  /// Translates SQLite's errors into errors with a remedy.
  nonisolated static func translate<Result>(_ path: String, _ body: () throws -> Result) throws -> Result {
    do {
      return try body()
    } catch let error as DatabaseError {
      switch error.code {
      case SQLITE_NOTADB: throw ArchiveStoreError.foreign(path: path)
      case SQLITE_CORRUPT: throw ArchiveStoreError.damaged(path: path, reason: error.message)
      // A missing table or column, which every valid database has: the schema is damaged.
      case SQLITE_ERROR: throw ArchiveStoreError.damaged(path: path, reason: error.message)
      // A protocol error that persists means that the log cannot be used, not that another process is starting.
      case SQLITE_PROTOCOL:
        throw ArchiveStoreError.damaged(
          path: path + "-wal", reason: "it is not a log of the database, and this user is not permitted to replace it")
      case SQLITE_FULL: throw ArchiveStoreError.cannotWrite(path: path, reason: "the disk is full")
      case SQLITE_READONLY: throw ArchiveStoreError.cannotWrite(path: path, reason: "it is read-only")
      // A file that SQLite maps into memory, as the index of the log, cannot grow then.
      case SQLITE_IOERR where FreeSpace.bytes(at: path).map({ $0 < 1 << 16 }) == true:
        throw ArchiveStoreError.cannotWrite(path: path, reason: "the disk is full")
      case SQLITE_IOERR:
        throw ArchiveStoreError.cannotWrite(
          path: path,
          reason:
            "\(error.message); check the disk, its quota and the file size limit (ulimit -f)"
        )
      case SQLITE_CANTOPEN, SQLITE_PERM:
        throw ArchiveStoreError.cannotWrite(
          path: path, reason: "it cannot be opened; check the folder and its permissions")
      default: throw ArchiveStoreError.cannotWrite(path: path, reason: error.message)
      }
    } catch let error as ArchiveStoreError {
      throw error
    } catch {
      // A value has another type than was written.
      throw ArchiveStoreError.damaged(path: path, reason: "\(error)")
    }
  }

  func read<Result>(_ body: (Database) throws -> Result) throws -> Result {
    try Self.translate(path) { try database.read(body) }
  }
}
