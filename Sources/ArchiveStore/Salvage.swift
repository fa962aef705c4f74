import FoundationEssentials
import Glibc
import StateRestoration

/// Reads the intact parts of a damaged database.
@MainActor
enum Salvage {
  /// Returns the newest intact save of a session, from the database or the copy beside it.
  static func newestSave(of files: SessionFiles) -> SavedArchive? {
    newer(lastGoodSave(in: files.database), LastSaveCopy.read(files))
  }

  /// Returns the newer of two saves; the second if they are the same.
  static func newer(_ first: SavedArchive?, _ second: SavedArchive?) -> SavedArchive? {
    guard let first, let second else { return first ?? second }
    // Copies of earlier versions do not contain the save's number.
    if second.number == 0 { return first.archive.info.savedAt > second.archive.info.savedAt ? first : second }
    return first.number > second.number ? first : second
  }

  /// Returns the newest save whose rows are all intact. The files are not changed.
  static func lastGoodSave(in path: String) -> SavedArchive? {
    if let found = lastGoodSave(readingIn: path) { return found }
    return withCopy(of: path, lastGoodSave(readingIn:))
  }

  /// Calls a function with the path of a copy of a database, which is removed afterwards: SQLite cannot read a
  /// write-ahead log in a folder where it cannot create a file. Returns nil if there is no log, or no copy can be made.
  static func withCopy<Result>(of path: String, _ body: (String) -> Result?) -> Result? {
    guard FileContents.isReadable(path), FileContents.isReadable(path + "-wal") else { return nil }
    let copy = FileManager.default.temporaryDirectory.path + "/luahost-salvage-\(UUID().uuidString)"
    defer { for suffix in SessionFiles.databaseSuffixes { unlink(copy + suffix) } }
    for suffix in ["", "-wal"] { try? FileManager.default.copyItem(atPath: path + suffix, toPath: copy + suffix) }
    return body(copy)
  }

  private static func lastGoodSave(readingIn path: String) -> SavedArchive? {
    guard let database = open(path) else { return nil }
    let numbers = (try? database.read(SaveRow.numbers)) ?? []
    for number in numbers.reversed() where Schema.numbers.contains(number) {
      if let save = try? database.read({ try SavedArchive.read(number, isCurrent: false, $0, path: path) }) {
        return save
      }
    }
    return nil
  }

  /// Returns the greatest number of a save, as far as it can be read.
  static func lastNumber(in path: String) -> SaveNumber {
    let number = try? open(path)?.read {
      try $0.statement("SELECT seq FROM sqlite_sequence WHERE name = 'save'").first { $0.integer(0) }
    }
    return (number ?? nil).flatMap { Schema.numbers.contains($0) ? $0 : nil } ?? 0
  }

  private static func open(_ path: String) -> Database? {
    guard SessionFiles.isFile(path) else { return nil }
    // Read-only, so that the write-ahead log is not merged into the database.
    return try? Database(path, isReadOnly: true, timeout: 1_000)
  }
}
