import Foundation
import GRDB
import StateRestoration

/// A copy of the last save in its own file, for a database that is damaged beyond repair. Written after each durable
/// save, and once a minute.
///
/// The copy is made from the database by its own connection and thread, so that saves do not wait for it, except
/// durable ones, after which the process may exit.
final class LastSaveCopy: Sendable {
  private let files: SessionFiles
  private let queue: DispatchQueue

  init(_ files: SessionFiles, on queue: DispatchQueue) {
    self.files = files
    self.queue = queue
  }

  /// Writes the copy: before this returns if `isDurable`, otherwise later. Errors are ignored, as the save itself has
  /// been written.
  func update(isDurable: Bool) {
    // A durable save has been synced already, and need not wait for a second sync.
    if isDurable { queue.sync { write(isSynced: false) } } else { queue.async { self.write(isSynced: true) } }
  }

  private func write(isSynced: Bool) {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    let database = try? DatabaseQueue(path: files.database, configuration: configuration)
    try? database?.read { [files] database in
      try SavedArchive.withNewest(database, path: files.database) { save, state in
        try FileContents.replace(files.copy, isSynced: isSynced) { output in
          try ArchiveFile.write(
            save.archive, mark: save.mark.encoded, omittedStates: save.omittedStates, state: state, to: output)
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
