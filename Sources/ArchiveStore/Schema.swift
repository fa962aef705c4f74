/// The database schema.
///
/// `save` has a row per save. `node` has a row per *version* of a node: it is valid from the save `since` up to, but
/// not including, the save `until` (null while it is current). A save with one changed node closes one row and adds
/// one. The state at save `k` consists of the rows with `since <= k AND (until IS NULL OR until > k)`. The
/// application's own key space is the node 0. To delete the saves between `p` and `n`, the rows with `since > p AND
/// until <= n` are deleted. `save` also contains the kind of the save (`kind`), the run of the app, the time on the
/// history's clock, and the reasons for keeping it (see ``History``). Each row of `node` has a checksum of its
/// contents, because SQLite detects a broken structure but not a changed letter. `meta` has notes (see
/// ``ArchiveStore/note(_:)``) and room for data of later versions.
///
/// A version that changes the format appends it to ``formats``, with the migration from the previous one. Every version
/// reads all earlier formats.
enum Schema {
  /// "LUAh": distinguishes our files from other SQLite files.
  static let applicationID: Int64 = 0x4c55_4168
  /// The format of this version, in `PRAGMA user_version`. Earlier formats can be read, later ones are rejected.
  static let version = formats.count

  /// The note that the database has a mark file (see ``SaveMark``).
  static let markNote = "marked"
  /// The note with the process that may write to the database (see ``SessionLock``).
  static let holderNote = "holder"
  /// The note with the start of the machine at the last save (see ``MachineStart``).
  static let machineNote = "machine"
  /// The note with the last save whose contents are of another time, and the time at which it was written (see
  /// ``WritingTime``).
  static let writtenNote = "written"
  /// The table of applied migrations, which formats 1 and 2 lack. Named by the library that created it at first.
  static let migrations = "grdb_migrations"
  /// The node of the application.
  static let applicationNode: Int64 = 0

  /// Migrates a new database, or one of an earlier format. Each migration is a transaction; after an interruption, the
  /// next opening continues.
  ///
  /// Migrations depend on the format in `user_version`, as databases of formats 1 and 2 have no list of migrations.
  static func migrate(_ database: Database, path: String) throws {
    // Set first, so that an incomplete database is recognized as ours.
    try database.execute("PRAGMA application_id = \(applicationID)")
    try database.execute("CREATE TABLE IF NOT EXISTS \(migrations) (identifier TEXT NOT NULL PRIMARY KEY)")
    for number in 1...version {
      try database.write { database in
        let name = "format \(number)"
        let list = try database.statement("SELECT 1 FROM \(migrations) WHERE identifier = ?")
        if try list.first(name, read: { _ in true }) == true { return }
        if try format(database) < number { try makeStep(to: number, database) }
        try database.statement("INSERT INTO \(migrations) (identifier) VALUES (?)").run(name)
      }
    }
    guard try format(database) == version else {
      throw ArchiveStoreError.damaged(path: path, reason: "its format does not match its recorded migrations")
    }
  }

  /// Upgrades a database from the previous format to this one.
  static func makeStep(to number: Int, _ database: Database) throws {
    let format = formats[number - 1]
    try database.execute(format.statements)
    try format.fill(database)
    try database.execute("PRAGMA user_version = \(number)")
  }

  /// Returns the format of a database; 0 before the first migration.
  static func format(_ database: Database) throws -> Int {
    try Int(database.statement("PRAGMA user_version").first { $0.integer(0) } ?? 0)
  }

  /// Returns the two words of a note; nil if there is no such note.
  static func words(ofNote key: String, _ database: Database) throws -> [Substring]? {
    let text = try database.statement("SELECT value FROM meta WHERE key = ?").first(key) { $0.text(0) }
    let words = (text ?? nil)?.split(separator: " ") ?? []
    return words.count == 2 ? words : nil
  }

  /// The valid range of save numbers and node IDs, far below overflow.
  static let numbers: ClosedRange<Int64> = 0...1 << 53
}
