import CSQLite
import Dispatch
import Synchronization

/// Moves the contents of the write-ahead log into the database, on a background queue.
///
/// SQLite does this in the commit that fills the log. As it waits for the disk, a user who types would notice. Here, that
/// commit requests a checkpoint on a connection of its own, and later commits append to the log meanwhile. SQLite starts
/// the log over in the first commit after everything in it was moved and synced, so a crash at any instruction loses
/// nothing.
final class LogCheckpoints: Sendable {
  /// The size of the log, in pages, from which a checkpoint is requested. The default of SQLite.
  private static let due: Int32 = 1_000
  /// The size of the log, in pages, from which commits make the checkpoint themselves, as the background is too slow.
  private static let overdue: Int32 = 8_000

  private let path: String
  private let queue: DispatchQueue
  private let isRequested = Atomic(false)

  /// - Parameter queue: a serial queue, so that no checkpoint ends early because of another reader on it.
  init(_ files: SessionFiles, on queue: DispatchQueue) {
    path = files.database
    self.queue = queue
  }

  /// Makes checkpoints for the commits of a connection, in place of SQLite. Must not be released before the connection.
  func observe(_ database: Database) {
    let observe: @convention(c) (UnsafeMutableRawPointer?, OpaquePointer?, UnsafePointer<CChar>?, Int32) -> Int32 = {
      checkpoints, connection, _, pages in
      if let checkpoints, pages >= LogCheckpoints.due {
        Unmanaged<LogCheckpoints>.fromOpaque(checkpoints).takeUnretainedValue().didCommit(connection, pages)
      }
      // An error would be one of the commit.
      return SQLITE_OK
    }
    sqlite3_wal_hook(database.connection, observe, Unmanaged.passUnretained(self).toOpaque())
  }

  private func didCommit(_ connection: OpaquePointer?, _ pages: Int32) {
    if pages >= Self.overdue { sqlite3_wal_checkpoint_v2(connection, nil, SQLITE_CHECKPOINT_PASSIVE, nil, nil) }
    guard !isRequested.exchange(true, ordering: .relaxed) else { return }
    queue.async { [self] in
      isRequested.store(false, ordering: .relaxed)
      makeCheckpoint()
    }
  }

  /// Moves as much as possible without a wait for other connections. Errors are ignored: a later commit requests the next
  /// checkpoint.
  private func makeCheckpoint() {
    var connection: OpaquePointer?
    defer { sqlite3_close(connection) }
    // Without SQLITE_OPEN_CREATE, as the file may have been removed.
    guard sqlite3_open_v2(path, &connection, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOFOLLOW, nil) == SQLITE_OK else {
      return
    }
    // A checkpoint needs a connection that has read the database.
    sqlite3_exec(connection, "PRAGMA schema_version; PRAGMA wal_checkpoint(PASSIVE)", nil, nil, nil)
  }
}
