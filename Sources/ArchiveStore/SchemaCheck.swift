import GRDB

extension Schema {
  /// All tables except SQLite's own and the migrator's.
  private static let objects = """
    FROM sqlite_master
    WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT (type = 'table' AND name = 'grdb_migrations')
    """

  /// Whether the database is empty, that is, before the first migration.
  static func isUninitialized(_ database: Database) throws -> Bool {
    try format(database) == 0 && Int.fetchOne(database, sql: "SELECT count(*) \(objects)") == 0
  }

  /// Checks for contents that no version writes: unknown tables, triggers or views, and numbers out of range.
  ///
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)``
  static func check(_ database: Database, _ path: String) throws {
    let found = try String.fetchAll(database, sql: "SELECT coalesce(sql, name) \(objects)")
    let format = try format(database)
    guard formats.indices.contains(format - 1),
      Set(found.map(words)) == Set(formats[format - 1].definitions.split(separator: ";").map { words(String($0)) })
    else { throw ArchiveStoreError.damaged(path: path, reason: "its tables are not those of luahost") }
    var ends = [
      "SELECT min(number) FROM save", "SELECT max(number) FROM save", "SELECT min(id) FROM node",
      "SELECT max(id) FROM node", "SELECT min(seq) FROM sqlite_sequence", "SELECT max(seq) FROM sqlite_sequence",
    ]
    if format >= 2 { ends += ["SELECT min(run) FROM save", "SELECT max(run) FROM save"] }
    for sql in ends {
      let value = try DatabaseValue.fetchOne(database, sql: sql) ?? .null
      guard value.isNull || Int64.fromDatabaseValue(value).map(numbers.contains) ?? false else {
        throw ArchiveStoreError.damaged(path: path, reason: "it contains numbers that were never assigned")
      }
    }
  }

  /// Returns the tokens of a definition, without insignificant whitespace.
  private static func words(_ definition: String) -> [Substring] {
    var spaced = ""
    for character in definition {
      if "(),".contains(character) { spaced += " \(character) " } else { spaced.append(character) }
    }
    return spaced.split(whereSeparator: \.isWhitespace)
  }
}
