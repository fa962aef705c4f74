/// The usable contents of a database.
struct Inspection {
  /// The newest save; nil if there is none.
  var newest: SavedArchive?
  /// Whether the database records that it has a mark file.
  var isMarked = false

  /// Checks the database's structure and schema, and each row of the newest save.
  ///
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)``
  init(_ database: Database, path: String) throws {
    if try Schema.isUninitialized(database) { return }
    try Schema.check(database, path)
    // Skipped for large databases, where it would cause a noticeable delay.
    if try database.pageCount <= 4096 {
      // The quick check would not detect an index that disagrees with its table.
      let result = try database.statement("PRAGMA integrity_check(1)").first { $0.text(0) }
      if let result, result != "ok" { throw ArchiveStoreError.damaged(path: path, reason: result) }
    }
    newest = try SavedArchive.readNewest(database, path: path)
    isMarked = try database.statement("SELECT 1 FROM meta WHERE key = ?").first(Schema.markNote) { _ in true } ?? false
  }
}
