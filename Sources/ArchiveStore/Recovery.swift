import Foundation
import GRDB
import StateRestoration

extension SQLiteArchiveStore {
  /// What opening had to do.
  public enum Incident: CustomStringConvertible {
    /// What was there could not be used, and was set aside.
    case setAside(error: ArchiveStoreError, path: String)
    /// The last good save was found in what was set aside, or in the copy beside it.
    case recovered(info: SaveInfo)
    /// There was no good save.
    case nothingRecovered

    public var description: String {
      switch self {
      case .setAside(let error, let path): "\(error); it is set aside, untouched, as \(path)"
      case .recovered(let info):
        "the last good save was used, of \(Date(timeIntervalSince1970: info.savedAt).formatted(.iso8601))"
      case .nothingRecovered: "no good save was found in it, so the app starts from the beginning"
      }
    }
  }

  /// Opens the saves of a session. What cannot be read is set aside under a name that says so, and the last good save is
  /// used.
  ///
  /// - Throws: ``ArchiveStoreError/cannotWrite(path:reason:)`` if there is no way to keep saves there now.
  public static func openRecovering(_ files: SessionFiles) throws -> (store: SQLiteArchiveStore, incidents: [Incident])
  {
    do {
      // A database is never empty: one that is was cut off.
      if FileHeader(files.database) == nil, FileManager.default.fileExists(atPath: files.database),
        FileManager.default.fileExists(atPath: files.copy)
      {
        throw ArchiveStoreError.damaged(path: files.database, reason: "it is empty")
      }
      return (try SQLiteArchiveStore(files), [])
    } catch let error as ArchiveStoreError {
      guard let reason = SessionFiles.Aside(error) else { throw error }
      let aside = try files.setAside(reason)
      let store = try SQLiteArchiveStore(files)
      // What a newer host wrote is its own: an old save below it would pass for the newest.
      guard reason != .newer else { return (store, [.setAside(error: error, path: aside), .nothingRecovered]) }
      let found = Salvage.lastGoodSave(in: aside) ?? copy(files)
      let last = Salvage.lastNumber(in: aside)
      if last > 0 { try store.continueNumbers(after: last) }
      guard let found else { return (store, [.setAside(error: error, path: aside), .nothingRecovered]) }
      _ = try store.replaceContents(with: found)
      return (store, [.setAside(error: error, path: aside), .recovered(info: found.info)])
    }
  }

  static func copy(_ files: SessionFiles) -> Archive? {
    guard let bytes = try? Data(contentsOf: URL(fileURLWithPath: files.copy)) else { return nil }
    return try? ArchiveFile.decode([UInt8](bytes))
  }
}

/// Reads what can still be read of a damaged database.
@MainActor
enum Salvage {
  private static func open(_ path: String) -> DatabaseQueue? {
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    // Opened for writing, or the write-ahead log that was set aside with it would not be read.
    return try? DatabaseQueue(path: path, configuration: configuration)
  }

  /// The newest save of which every row is what was written.
  static func lastGoodSave(in path: String) -> Archive? {
    // Looking must not change what is set aside.
    let copy = NSTemporaryDirectory() + "luahost-salvage-\(UUID().uuidString)"
    defer { for suffix in ["", "-wal", "-shm"] { unlink(copy + suffix) } }
    for suffix in ["", "-wal"] { try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
    guard let queue = open(copy) else { return nil }
    let numbers =
      (try? queue.read { try Int64.fetchAll($0, sql: "SELECT number FROM save ORDER BY number DESC") }) ?? []
    for number in numbers {
      if let archive = try? queue.read({ try SavedArchive.read(number, isCurrent: false, $0, path: path) }) {
        return archive
      }
    }
    return nil
  }

  /// The greatest number of a save, as far as can be seen.
  static func lastNumber(in path: String) -> SaveNumber {
    var configuration = Configuration()
    configuration.readonly = true
    guard let queue = try? DatabaseQueue(path: path, configuration: configuration) else { return 0 }
    let number = try? queue.read { try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'save'") }
    return (number ?? nil).flatMap { (0..<(1 << 53)).contains($0) ? $0 : nil } ?? 0
  }
}
