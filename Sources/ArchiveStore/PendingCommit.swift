import Dispatch
import StateRestoration
import Synchronization

/// A commit that a queue writes beside the main actor.
final class PendingCommit: Sendable {
  /// The values that the queue needs, until it has begun.
  private struct Work: Sendable {
    var change: ArchiveChange
    var writer: SaveWriter
    var database: Database
  }

  private let work: Mutex<Work?>
  private let result = Mutex<(writer: SaveWriter?, error: ArchiveStoreError?)>((nil, nil))

  /// Begins to write.
  ///
  /// - Parameters:
  ///   - limit: the maximum size of the database in bytes.
  ///   - path: the database, for errors.
  init(
    _ change: ArchiveChange, _ writer: SaveWriter, to database: Database, limit: Int, path: String,
    on queue: DispatchQueue
  ) {
    work = Mutex(Work(change: change, writer: writer, database: database))
    queue.async { [self] in write(limit: limit, path: path) }
  }

  /// Writes, and returns without a reference to the database, which its store may then close.
  private func write(limit: Int, path: String) {
    // Moved, as a second reference would copy the history.
    guard var work = work.withLock({ $0.take() }) else { return }
    var failure: ArchiveStoreError?
    do {
      try SQLiteArchiveStore.translate(path) {
        try work.writer.write(work.change, to: work.database, limit: limit)
      }
    } catch {
      failure = error as? ArchiveStoreError
    }
    result.withLock { $0 = (work.writer, failure) }
  }

  /// Returns the writer with what it then knows, and the error, if any, once the queue has written.
  func take() -> (writer: SaveWriter?, error: ArchiveStoreError?) {
    result.withLock { result in
      defer { result = (nil, nil) }
      return result
    }
  }
}
