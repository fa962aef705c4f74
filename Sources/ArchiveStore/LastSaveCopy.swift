import Dispatch
import StateRestoration
import Synchronization

/// A copy of the last save in its own file, for a database that is damaged beyond repair. Written after each durable
/// save, and once a minute.
///
/// The copy is made from the database by its own connection and thread, so that saves do not wait for it, except
/// durable ones of small databases, after which the process may exit. The copy of a large one is abandoned when the
/// store is released; the next process writes it.
final class LastSaveCopy: Sendable {
  /// The size of a database, in bytes, from which a copy takes longer than a user may wait.
  private static let largeSize = 1 << 20
  /// The time after the start of an app at which an outdated copy is written.
  private static let delay = DispatchTimeInterval.seconds(1)

  private struct Abandoned: Error {}

  private let files: SessionFiles
  private let queue: DispatchQueue
  /// Whether a copy was requested, and has not begun.
  private let isRequested = Atomic(false)
  private let isAbandoned = Atomic(false)

  init(_ files: SessionFiles, on queue: DispatchQueue) {
    self.files = files
    self.queue = queue
  }

  /// Writes the copy. Errors are ignored, as the save itself has been written.
  ///
  /// - Parameters:
  ///   - isDurable: whether the save was synced. The copy is then written before this returns, if the database is small.
  ///   - size: the size of the database in bytes.
  func update(isDurable: Bool, size: Int) {
    if isDurable, size < Self.largeSize {
      // The save has been synced already, and need not wait for a second sync.
      queue.sync { write(isSynced: false, isAwaited: true) }
    } else {
      request(after: .seconds(0), isAwaited: size < Self.largeSize)
    }
  }

  /// Writes the copy some time later, if it is not that of the newest save.
  func update(ifOlderThan newest: SaveMark) {
    if let mark = Self.mark(files), mark >= newest { return }
    request(after: Self.delay, isAwaited: false)
  }

  /// Stops writing copies that nothing waits for. One that is being written leaves the previous one.
  func abandon() { isAbandoned.store(true, ordering: .relaxed) }

  private func request(after delay: DispatchTimeInterval, isAwaited: Bool) {
    guard !isRequested.exchange(true, ordering: .relaxed) else { return }
    queue.asyncAfter(deadline: .now() + delay) { [self] in
      isRequested.store(false, ordering: .relaxed)
      write(isSynced: true, isAwaited: isAwaited)
    }
  }

  /// - Parameter isAwaited: whether the release of the store waits for the copy.
  private func write(isSynced: Bool, isAwaited: Bool) {
    guard isAwaited || !isAbandoned.load(ordering: .relaxed) else { return }
    func check() throws {
      if !isAwaited, isAbandoned.load(ordering: .relaxed) { throw Abandoned() }
    }
    try? Database(files.database, isReadOnly: true).read { [files] database in
      try SavedArchive.withNewest(database, path: files.database, willRead: check) { save, state in
        try FileContents.replace(files.copy, isSynced: isSynced) { output in
          try ArchiveFile.write(
            save.archive, mark: save.mark.encoded, omittedStates: save.omittedStates, state: state
          ) { bytes in
            try check()
            try output(bytes)
          }
        }
      }
    }
  }

  // MARK: Reading

  /// Returns the mark of the copied save, from the first bytes of the file; nil if there is none.
  static func mark(_ files: SessionFiles) -> SaveMark? {
    FileContents.prefix(files.copy, limit: 128).flatMap(ArchiveFile.mark).flatMap(SaveMark.init)
  }

  /// Whether the copy has the expected format; true if there is none.
  static func isRecognized(_ files: SessionFiles) -> Bool {
    guard SessionFiles.exists(files.copy) else { return true }
    return FileContents.prefix(files.copy, limit: 128).map(ArchiveFile.isArchive) ?? false
  }

  /// Reads the copied save, with number 0 if the number is unknown; nil if it cannot be read.
  static func read(_ files: SessionFiles) -> SavedArchive? {
    guard let bytes = FileContents.read(files.copy), let archive = try? ArchiveFile.decode(bytes) else { return nil }
    return SavedArchive(number: mark(files)?.number ?? 0, archive: archive)
  }
}
