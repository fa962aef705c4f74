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
    if isDurable { queue.sync { write() } } else { queue.async { self.write() } }
  }

  /// Waits for what is being written.
  func finish() { queue.sync {} }

  private func write() {
    guard let archive = try? read() else { return }
    try? Data(ArchiveFile.encode(archive)).write(to: URL(fileURLWithPath: files.copy), options: .atomic)
    chmod(files.copy, 0o600)
  }

  private func read() throws -> Archive? {
    var configuration = Configuration()
    configuration.readonly = true
    configuration.busyMode = .timeout(2)
    let database = try DatabaseQueue(path: files.database, configuration: configuration)
    return try database.read { try SavedArchive.readNewest($0, path: files.database) }
  }
}
