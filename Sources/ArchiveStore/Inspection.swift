import GRDB

/// What a database holds that is fit to be used.
struct Inspection {
  /// The newest save; nil if there is none.
  var newest: SavedArchive?
  /// Whether the database says that there is a mark beside it.
  var isMarked = false

  /// Looks for a broken structure, for what was never written, and at each row of the newest save.
  ///
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)``
  init(_ database: Database, path: String) throws {
    if try Schema.isUnmade(database) { return }
    try Schema.check(database, path)
    let pages = try Int.fetchOne(database, sql: "PRAGMA page_count") ?? 0
    // Unless that would be noticed as a delay.
    if pages <= 4096 {
      // Not the quick check, which does not see that an index and its table disagree.
      let result = try String.fetchOne(database, sql: "PRAGMA integrity_check(1)")
      if let result, result != "ok" { throw ArchiveStoreError.damaged(path: path, reason: result) }
    }
    newest = try SavedArchive.readNewest(database, path: path)
    isMarked =
      try Row.fetchOne(
        database, sql: "SELECT 1 FROM meta WHERE key = ?", arguments: [Schema.markNote]) != nil
  }
}
