import Foundation
import GRDB
import StateRestoration

/// The last save once more, in a file of its own, for the case that the database is damaged beyond reading: written after
/// each durable save, and once a minute.
///
/// It is made from the database by a connection and a thread of its own, so that no save waits for it; except a durable
/// one, after which the process may end.
final class LastSaveCopy: Sendable {
  private let files: SessionFiles
  private let queue = DispatchQueue(label: "luahost.copy", qos: .utility)

  init(_ files: SessionFiles) {
    self.files = files
  }

  /// Writes the copy, later or, if `isDurable`, before this returns. Best effort: the save itself is on the disk already.
  func update(isDurable: Bool) {
    // What a durable save wrote is on the disk already, and it does not wait for that a second time.
    if isDurable { queue.sync { write(isSynced: false) } } else { queue.async { self.write(isSynced: true) } }
  }

  /// Waits for what is being written.
  func finish() { queue.sync {} }

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

  /// Of which save the copy is, from its first bytes; nil if there is none that says so.
  static func mark(_ files: SessionFiles) -> SaveMark? {
    FileContents.prefix(files.copy, limit: 128).flatMap(ArchiveFile.mark).flatMap(SaveMark.init)
  }

  /// Whether the copy begins like one; true if there is none.
  static func isRecognized(_ files: SessionFiles) -> Bool {
    guard SessionFiles.exists(files.copy) else { return true }
    return FileContents.prefix(files.copy, limit: 128).map(ArchiveFile.isArchive) ?? false
  }

  /// The save in the copy, with the number 0 if it does not say which that is; nil if there is none that can be read.
  static func read(_ files: SessionFiles) -> SavedArchive? {
    guard let bytes = FileContents.read(files.copy), let archive = try? ArchiveFile.decode(bytes) else { return nil }
    return SavedArchive(number: mark(files)?.number ?? 0, archive: archive)
  }
}
