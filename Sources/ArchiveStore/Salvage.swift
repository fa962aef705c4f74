import Foundation
import GRDB
import StateRestoration

/// Reads what can still be read of a damaged database.
@MainActor
enum Salvage {
  /// The newest save that the files of a session hold, in the database or in the copy beside it.
  static func newestSave(of files: SessionFiles) -> SavedArchive? {
    newer(lastGoodSave(in: files.database), LastSaveCopy.read(files))
  }

  /// The newer of two saves; of the same one, the second.
  static func newer(_ first: SavedArchive?, _ second: SavedArchive?) -> SavedArchive? {
    guard let first, let second else { return first ?? second }
    // The copies of older versions do not say which save they are of.
    if second.number == 0 { return first.archive.info.savedAt > second.archive.info.savedAt ? first : second }
    return first.number > second.number ? first : second
  }

  /// The newest save of which every row is what was written. What is looked at stays as it is.
  static func lastGoodSave(in path: String) -> SavedArchive? {
    if let found = lastGoodSave(readingIn: path) { return found }
    // Where nothing can be written, SQLite cannot read a write-ahead log.
    guard FileContents.isReadable(path), FileContents.isReadable(path + "-wal") else { return nil }
    let copy = NSTemporaryDirectory() + "luahost-salvage-\(UUID().uuidString)"
    defer { for suffix in SessionFiles.databaseSuffixes { unlink(copy + suffix) } }
    for suffix in ["", "-wal"] { try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
    return lastGoodSave(readingIn: copy)
  }

  private static func lastGoodSave(readingIn path: String) -> SavedArchive? {
    guard let queue = open(path) else { return nil }
    let numbers =
      (try? queue.read { try Int64.fetchAll($0, sql: "SELECT number FROM save ORDER BY number DESC") }) ?? []
    for number in numbers where Schema.numbers.contains(number) {
      if let save = try? queue.read({ try SavedArchive.read(number, isCurrent: false, $0, path: path) }) {
        return save
      }
    }
    return nil
  }

  /// The greatest number of a save, as far as can be seen.
  static func lastNumber(in path: String) -> SaveNumber {
    let number = try? open(path)?.read {
      try Int64.fetchOne($0, sql: "SELECT seq FROM sqlite_sequence WHERE name = 'save'")
    }
    return (number ?? nil).flatMap { Schema.numbers.contains($0) ? $0 : nil } ?? 0
  }

  private static func open(_ path: String) -> DatabaseQueue? {
    guard SessionFiles.isFile(path) else { return nil }
    var configuration = Configuration()
    configuration.busyMode = .timeout(1)
    // Never writes to the database, nor moves its write-ahead log into it.
    configuration.readonly = true
    return try? DatabaseQueue(path: path, configuration: configuration)
  }
}
