extension Schema {
  /// All tables except SQLite's own and the migrator's.
  private static let objects = """
    FROM sqlite_master
    WHERE name NOT LIKE 'sqlite\\_%' ESCAPE '\\' AND NOT (type = 'table' AND name = '\(migrations)')
    """

  /// Whether the database is empty, that is, before the first migration.
  static func isUninitialized(_ database: Database) throws -> Bool {
    try format(database) == 0 && database.statement("SELECT 1 \(objects)").first { _ in true } == nil
  }

  /// Checks for contents that no version writes: unknown tables, triggers or views, and numbers out of range.
  ///
  /// - Throws: ``ArchiveStoreError/damaged(path:reason:)``
  static func check(_ database: Database, _ path: String) throws {
    let format = try format(database)
    // One text, compared at once. Tables are in the order of their creation.
    let found = try database.statement(
      "SELECT group_concat(sql, ';') FROM (SELECT coalesce(sql, name) AS sql \(objects) ORDER BY rowid)"
    )
    .first { $0.withBytes(0, compact) }
    guard formats.indices.contains(format - 1),
      found == Array(formats[format - 1].definitions.utf8).withUnsafeBytes(compact)
    else { throw ArchiveStoreError.damaged(path: path, reason: "its tables are not those of luahost") }
    var ends = ["min(number)", "max(number)"].map { "(SELECT \($0) FROM save)" }
    ends += ["min(id)", "max(id)"].map { "(SELECT \($0) FROM node)" }
    ends += ["min(seq)", "max(seq)"].map { "(SELECT \($0) FROM sqlite_sequence)" }
    if format >= 2 { ends += ["min(run)", "max(run)"].map { "(SELECT \($0) FROM save)" } }
    let arePossible = try database.statement("SELECT \(ends.joined(separator: ", "))").first { row in
      (0..<Int32(ends.count)).allSatisfy { column in
        row.isNull(column) || row.integer(column).map(numbers.contains) ?? false
      }
    }
    guard arePossible == true else {
      throw ArchiveStoreError.damaged(path: path, reason: "it contains numbers that were never assigned")
    }
  }

  /// Returns definitions without insignificant whitespace and final semicolons.
  private static func compact(_ definitions: UnsafeRawBufferPointer) -> [UInt8] {
    func isMark(_ byte: UInt8) -> Bool {
      byte == UInt8(ascii: "(") || byte == UInt8(ascii: ")") || byte == UInt8(ascii: ",") || byte == UInt8(ascii: ";")
    }
    var result: [UInt8] = []
    result.reserveCapacity(definitions.count)
    var isSpaced = false
    for byte in definitions {
      if byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\n") {
        isSpaced = true
        continue
      }
      if isSpaced, !isMark(byte), let last = result.last, !isMark(last) { result.append(UInt8(ascii: " ")) }
      isSpaced = false
      result.append(byte)
    }
    if result.last == UInt8(ascii: ";") { result.removeLast() }
    return result
  }
}
